import { SEED_WORDS } from './seed-words.data.js';

const LENGTHS = [24, 21, 18, 15, 12];
const FEWEST = 12;

let words: ReadonlyMap<string, number> | undefined;

/** Ranges of a text that are a seed phrase by BIP-39: words of its list whose last bits are their checksum. */
export function findSeedPhrases(text: string): readonly (readonly [from: number, to: number])[] {
  return runsOfWords(text).flatMap(([start, end]) => {
    words ??= new Map(SEED_WORDS.split(/\s+/).map((word, index) => [word, index]));
    const all = [...text.slice(start, end).matchAll(/[a-z]+/g)].map(({ 0: word, index }) => ({
      from: start + index,
      to: start + index + word.length,
      number: words?.get(word) ?? -1,
    }));
    const found: (readonly [number, number])[] = [];
    for (let at = 0; at + FEWEST <= all.length; ) {
      const length =
        (all[at]?.number ?? -1) < 0
          ? undefined
          : LENGTHS.find((one) => at + one <= all.length && isPhrase(all.slice(at, at + one)));
      const [first, last] = [all[at], all[at + (length ?? 0) - 1]];
      if (length && first && last) found.push([first.from, last.to]);
      at += length ?? 1;
    }
    return found;
  });
}

/** Ranges of at least twelve lower-case words of 3 to 8 letters, with at most 8 other signs between two of them. */
function runsOfWords(text: string): readonly (readonly [from: number, to: number])[] {
  const runs: (readonly [number, number])[] = [];
  let count = 0;
  let start = 0;
  let end = 0;
  let word = -1;
  let isLower = true;
  const finish = () => {
    if (count >= FEWEST) runs.push([start, end]);
    count = 0;
  };
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const lower = code >= 97 && code <= 122;
    if (lower || (code >= 65 && code <= 90)) {
      if (word < 0) {
        word = at;
        isLower = true;
      }
      if (!lower) isLower = false;
      continue;
    }
    if (word >= 0) {
      const length = at - word;
      if (!isLower || length < 3 || length > 8) finish();
      else {
        if (count++ === 0) start = word;
        end = at;
      }
      word = -1;
    } else if (at - end >= 8) finish();
  }
  finish();
  return runs;
}

/** Sorted words are a piece of the list itself. */
function isPhrase(all: readonly { readonly number: number }[]): boolean {
  if (all.some(({ number }) => number < 0)) return false;
  if (all.every(({ number }, i) => number >= (all[i - 1]?.number ?? 0))) return false;
  const bits = all.map(({ number }) => number.toString(2).padStart(11, '0')).join('');
  const check = all.length / 3;
  const entropy =
    bits
      .slice(0, -check)
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return (sha256(entropy)[0] ?? 0).toString(2).padStart(32, '0').slice(0, check) === bits.slice(-check);
}

let constants: { readonly first: Uint32Array; readonly round: readonly number[] } | undefined;

/** SHA-256 of at most 55 bytes, as eight words of 32 bits (FIPS 180-4). */
function sha256(bytes: readonly number[]): Uint32Array {
  const block = new Uint8Array(64);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(60, bytes.length * 8);
  const schedule = new Uint32Array(64);
  for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(i * 4);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [schedule[i - 15] ?? 0, schedule[i - 2] ?? 0];
    schedule[i] =
      (schedule[i - 16] ?? 0) +
      (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
      (schedule[i - 7] ?? 0) +
      (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
  }
  constants ??= {
    first: Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime))),
    round: primes(64).map((prime) => fraction(Math.cbrt(prime))),
  };
  const { first, round } = constants;
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = first;
  for (let i = 0; i < 64; i++) {
    const one =
      h +
      (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
      ((e & f) ^ (~e & g)) +
      (round[i] ?? 0) +
      (schedule[i] ?? 0);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  }
  return Uint32Array.from([a, b, c, d, e, f, g, h], (value, i) => value + (first[i] ?? 0));
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits behind the point. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) >>> 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
