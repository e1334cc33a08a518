// @module-tag full: 1 s of processor time
/*
 * Questions of persons who had not read the guide: its own search answers them in the first three hits. The page of questions
 * was extended with most of them in view, so the share here is no estimate for new questions; content/guide/benchmarks.md
 * has the estimates.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createSearch } from '../../../src/index.js';
import { reportShare } from '../../support/report-share.js';

interface Question {
  readonly question: string;
  readonly about: string;
  /** The pages that answer it, without the ending. */
  readonly pages: readonly string[];
}

const QUESTIONS = JSON.parse(
  readFileSync('test/fixtures/guide/questions.json', 'utf8'),
) as readonly Question[];
const GUIDE = 'content/guide';

const search = createSearch(
  readdirSync(GUIDE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: join(GUIDE, name), text: readFileSync(join(GUIDE, name), 'utf8') })),
);

test('the search of the guide answers in the first three hits', () => {
  const missed = QUESTIONS.filter(({ question, pages }) => {
    const found = search({ words: question, limit: 3 }).hits.map(({ path }) => basename(path, '.md'));
    return !found.some((name) => pages.includes(name));
  });
  reportShare('questions about the guide', QUESTIONS.length - missed.length, QUESTIONS.length);
  expect(missed.map(({ question }) => question)).toEqual([]);
});
