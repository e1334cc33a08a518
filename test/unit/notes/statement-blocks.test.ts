import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import { findEntryBlock, splitBlock } from '../../../src/notes/entries/statement-blocks.js';
import { splitStatements } from '../../../src/notes/freeform/split-statements.js';

const split = (text: string) =>
  splitStatements(text).map(({ start, end }) => text.slice(start, end).trimEnd());
const WRAPPED = `decided to stream the rows of the import since the big file did not fit into
memory and the machine has no swap at all`;

describe('statements of a paragraph', () => {
  it.each([
    ['one line a statement', 'decided to use Zod\nproblem: slow\nBob left early', 3],
    ['a reason', 'decided to use Zod\nbecause it is small', 1],
    ['an open comma', 'we keep the feed,\nthe index and the cache', 1],
    ['an open word', 'the arm homes to\nthe last pose', 1],
    ['an indented line', 'the old admin is at /legacy\n  behind basic auth', 1],
    ['a line broken at the margin', WRAPPED, 1],
    ['a clause of its own', 'uploads fail\nwhen the proxy restarts, run the job again', 2],
    ['a clause that continues', 'uploads fail\nwhen the proxy restarts', 1],
    ['a label behind an open comma', 'we keep the feed,\nproblem: it is slow', 2],
    ['an id at the end', 'keep the feed, ^61k0y5k9xfs\nand the index', 2],
    ['Chinese', '我们决定用对象存储，\n数据库只存键\n坑：时区是 UTC', 2],
  ])('%s', (_, text, count) => {
    expect(split(text)).toHaveLength(count);
    expect(split(text.replaceAll('\n', '\r\n'))).toHaveLength(count);
  });

  it('hold every line once, and stay whole when they are split again', () => {
    const piece = fc.constantFrom(
      'decided to use X',
      'problem: slow',
      'and so on,',
      'because of Y',
      '  indented',
      'Capital line.',
      WRAPPED,
      'when it rains, stop',
      'is it so?',
      '[ ] a box',
      'x ^id-1',
      '(aside)',
      '2026-06-07: done: it',
      '因为快',
      '',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const text = lines.join(eol);
        const spans = splitStatements(text);
        expect(spans.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end } of spans) expect(splitStatements(text.slice(start, end))).toHaveLength(1);
      }),
      { seed: 30 },
    );
  });
});

describe('blocks of statements', () => {
  const text = '# T\n\n- keep the feed\nproblem: slow\n\ndecided X\nTIL: Y\n  and Z\nend\n';
  const outline = parseWithRemark(text);
  const parts = outline.blocks.flatMap((block) => splitBlock(text, block));
  it('are whole lines with their own places', () => {
    expect(parts.map(({ kind, line, lastLine, text: words }) => [kind, line, lastLine, words])).toEqual([
      ['heading', 1, 1, 'T'],
      ['item', 3, 3, 'keep the feed'],
      ['paragraph', 4, 4, 'problem: slow'],
      ['paragraph', 6, 6, 'decided X'],
      ['paragraph', 7, 8, 'TIL: Y\nand Z'],
      ['paragraph', 9, 9, 'end'],
    ]);
    for (const part of parts) expect(findEntryBlock(text, outline, part)).toEqual(part);
  });
});
