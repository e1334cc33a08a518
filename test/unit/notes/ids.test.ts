import { describe, expect, test } from 'vitest';
import { createIdGenerator, isLapped, parseIdTime } from '../../../src/notes/entries/ids.js';
import { createWorkspace } from '../../support/workspace.js';

const YEARS = [2026, 2053, 2055, 2060, 2088, 2100, 2200];
const june = (year: number) => Date.UTC(year, 5, 7, 12);

describe('ids beyond 2054, when their seconds have been counted once', () => {
  test.each(YEARS)('%i: the form is the same, and the moment is read back', (year) => {
    const id = createIdGenerator(june(year), 'seed').mint();
    expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{11}$/);
    expect(parseIdTime(id, june(year))).toBe(june(year));
    expect(parseIdTime(id, june(year) + 86_400_000)).toBe(june(year));
    expect(isLapped(june(year))).toBe(year > 2054);
  });

  test('an id that is in use, or was just minted, is drawn again', () => {
    const lap = 32 ** 6 * 1000;
    const first = createIdGenerator(june(2026), 'seed').mint();
    const again = createIdGenerator(june(2026) + lap, 'seed').mint();
    expect(again).toBe(first);
    const fresh = createIdGenerator(june(2026) + lap, 'seed', (id) => id === first).mint();
    expect(fresh).not.toBe(first);
    expect(fresh.slice(0, 6)).toBe(first.slice(0, 6));
    const ids = createIdGenerator(june(2026), 'seed');
    const many = Array.from({ length: 20_000 }, () => ids.mint());
    expect(new Set(many).size).toBe(many.length);
  });

  test('without a moment to compare with, an id is of the first lap', () => {
    expect(parseIdTime(createIdGenerator(june(2040), 'seed').mint())).toBe(june(2040));
  });
});

describe('the command under a clock of the far future', () => {
  test.each([2055, 2060, 2100])(
    '%i: what is logged is dated, found, and never has an id twice',
    async (year) => {
      const bench = createWorkspace();
      const lap = 32 ** 6 * 1000;
      const now = (ms: number) => new Date(ms).toISOString();
      const earlier = june(year) - lap;
      const ids: string[] = [];
      for (const [at, text] of [
        [earlier, 'keep the old parser'],
        [june(year), 'keep the new lexer'],
      ] as const) {
        const { entry } = await bench.json(['log', text, '--type', 'decision'], {
          now: now(at),
          seed: 'same',
        });
        expect(Date.parse(entry.at)).toBe(at);
        ids.push(entry.id);
      }
      expect(new Set(ids).size).toBe(2);
      const { hits } = await bench.json(['search', 'lexer'], { now: now(june(year)) });
      expect(hits[0]).toMatchObject({ id: ids[1] });
      expect(hits[0].at.slice(0, 4)).toBe(String(year));
      const later = await bench.json(['history'], { now: now(june(year) + 1000) });
      expect(later.history[0].say).toContain('lexer');
      expect((await bench.run(['doctor'], { now: now(june(year)) })).out).not.toContain('more than once');
    },
  );
});
