import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repeatWarningLevel } from '../../src/features/failures/failure.js';
import { KnownLines } from '../../src/features/promotion/known-lines.js';
import { assessNovelty } from '../../src/features/promotion/novelty.js';
import { rateSimilarity } from '../../src/matching/similarity/similarity.js';

const [postgres, tokens, main] = [
  { text: 'Use Postgres for the main database' },
  { text: 'Auth tokens expire after 15 minutes' },
  { text: 'Never commit directly to main' },
] as const;
const known = new KnownLines([postgres, tokens, main]);

describe('novelty', () => {
  it('skips what is known, links or replaces what is near, adds what is new', () => {
    expect(assessNovelty('We use Postgres for the main DB', known)).toMatchObject({
      kind: 'skip',
      nearest: postgres,
    });
    expect(
      assessNovelty('Auth tokens expire after 15 minutes, refresh tokens after a month', known),
    ).toMatchObject({
      kind: 'supersede',
      nearest: tokens,
    });
    expect(assessNovelty('The parser is slow', known)).toEqual({ kind: 'add', nearest: null, similarity: 0 });
    expect(assessNovelty('Commit directly to main', known)).toMatchObject({ kind: 'add', nearest: null });
    expect(assessNovelty('Auth tokens expire after 60 minutes', known).kind).toBe('add');
    expect(assessNovelty('anything', new KnownLines([])).kind).toBe('add');
  });

  it('finds the same nearest line as a look at every line', () => {
    const lines = ['pairs', 'held-out', 'afterwards'].flatMap((name) =>
      readFileSync(new URL(`../fixtures/likeness/${name}.txt`, import.meta.url), 'utf8')
        .split('\n')
        .flatMap((line) => /^\w+: (.*) <> (.*)$/.exec(line)?.slice(1) ?? []),
    );
    const all = lines.map((text) => ({ text }));
    const step = process.env.DAYBOOK_FULL ? 1 : 23;
    for (let at = 0; at < lines.length; at += step) {
      const text = lines[at] as string;
      const others = all.filter(({ text: other }) => other !== text);
      const best = Math.max(...others.map(({ text: other }) => rateSimilarity(text, other)));
      const found = assessNovelty(text, new KnownLines(others));
      if (best >= 0.5) expect(found.similarity, text).toBe(best);
      else expect(found.kind, text).toBe('add');
    }
  });

  it('holds a line against thousands', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => ({
      text: `Service ${n} listens on port ${n} and writes log ${n}`,
    }));
    const many = new KnownLines(lines);
    expect(assessNovelty('service 4321 writes log 4321 and listens on port 4321', many)).toMatchObject({
      kind: 'skip',
      nearest: lines[4321],
    });
    expect(assessNovelty('service 9999 writes log 9999 and listens on port 9999', many).kind).toBe('add');
  });
});

describe('loopLevel', () => {
  it.each([
    [0.59, null],
    [0.6, 'caution'],
    [0.75, 'warning'],
    [0.9, 'stop'],
    [1, 'stop'],
  ])('of %d is %j', (value, level) => {
    expect(repeatWarningLevel(value)).toBe(level);
  });
});
