import { describe, expect, it } from 'vitest';
import { listIndexedWords } from '../../../src/search/index/term.js';
import { ENGLISH, type Language } from '../../../src/text/language.js';
import { findLanguage } from '../../../src/text/other-languages.js';
import { generateRecallWorkspace, type RecallQuestion } from '../../support/recall-workspace.js';
import { reportShare } from '../../support/report-share.js';
import { searchIn } from '../../support/search-notebook.js';
import { drawRows } from '../../support/tiers.js';

const SEED = 20260607;
const DEPTH = 5;
/** Number of misses to print. */
const SHOWN = 4;
/** Words in a larger share of entries are function words, which are not compared. */
const COMMON = 0.05;

const LANGUAGES: readonly (readonly [string, Language, number])[] = [
  ['en', ENGLISH, 0.85],
  ['de', findLanguage('german')!, 0.8],
  ['zh', ENGLISH, 0.8],
];

describe.each(drawRows(LANGUAGES, 3))('a generated workspace in %s', (name, language, least) => {
  const { files, questions } = generateRecallWorkspace(name, SEED);
  const entries = Object.values(files).flatMap((text) =>
    text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : [])),
  );
  const keysOf = (text: string) =>
    new Set(listIndexedWords(text, language).flatMap(({ key, whole }) => (whole ? [] : [key])));

  it('has 2,000 entries, and questions that share at most half their words with the evidence', () => {
    expect(entries.length).toBeGreaterThanOrEqual(2000);
    const holding = new Map<string, number>();
    for (const entry of entries)
      for (const key of keysOf(entry)) holding.set(key, (holding.get(key) ?? 0) + 1);
    const isCommon = (key: string) => (holding.get(key) ?? 0) > COMMON * entries.length;
    const shares = questions.map(({ words, evidence }) => {
      const asked = [...keysOf(words)].filter((key) => !isCommon(key));
      const said = keysOf(evidence);
      return { words, share: asked.filter((key) => said.has(key)).length / asked.length };
    });
    expect(shares.filter(({ share }) => share > 0.5)).toEqual([]);
  });

  it('is searched better than with grep', () => {
    const search = searchIn(files, { language });
    const found = questions.map((question) => {
      const { hits } = search(question.words, { limit: 20, explain: true });
      return { question, hits, rank: hits.findIndex(({ text, why }) => isEvidence(question, text, why)) };
    });
    for (const { question, hits, rank } of found
      .filter(({ rank }) => rank < 0 || rank >= DEPTH)
      .slice(0, SHOWN))
      console.log(
        `  missed (${rank < 0 ? 'not in 20' : `rank ${rank + 1}`}): ${question.words}\n    wanted ${question.evidence.slice(0, 90)}\n    first ${hits[0]?.text.slice(0, 90)} ${JSON.stringify(hits[0]?.parts)}`,
      );
    const hit = found.filter(({ rank }) => rank >= 0 && rank < DEPTH).length;
    const grep = questions.filter((question) => grepFinds(question, entries)).length;
    reportShare(`grep in ${name}, recall@${DEPTH}`, grep, questions.length);
    expect(grep / questions.length).toBeLessThanOrEqual(0.6);
    expect(reportShare(`search in ${name}, recall@${DEPTH}`, hit, questions.length)).toBeGreaterThanOrEqual(
      least,
    );
  });
});

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

const isEvidence = ({ evidence }: RecallQuestion, text: string, why: string | null): boolean =>
  plain(evidence).startsWith(plain(text).slice(0, SHOWN)) &&
  plain(evidence).includes(plain(why ?? '').slice(0, 20));

/** True if the evidence is among the first entries by the number of words of the question in them, as `grep -i` finds them. */
function grepFinds({ words, evidence }: RecallQuestion, entries: readonly string[]): boolean {
  const asked = [...new Set(listIndexedWords(words).flatMap(({ form, whole }) => (whole ? [] : [form])))];
  const counted = entries.map((text, at) => {
    const lower = text.toLowerCase();
    return { text, at, count: asked.filter((word) => lower.includes(word)).length };
  });
  counted.sort((a, b) => b.count - a.count || a.at - b.at);
  return counted.slice(0, DEPTH).some(({ text }) => text === evidence);
}
