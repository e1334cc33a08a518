import { expect, test } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import { createIdGenerator } from '../../../src/notes/entries/ids.js';
import { readEntries } from '../../../src/notes/entries/read-entries.js';
import type { Note } from '../../../src/notes/note.js';

const local = (ms: number) => {
  const iso = `${new Date(ms + 7_200_000).toISOString().slice(0, 19)}+02:00`;
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), iso };
};
const read = (path: string, text: string) => {
  const note: Note = { path, text, bom: false, hash: 'x' };
  return readEntries(note, scanBlocks(text), { content: 'content', local });
};
const brief = (path: string, text: string) =>
  read(path, text).map(({ type, text, why, section }) => [type, text, why, section]);

const NOW = Date.UTC(2026, 5, 7, 12, 30);
const ID = createIdGenerator(NOW, 'seed').mint();

test('a memory: items by the section above them, any bullet and depth', () => {
  const text = `- stray\n\n## Decisions\n\n* use X — fast\n1. use Y because Z\n\n### Old\n\n+ [x] kept #key [by:: claude] ^${ID}\n\n## Other\n\n- loose\n`;
  expect(brief('content/MEMORY.md', text)).toEqual([
    ['prose', 'stray', null, null],
    ['decision', 'use X', 'fast', 'Decisions'],
    ['decision', 'use Y', 'Z', 'Decisions'],
    ['decision', 'kept', null, 'Decisions'],
    ['prose', 'loose', null, 'Other'],
  ]);
  const kept = read('content/MEMORY.md', text)[3];
  expect(kept).toMatchObject({
    id: ID,
    hasId: true,
    key: true,
    by: 'claude',
    status: 'done',
    line: 10,
    kind: 'memory',
    tags: ['key'],
  });
  expect(kept?.at).toBe('2026-06-07T14:30:00+02:00');
  expect(text.slice(kept?.start, kept?.end)).toMatch(/^\+ \[x\] kept.*\n$/);
});

test('an entry without an id has a handle that its kind, section and text decide', () => {
  const [one, two, again] = read('content/MEMORY.md', '## Facts\n- a\n- b\n- a\n');
  expect([one?.id, two?.id, again?.id].every((id) => /^~[0-9a-f]{8}$/.test(id ?? ''))).toBe(true);
  expect(new Set([one?.id, two?.id, again?.id]).size).toBe(3);
  expect(read('content/MEMORY.md', '# T\n\n## Facts\n\n- b\n- a\n').map(({ id }) => id)).toEqual([
    two?.id,
    one?.id,
  ]);
});

test('a day: one entry a block, items of its sessions, and what a session left', () => {
  const text = `# 2026-06-07

## Session 2026-06-07 14:32

- Caroline: Hey there  ^d1-1
- \`x\` done

### Tool: terminal → hugo build

built in 3 s

### Decision: Use Svelte 5 runes — less code
^${ID}

**Why**: not taken

### Blockers

- the build fails

## Summary: Deployed v0.6.0

- all is well
`;
  expect(brief('content/evolving/2026-06-07.md', text)).toEqual([
    ['moment', 'Caroline: Hey there', null, 'Session 2026-06-07 14:32'],
    ['moment', '`x` done', null, 'Session 2026-06-07 14:32'],
    ['tool', 'terminal → hugo build\nbuilt in 3 s', null, 'Session 2026-06-07 14:32'],
    ['decision', 'Use Svelte 5 runes', 'less code', 'Session 2026-06-07 14:32'],
    ['blocker', 'the build fails', null, 'Blockers'],
    ['summary', 'Deployed v0.6.0', null, 'Summary: Deployed v0.6.0'],
    ['summary', 'all is well', null, 'Summary: Deployed v0.6.0'],
  ]);
  const entries = read('content/evolving/2026-06-07.md', text);
  expect(entries.map(({ at }) => at)).toEqual([
    '2026-06-07T14:32',
    '2026-06-07T14:32',
    '2026-06-07T14:32',
    '2026-06-07T14:30:00+02:00',
    '2026-06-07T14:32',
    '2026-06-07',
    '2026-06-07',
  ]);
  expect(entries[0]).toMatchObject({ id: 'd1-1', hasId: true });
  expect(entries[3]).toMatchObject({ id: ID, hasId: true });
});

test('reminders: due, type and message', () => {
  const text =
    '# Reminders\n\n- [ ] 2026-06-09 | absolute | pay \\| sign ^r1\n- [x] - | next session | done\n- call Bob\n';
  expect(
    read('content/REMINDERS.md', text).map(({ due, when, text, status, id }) => [
      due,
      when,
      text,
      status,
      id.replace(/^~.*/, '~'),
    ]),
  ).toEqual([
    ['2026-06-09', 'absolute', 'pay | sign', 'open', 'r1'],
    ['-', 'next session', 'done', 'done', '~'],
    [null, null, 'call Bob', null, '~'],
  ]);
});

test('pages: paragraphs, items, quotes and code are prose; headings are none', () => {
  expect(
    brief(
      'content/notes/a.md',
      '---\nt: 1\n---\n# A\n\nSome text\nhere.\n\n- item\n\n> quote\n\n```\n- code\n```\n',
    ),
  ).toEqual([
    ['prose', 'Some text here.', null, 'A'],
    ['prose', 'item', null, 'A'],
    ['prose', 'quote', null, 'A'],
    ['prose', '- code', null, 'A'],
  ]);
});

test('the archive is read as what it was', () => {
  expect(brief('content/archive/MEMORY-2025.md', '## Facts\n- a\n')).toEqual([['fact', 'a', null, 'Facts']]);
  expect(read('content/archive/evolving/2025-01-02.md', '## Session\n- a\n')[0]).toMatchObject({
    type: 'moment',
    kind: 'archive',
    at: '2025-01-02',
  });
  expect(brief('content/archive/x.md', 'text\n')).toEqual([['prose', 'text', null, null]]);
});

test('what is in a fence, a quote or a comment is no entry', () => {
  expect(read('content/MEMORY.md', '## Facts\n\n```\n- a\n```\n\n> - b\n\n<!--\n- c\n-->\n')).toEqual([]);
});

test('labelled lines with ids of their own are entries of their own', () => {
  const text = '## Facts\n- note: split the queue ^6fzpss3xywf\n- gotcha: cache it ^6fzpssnpcst\n';
  expect(read('content/MEMORY.md', text)).toHaveLength(2);
});

test('the global root reads its own notes', () => {
  expect(read('~/content/MEMORY.md', '## Facts\n- a\n')[0]).toMatchObject({ type: 'fact', kind: 'memory' });
});
