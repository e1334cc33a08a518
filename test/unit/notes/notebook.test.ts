import { expect, test } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import type { Note } from '../../../src/notes/note.js';
import { createNotebook } from '../../../src/notes/notebook.js';

const notes = new Map<string, Note>(
  [
    ['content/a.md', '# A\n'],
    ['content/b.md', '# B\n'],
  ].map(([path = '', text = '']) => [path, { path, text, bom: path.includes('b'), hash: path }]),
);
const reader = { note: (path: string) => notes.get(path) ?? null, list: () => [...notes.keys()] };

test('changes are laid over, and the wiki below stays as it is', () => {
  const notebook = createNotebook(reader, scanBlocks, 'content');
  const after = notebook.after([
    {
      kind: 'edit',
      path: 'content/b.md',
      base: 'content/b.md',
      splices: [{ at: 2, old: 'B', new: 'C' }],
      why: '',
    },
    { kind: 'edit', path: 'content/b.md', base: '', splices: [{ at: 2, old: 'C', new: 'D' }], why: '' },
    { kind: 'create', path: 'content/0.md', text: 'new', why: '' },
    { kind: 'create', path: 'CLAUDE.md', text: 'not listed', why: '' },
    { kind: 'move', path: 'content/a.md', to: 'content/archive/a.md', base: '', why: '' },
  ]);
  expect(after.list()).toEqual(['content/0.md', 'content/archive/a.md', 'content/b.md']);
  expect(after.note('content/b.md')).toMatchObject({ text: '# D\n', bom: true });
  expect(after.note('content/a.md')).toBeNull();
  expect(after.note('content/archive/a.md')).toMatchObject({ path: 'content/archive/a.md', text: '# A\n' });
  expect(after.note('CLAUDE.md')?.text).toBe('not listed');
  expect(after.after([{ kind: 'remove', path: 'content/0.md', base: '', why: '' }]).list()).toEqual([
    'content/archive/a.md',
    'content/b.md',
  ]);
  expect(notebook.list()).toEqual(['content/a.md', 'content/b.md']);
  expect(notebook.note('content/b.md')?.text).toBe('# B\n');
});

test('an outline is that of the text as it would stand', () => {
  const notebook = createNotebook(reader, scanBlocks, 'content');
  const note = notebook.note('content/a.md') as Note;
  expect(notebook.outline(note).blocks[0]?.text).toBe('A');
  const after = notebook.after([
    { kind: 'edit', path: note.path, base: '', splices: [{ at: 2, old: 'A', new: 'Z' }], why: '' },
  ]);
  expect(after.outline(after.note(note.path) as Note).blocks[0]?.text).toBe('Z');
});

test('an edit that does not fit, or of a note that is not there, throws', () => {
  const notebook = createNotebook(reader, scanBlocks, 'content');
  expect(() =>
    notebook.after([
      { kind: 'edit', path: 'content/a.md', base: '', splices: [{ at: 0, old: 'x', new: '' }], why: '' },
    ]),
  ).toThrow(RangeError);
  expect(() =>
    notebook.after([{ kind: 'move', path: 'content/z.md', to: 'content/y.md', base: '', why: '' }]),
  ).toThrow(RangeError);
});
