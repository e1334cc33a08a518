/** Mints block ids (guide/entries.md › The whole line): 6 Crockford characters of seconds since 2020, 5 random ones. */
export interface Ids {
  /** A fresh id that `taken` does not hold; the same world mints the same ids in the same order. */
  readonly mint: (taken?: (id: string) => boolean) => string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EPOCH = Date.UTC(2020, 0, 1);
const PATTERN = /^[0-9a-hjkmnp-tv-z]{11}$/;

/** Ids as of `now` (ms) from a seed; two operations in one second differ by their seeds. */
export function createIds(now: number, seed: string): Ids {
  const random = generator(seed);
  const seconds = crockford(Math.max(0, Math.floor((now - EPOCH) / 1000)), 6);
  const draw = () => seconds + crockford(Math.floor(random() * 2 ** 25), 5);
  return {
    mint(taken = () => false) {
      let id = draw();
      while (taken(id)) id = draw();
      return id;
    },
  };
}

/** When an id of ours was minted, in ms since 1970, or null for an id that somebody typed. */
export function mintedAt(id: string): number | null {
  if (!PATTERN.test(id)) return null;
  let seconds = 0;
  for (const letter of id.slice(0, 6)) seconds = seconds * 32 + ALPHABET.indexOf(letter);
  return EPOCH + seconds * 1000;
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
