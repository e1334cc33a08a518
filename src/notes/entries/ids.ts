/**
 * Generates block ids (guide/entries.md › The whole line): 6 Crockford characters of seconds since 2020, 5 random ones.
 */
export interface IdGenerator {
  /** Returns a new id that `taken` does not contain. The same clock and seed give the same ids in the same order. */
  readonly mint: (taken?: (id: string) => boolean) => string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EPOCH = Date.UTC(2020, 0, 1);
const PATTERN = /^[0-9a-hjkmnp-tv-z]{11}$/;

/** Milliseconds until six characters have counted all seconds and start again (34 years, in January 2054). */
const LAP_MS = 32 ** 6 * 1000;
/** Tolerance for the difference between the clocks of two machines. */
const SLACK_MS = 2 * 86_400_000;

/** Returns true if an id generated now could equal one from the previous lap. */
export const isLapped = (now: number): boolean => now - EPOCH >= LAP_MS;

/**
 * Creates an id generator for a time `now` (ms) and a seed. Two operations in one second use different seeds. `isUsed`
 * is called for every candidate.
 */
export function createIdGenerator(
  now: number,
  seed: string,
  isUsed: (id: string) => boolean = () => false,
): IdGenerator {
  const random = generator(seed);
  const seconds = crockford(Math.max(0, Math.floor((now - EPOCH) / 1000)), 6);
  const draw = () => seconds + crockford(Math.floor(random() * 2 ** 25), 5);
  const minted = new Set<string>();
  return {
    mint(taken = () => false) {
      let id = draw();
      while (minted.has(id) || taken(id) || isUsed(id)) id = draw();
      minted.add(id);
      return id;
    },
  };
}

/** Creates an id that the text of a note does not have. */
export const createEntryId = (ids: IdGenerator, note: { readonly text: string } | null | undefined): string =>
  ids.mint((taken) => note?.text.includes(`^${taken}`) ?? false);

/**
 * Returns when one of our ids was generated, in ms since 1970, or null for an id typed by hand. Times repeat
 * every lap: the last one not after `now` is returned, or that of the first lap without `now`.
 */
export function parseIdTime(id: string, now = 0): number | null {
  if (!PATTERN.test(id)) return null;
  let seconds = 0;
  for (const letter of id.slice(0, 6)) seconds = seconds * 32 + ALPHABET.indexOf(letter);
  const first = EPOCH + seconds * 1000;
  return first + Math.max(0, Math.floor((now + SLACK_MS - first) / LAP_MS)) * LAP_MS;
}

/**
 * Creates the id of a second version of an entry from the id of the first and the text of the second: the time of the
 * first, and a hash. Everybody who merges the same versions gets the same id.
 */
export function createIdOfVersion(
  id: string | null,
  content: string,
  isTaken: (id: string) => boolean,
): string {
  const time = id !== null && PATTERN.test(id) ? id.slice(0, 6) : crockford(0, 6);
  for (let turn = 0; ; turn++) {
    const hash = Number.parseInt(createFingerprint(turn === 0 ? content : `${content}\n${turn}`), 16);
    const own = time + crockford(hash % 2 ** 25, 5);
    if (!isTaken(own)) return own;
  }
}

/** Hashes a text to 8 hex digits (FNV-1a), for handles and fingerprints, not for secrets. */
export function createFingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function crockford(value: number, width: number): string {
  let out = '';
  for (let rest = value, i = 0; i < width; i++, rest = Math.floor(rest / 32)) out = ALPHABET[rest % 32] + out;
  return out;
}

/** Creates a Mulberry32 random generator, which gives the same sequence on every machine. */
function generator(seed: string): () => number {
  let state = Number.parseInt(createFingerprint(seed), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
