import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KnownLines } from '../../src/features/promotion/known-lines.js';
import { isSameStatement } from '../../src/matching/relations/find-relation.js';
import { rateSimilarity } from '../../src/matching/similarity/similarity.js';
import { parseStatement } from '../../src/matching/similarity/statement.js';
import { repeatWarningLevel } from '../../src/records/failure.js';

const [postgres, tokens, main] = [
  { text: 'Use Postgres for the main database' },
  { text: 'Auth tokens expire after 15 minutes' },
  { text: 'Never commit directly to main' },
] as const;
const known = new KnownLines([postgres, tokens, main]);

describe('what is known', () => {
  it('is found in other words, and nothing else is', () => {
    expect(known.findRepeated('We use Postgres for the main DB')).toBe(postgres);
    expect(
      known.findRepeated('Auth tokens expire after 15 minutes, refresh tokens after a month'),
    ).toBeNull();
    expect(known.findRepeated('The parser is slow')).toBeNull();
    expect(known.findRepeated('Commit directly to main')).toBeNull();
    expect(known.findRepeated('Auth tokens expire after 60 minutes')).toBeNull();
    expect(new KnownLines([]).findRepeated('anything')).toBeNull();
  });

  it('is found as by a look at every line', () => {
    const lines = ['pairs', 'held-out', 'afterwards'].flatMap((name) =>
      readFileSync(new URL(`../fixtures/similarity/${name}.txt`, import.meta.url), 'utf8')
        .split('\n')
        .flatMap((line) => /^\w+: (.*) <> (.*)$/.exec(line)?.slice(1) ?? []),
    );
    const all = lines.map((text) => ({ text }));
    const step = process.env.DAYBOOK_FULL ? 1 : 47;
    for (let at = 0; at < lines.length; at += step) {
      const text = lines[at] as string;
      const others = all.filter(({ text: other }) => other !== text);
      const near = new KnownLines(others);
      const best = Math.max(...others.map(({ text: other }) => rateSimilarity(text, other)));
      const found = Math.max(0, ...near.similarities(text).map(([, similarity]) => similarity));
      if (best >= 0.5) expect(found, text).toBe(best);
      const same = others.some((other) => isSameStatement(parseStatement(other.text), parseStatement(text)));
      expect(near.findRepeated(text) !== null, text).toBe(same);
    }
  });

  it('holds a line against thousands', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => ({
      text: `Service ${n} listens on port ${n} and writes log ${n}`,
    }));
    const many = new KnownLines(lines);
    const text = 'service 4321 writes log 4321 and listens on port 4321';
    expect(many.findRepeated(text)).toBe(lines[4321]);
    expect(many.findRepeated(text.replaceAll('4321', '9999'))).toBeNull();
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
