import { expect, test } from 'vitest';
import { scanBlocks } from '../../src/markdown/block-scanner.js';
import type { Block, Outline } from '../../src/markdown/outline.js';
import { parseWithRemark } from '../../src/markdown/remark-outline.js';
import {
  appendBlock,
  appendToSection,
  removeBlocks,
  replaceBetweenMarkers,
  replaceLine,
} from '../../src/markdown/section-edits.js';
import { applyEdits, invertEdits, type TextEdit } from '../../src/markdown/text-edit.js';
import { verifyEdit } from '../../src/markdown/verify-edit.js';
import { findBlock, formatContextBlock } from '../../src/notes/context-block-markers.js';
import { EXAMPLES, FORMS } from '../support/markdown-samples.js';

/** Without the full run every eighth example comes in one form; with it, each in all. */
const FULL = Boolean(process.env.DAYBOOK_FULL);
const CASES = EXAMPLES.flatMap((example, i) =>
  Object.entries(FORMS)
    .filter(([form]) => form !== 'a second bom')
    .filter((_, j) => FULL || (i % 8 === 0 && j === Math.floor(i / 8) % 4))
    .map(([form, rewrite]) => ({ example, form, rewrite })),
);

const TARGET = '## Decisions\n\n- [ ] first ^a1\n- second\n';
const BLOCK = `${formatContextBlock('old').join('\n')}\n`;
const ORDER = ['Facts', 'Decisions'];
const line = (bullet: string) => `${bullet.trimEnd()} new ^b2`;
const itemAt = ({ blocks }: Outline, text: string, id: string) =>
  blocks.find((block) => block.kind === 'item' && text.slice(block.start, block.end).includes(id));

type Operation = (text: string, outline: Outline) => readonly TextEdit[] | null;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  append: (text, outline) => appendToSection(text, outline, 'Decisions', ORDER, line),
  'append to a new section': (text, outline) => appendToSection(text, outline, 'Facts', ORDER, line),
  'append a block': (text, outline) => appendBlock(text, outline, ['## Session', '', '- x']),
  tick: (text, outline) => {
    const item = itemAt(outline, text, '^a1');
    return item ? replaceLine(text, outline, item, ['- [x] first ^a1']) : null;
  },
  remove: (text, outline) => {
    const item = itemAt(outline, text, '^a1');
    return item ? removeBlocks(text, outline, [item as Block]) : null;
  },
  'replace the context block': (text, outline) => {
    const found = findBlock(outline, text);
    return found && 'start' in found
      ? replaceBetweenMarkers(text, outline, found, formatContextBlock('## New\n\n- body'))
      : null;
  },
};

test(`T15: no example next to an edit is changed by it (${CASES.length} texts)`, () => {
  const count = { done: 0, absent: 0, refused: 0, byScanner: 0 };
  for (const { example, form, rewrite } of CASES) {
    for (const text of [`${example}\n${TARGET}\n${BLOCK}`, `${TARGET}\n${BLOCK}\n${example}`].map(rewrite)) {
      const before = parseWithRemark(text);
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const splices = operation(text, before);
        if (!splices) {
          count.absent++;
          continue;
        }
        const hasty = verifyEdit(text, splices, scanBlocks);
        const proof = verifyEdit(text, splices, (one) => (one === text ? before : parseWithRemark(one)));
        if (hasty.ok) expect(proof, `${name}, ${form}: ${JSON.stringify(text)}`).toEqual({ ok: true });
        if (!proof.ok) {
          count.refused++;
          continue;
        }
        count.done++;
        if (hasty.ok) count.byScanner++;
        const after = applyEdits(text, splices);
        expect(applyEdits(after, invertEdits(splices))).toBe(text);
        expect(foreign(after), `${name}, ${form}: ${JSON.stringify(text)}`).toBe(foreign(text));
      }
    }
  }
  const all = count.done + count.absent + count.refused;
  const share = (count.done / all) * 100;
  console.log(
    `${all} edits: ${count.done} done (${share.toFixed(1)} %), ${count.byScanner} of them proved by lines alone, ${count.refused} refused, ${count.absent} without a visible target; 0 foreign bytes changed`,
  );
  expect(share).toBeGreaterThan(97);
});

/** What is neither target nor block, in any byte form: the example itself, blank lines aside. */
function foreign(text: string): string {
  const ours =
    /^(?:## (?:Decisions|Facts|Session)|- \[[ x]\] first \^a1|- second|[ \t]*(?:[-*+]|\d+[.)])[ \t]+new \^b2|- x|<!-- MIND.*|old|## New|- body|)$/;
  return text
    .split(/\r\n|\n|\r/)
    .filter((one) => !ours.test(one))
    .join('\n');
}
