import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import { applyEdits } from '../../../../src/markdown/text-edit.js';
import {
  composeEdits,
  editEntry,
  ensureId,
  setCheckbox,
  setField,
} from '../../../../src/notes/edit/edit-entry.js';
import { readEntries } from '../../../../src/notes/entries/read-entries.js';
import { local } from '../../../support/search-notebook.js';

const BEFORE = '# Memory\r\n\r\n## Decisions\r\n\r\n';
const BEHIND = [
  '',
  '\r\n',
  '\n\nprose behind\n',
  '\r\n* another line ^abc\r\n',
  '\n  - nested\n\n  a paragraph\n',
];
const WORDS = [
  'keep it',
  '[ ] keep it — since it is one file',
  '[x] keep it [at:: 2026-06-07] #key',
  'keep **it**, `x ^y` and [[a#^b]] ^0a1b2c3d4e5',
  'keep it because\r\n  of a second line',
  'keep [verified:: 2020-01-01] it [verified:: 2026-01-01] ^id',
];

describe('revising an entry', () => {
  it('changes its own bytes only, and is read back with the requested values', () => {
    let count = 0;
    for (const words of WORDS)
      for (const behind of BEHIND)
        for (const bullet of ['- ', '*   ', '12) ']) {
          const text = BEFORE + bullet + words + behind;
          const note = { path: 'content/MEMORY.md', text, bom: false, hash: 'x' };
          const outline = scanBlocks(text);
          const [entry] = readEntries(note, outline, { content: 'content', local });
          if (!entry) throw new Error(`nothing read in ${JSON.stringify(text)}`);
          const edit = composeEdits(
            setCheckbox('dropped'),
            setField('verified', '2026-06-07'),
            ensureId('fresh'),
          );
          const [change] = editEntry(entry, note, outline, edit, 'test');
          if (change?.kind !== 'edit') throw new Error('nothing changed');
          const after = applyEdits(text, change.splices);
          const at = text.length - behind.length;
          expect(after.startsWith(BEFORE + bullet)).toBe(true);
          expect(after.endsWith(text.slice(at))).toBe(true);
          const [now] = readEntries({ ...note, text: after, hash: 'y' }, scanBlocks(after), {
            content: 'content',
            local,
          });
          expect(now).toMatchObject({
            text: entry.text,
            why: entry.why,
            status: 'dropped',
            verified: '2026-06-07',
          });
          expect(now?.tags).toEqual(entry.tags);
          expect(now?.id).toBe(entry.hasId ? entry.id : 'fresh');
          count++;
        }
    console.log(`${count} lines revised`);
  });

  it('does nothing twice', () => {
    const edit = composeEdits(setCheckbox('done'), setField('status', 'resolved'), ensureId('abc'));
    for (const words of WORDS) expect(edit(edit(words))).toBe(edit(words));
  });
});
