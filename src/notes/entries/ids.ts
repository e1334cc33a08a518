/** Mints block ids (guide/entries.md › The whole line): 6 Crockford characters of seconds since 2020, 5 random ones. */
export interface IdGenerator {
  /** A fresh id that `taken` does not hold; the same world mints the same ids in the same order. */
  readonly mint: (taken?: (id: string) => boolean) => string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EPOCH = Date.UTC(2020, 0, 1);
const PATTERN = /^[0-9a-hjkmnp-tv-z]{11}$/;

/** After so many ms (34 years, in January 2054) six characters have counted all seconds, and begin again. */
const LAP_MS = 32 ** 6 * 1000;
/** Clocks of two machines differ by less. */
const SLACK_MS = 2 * 86_400_000;

/** True where an id minted now may be one that was minted a lap before. */
export const isLapped = (now: number): boolean => now - EPOCH >= LAP_MS;

/** Ids as of `now` (ms) from a seed; two operations in one second differ by their seeds. `isUsed` is asked of every draw. */
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

/**
 * When an id of ours was minted, in ms since 1970, or null for an id that somebody typed. An id names a moment of every
 * lap: the last one that is not after `now` is taken, or that of the first lap where no `now` is given.
 */
export function idTimestamp(id: string, now = 0): number | null {
  if (!PATTERN.test(id)) return null;
  let seconds = 0;
  for (const letter of id.slice(0, 6)) seconds = seconds * 32 + ALPHABET.indexOf(letter);
  const first = EPOCH + seconds * 1000;
  return first + Math.max(0, Math.floor((now + SLACK_MS - first) / LAP_MS)) * LAP_MS;
}

/** 8 hex digits of a text: FNV-1a, for handles and fingerprints, not for secrets. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function crockford(value: number, width: number): string {
  let out = '';
  for (let rest = value, i = 0; i < width; i++, rest = Math.floor(rest / 32)) out = ALPHABET[rest % 32] + out;
  return out;
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: string): () => number {
  let state = Number.parseInt(fingerprint(seed), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
