// @module-tag full: it runs commands many times over
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../support/random.js';
import { FULL } from '../../support/workspace.js';
import { composed, type Found, literals, made, pieces } from './patterns.js';

/** Quickly so many texts for each pattern, always the same ones; in full all of them. */
const DRAWN = 2;
const DRAW = 'T22';

/** A doubled text may take so many times as long, to the power of 2: 1 is linear, 2 is quadratic. */
const STEEPEST = 1.5;

/** Below this many ms the clock says nothing about growth. */
const FLOOR_MS = 2;
const LONGEST = (FULL ? 128 : 32) * 1024;

/** These are held against texts without long lines only (`narrow` in src/features/guard/tool-action.ts). */
const NARROWED = 'src/features/guard/actions/';
const LONGEST_LINE = 500;

/** A piece, repeated until a line is full. */
const inLines = (piece: string): string =>
  `${piece.repeat(Math.ceil(LONGEST_LINE / piece.length)).slice(0, LONGEST_LINE)}\n`;

/** What takes longer than this and still grows steeply need not be tried on longer texts. */
const SLOW_MS = 100;

describe('T22: regular expressions', () => {
  it('each takes no more than in proportion to its text, whatever that is', async () => {
    const patterns = unique([...literals(), ...composed(), ...(await made())]);
    const roll = createRandom(DRAW);
    let tried = 0;
    const steep: string[] = [];
    for (const { pattern, place } of patterns) {
      const all = pieces(pattern);
      const drawn = FULL ? all : all.filter(() => roll() * all.length < DRAWN);
      for (const piece of drawn) {
        tried++;
        const power = growth(pattern, place.startsWith(NARROWED) ? inLines(piece) : piece);
        if (power <= STEEPEST) continue;
        steep.push(`${place} ${pattern} by ${JSON.stringify(piece)}: ${power.toFixed(1)}`);
        break;
      }
    }
    console.log(
      `patterns: ${patterns.length} patterns by ${tried} texts up to ${LONGEST / 1024} KB, ${steep.length} that grow faster than n^${STEEPEST}`,
    );
    expect(steep).toEqual([]);
  }, 900_000);
});

const unique = (all: readonly Found[]): Found[] => [
  ...new Map(all.map((one) => [String(one.pattern), one])).values(),
];

/**
 * How the time grows with the length: its power, measured at lengths where the clock can tell, and again at longer ones
 * while it looks steep, since a bounded pattern is steep only up to its bound. Infinite where a short text takes long.
 */
function growth(pattern: RegExp, piece: string): number {
  for (const length of [20, 25, 30]) if (timed(pattern, piece, length) > 200) return Number.POSITIVE_INFINITY;
  let length = 256;
  while (length < LONGEST && timed(pattern, piece, length) < FLOOR_MS) length *= 2;
  let power = 0;
  for (; length <= LONGEST / 2; length *= 2) {
    power = Math.min(...Array.from({ length: 3 }, () => powerAt(pattern, piece, length)));
    if (power <= STEEPEST || timed(pattern, piece, length) > SLOW_MS) return power;
  }
  return power;
}

/** Over two doublings. */
function powerAt(pattern: RegExp, piece: string, length: number): number {
  const short = best(pattern, piece, length);
  if (short < FLOOR_MS / 2) return 0;
  const long = timed(pattern, piece, length * 4);
  return Math.log2(long / short) / 2;
}

const best = (pattern: RegExp, piece: string, length: number): number =>
  Math.min(...Array.from({ length: 3 }, () => timed(pattern, piece, length)));

/** Milliseconds of the processor, whatever else it has to do, that a pattern takes over a text made of one piece, with an end that does not match. */
function timed(pattern: RegExp, piece: string, length: number): number {
  const text = `${piece.repeat(Math.ceil(length / piece.length))}\u0001`;
  const began = process.cpuUsage();
  for (let from = 0; from <= text.length; ) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match || !pattern.global) break;
    from = Math.max(pattern.lastIndex, match.index + 1);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
