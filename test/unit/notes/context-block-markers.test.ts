import { expect, test } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import {
  type ContextBlock,
  findBlock,
  formatContextBlock,
  isBlockEdited,
} from '../../../src/notes/context-block-markers.js';

const OPEN = '<!-- MIND:CONTEXT 811c9dc5 -->';
const END = '<!-- MIND:END -->';
const BLOCK = `${OPEN}\nbody\n${END}\n`;

/** A layout and what is found in it: the lines of the block, the line of a problem, or nothing. */
const LAYOUTS: readonly (readonly [string, string, readonly [number, number] | number | null])[] = [
  ['alone', BLOCK, [1, 3]],
  ['between texts', `# A\n\ntext\n\n${BLOCK}\nmore\n`, [5, 7]],
  ['right behind a text', `text\n${BLOCK}`, [2, 4]],
  ['empty', `${OPEN}\n${END}\n`, [1, 2]],
  ['without a hash', `<!-- MIND:CONTEXT -->\nbody\n${END}\n`, [1, 3]],
  ['indented a little', `  ${OPEN}\nbody\n  ${END}\n`, [1, 3]],
  ['with a list in it', `${OPEN}\n## M\n\n- a\n- b\n${END}\n`, [1, 6]],
  ['without a final newline', `${OPEN}\nbody\n${END}`, [1, 3]],
  ['in a fence', `\`\`\`\n${BLOCK}\`\`\`\n`, null],
  ['in a fence of tildes', `~~~ md\n${BLOCK}~~~\n`, null],
  ['in an open fence', `\`\`\`\n${BLOCK}`, null],
  ['as indented code', BLOCK.replace(/^/gm, '    '), null],
  ['in a list', `- x\n  ${BLOCK.replace(/\n(?=.)/g, '\n  ')}`, null],
  ['in a quote', BLOCK.replace(/^(?=.)/gm, '> '), null],
  ['in a div', `<div>\n${BLOCK}</div>\n`, null],
  ['in pre', `<pre>\n${BLOCK}</pre>\n`, null],
  ['in a comment', `<!--\n${OPEN.slice(0, -4)}\n${END.slice(0, -4)}\n-->\n`, null],
  ['in a line of text', `see ${OPEN} and ${END}\n`, null],
  ['with text behind the marker', `${OPEN} text\nbody\n${END}\n`, 3],
  ['open without an end', `text\n\n${OPEN}\nbody\n`, 3],
  ['an end without a beginning', `text\n\n${END}\n`, 3],
  ['the wrong way round', `${END}\nbody\n${OPEN}\n`, 1],
  ['twice', `${BLOCK}\n${BLOCK}`, 5],
  ['one in another', `${OPEN}\n${BLOCK}${END}\n`, 2],
  ['two ends', `${BLOCK}\n${END}\n`, 5],
  ['an end in the body’s fence', `${OPEN}\n\`\`\`\n${END}\n`, 1],
  ['a name that only begins so', '<!-- MIND:CONTEXTUAL -->\n', null],
];

test.each(LAYOUTS)('T20: markers %s', (_, text, want) => {
  for (const eol of ['\n', '\r\n', '\r']) {
    const form = text.replaceAll('\n', eol);
    for (const look of [scanBlocks, parseWithRemark]) {
      const found = findBlock(look(form), form);
      if (want === null) expect(found).toBeNull();
      else if (typeof want === 'number')
        expect(found).toMatchObject({ line: want, problem: expect.any(String) });
      else expect(found).toMatchObject({ line: want[0], lastLine: want[1] });
    }
  }
});

test('what is written is found, untouched; a change within is noticed, line endings are none', () => {
  const text = `${formatContextBlock('## Memory\n\n- a --> b <!-- MIND:END -->').join('\n')}\n`;
  const found = findBlock(scanBlocks(text), text) as ContextBlock;
  expect(isBlockEdited(found)).toBe(false);
  const crlf = text.replaceAll('\n', '\r\n');
  expect(isBlockEdited(findBlock(scanBlocks(crlf), crlf) as ContextBlock)).toBe(false);
  const edited = text.replace('Memory', 'Mine');
  expect(isBlockEdited(findBlock(scanBlocks(edited), edited) as ContextBlock)).toBe(true);
});
