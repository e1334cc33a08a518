/** Creates a random generator (mulberry32) for numbers from 0 up to, without, 1. The same seed gives the same numbers. */
export function createRandom(seed: number | string): () => number {
  let state = typeof seed === 'number' ? seed | 0 : hashSeed(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hashSeed = (seed: string): number =>
  [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
