import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { LineCutter } from '../../../src/platform/streams/json-line-truncator.js';
import { eachLine } from '../../../src/platform/streams/line-stream.js';
import { freshFolder } from '../../support/store-root.js';

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"', '\\', '\\\\"', '\u0000\u001f', '"]}', 'ä€😀'.repeat(4), '\\u0041'),
);
const value = fc.array(fc.oneof(words, fc.array(words), fc.record({ t: words, n: fc.double() })));

/** Every string of a value, in its order. */
function stringsIn(json: unknown): readonly string[] {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}

describe('a line of JSON that is cut', () => {
  it('is JSON with the same strings, each whole or its beginning, however its bytes come in', () => {
    let cut = 0;
    fc.assert(
      fc.property(
        value,
        fc.integer({ min: 1, max: 60 }),
        fc.nat(20),
        fc.boolean(),
        (json, most, step, isEscaped) => {
          const plain = JSON.stringify(json);
          const text = isEscaped ? plain.replace(/[^\0-\x7f]/g, escapeOf) : plain;
          const bytes = Buffer.from(text, 'utf8');
          const cutter = new LineCutter();
          cutter.begin(most);
          for (let at = 0; at < bytes.length; at += step + 1) cutter.add(bytes.subarray(at, at + step + 1));
          const [whole, left] = [json, JSON.parse(cutter.line())].map(stringsIn);
          expect(left?.length).toBe(whole?.length);
          for (const [index, one] of (whole ?? []).entries()) {
            const [, begun] = /^([\s\S]*)… \d+ bytes more$/.exec(left?.[index] ?? '') ?? [];
            if (begun === undefined) expect(left?.[index]).toBe(Buffer.from(one, 'utf8').toString('utf8'));
            else {
              cut++;
              expect(one.startsWith(begun) || one.startsWith(begun.slice(0, -1))).toBe(true);
              expect(Buffer.byteLength(JSON.stringify(one)) + 6 * one.length).toBeGreaterThan(most);
            }
          }
        },
      ),
      { numRuns: process.env.DAYBOOK_FULL ? 20_000 : 400, seed: 12 },
    );
    expect(cut).toBeGreaterThan(200);
  });

  it('is as long as it was where nothing in it is too long', () => {
    const cutter = new LineCutter();
    const line = JSON.stringify({ a: 'x'.repeat(100), b: ['y'.repeat(99), '"\\\n'] });
    for (let round = 0; round < 2; round++) {
      cutter.begin(100);
      cutter.add(Buffer.from(line));
      expect(cutter.line()).toBe(line);
    }
  });
});

/** A character as JSON may write it, too. */
const escapeOf = (char: string): string =>
  [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');

describe('the lines of a file', () => {
  const path = join(freshFolder(), 'lines.jsonl');
  const linesOf = (text: string, most?: (number: number) => number) => {
    writeFileSync(path, text);
    const found: [number, string][] = [];
    const count = eachLine(
      nodeFileSystem,
      '',
      path,
      (line, number) => void found.push([number, line]),
      most ? { most } : {},
    );
    return { count, found };
  };

  it('come with their numbers, the last with or without its end', () => {
    for (const text of ['a\n\nb', 'a\n\nb\n'])
      expect(linesOf(text)).toEqual({
        count: 3,
        found: [
          [0, 'a'],
          [1, ''],
          [2, 'b'],
        ],
      });
    expect(linesOf('')).toEqual({ count: 0, found: [] });
  });

  it('are skipped if not needed, and cut if only their beginnings are needed', () => {
    const line = (n: number) => JSON.stringify({ n, text: 'x'.repeat(300_000) });
    const text = [line(0), line(1), line(2)].join('\n');
    const { count, found } = linesOf(text, (number) => [0, 5, 1e6][number] ?? 0);
    expect([count, found.map(([number]) => number)]).toEqual([3, [1, 2]]);
    expect(found[0]?.[1]).toBe('{"n":1,"text":"xxxxx… 299995 bytes more"}');
    expect(found[1]?.[1]).toBe(line(2));
  });

  it('of any length come: of an image only the beginning', () => {
    const { found } = linesOf(`${JSON.stringify({ image: 'A'.repeat(9_000_000), said: 'look' })}\n{}`);
    expect(found).toHaveLength(2);
    expect(JSON.parse(found[0]?.[1] ?? '')).toMatchObject({ said: 'look' });
    expect(found[0]?.[1].length).toBeLessThan(5_000_000);
  });
});
