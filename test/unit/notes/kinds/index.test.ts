import { expect, test } from 'vitest';
import { ENTRY_TYPES } from '../../../../src/notes/entry-types.js';
import {
  getKind,
  getKindByPath,
  getParsingKind,
  KIND_NAMES,
  KINDS,
  notePath,
  parsePathDate,
} from '../../../../src/notes/kinds/index.js';

test.each([
  ['MEMORY.md', 'memory', 'memory'],
  ['SESSION.md', 'session', 'session'],
  ['REMINDERS.md', 'reminders', 'reminders'],
  ['INBOX.md', 'inbox', 'inbox'],
  ['evolving/2026-06-07.md', 'day', 'day'],
  ['evolving/2026.md', 'page', 'page'],
  ['archive/MEMORY-2025.md', 'archive', 'memory'],
  ['archive/evolving/2025-01-02.md', 'archive', 'day'],
  ['archive/guide/x.md', 'archive', 'page'],
  ['guide/MEMORY.md', 'page', 'page'],
  ['MEMORYxmd', 'page', 'page'],
  ['_index.md', 'page', 'page'],
])('%s is of kind %s and read as %s', (path, kind, reading) => {
  expect(getKindByPath(path).name).toBe(kind);
  expect(getParsingKind(path).name).toBe(reading);
});

test('a path and its kind lead to each other', () => {
  expect(notePath('memory')).toBe('MEMORY.md');
  expect(notePath('day', { date: '2026-06-07' })).toBe('evolving/2026-06-07.md');
  expect(() => notePath('day')).toThrow('needs a date');
  expect(() => getKind('nothing')).toThrow('no kind');
  expect(parsePathDate('archive/evolving/2026-06-07.md')).toBe('2026-06-07');
  for (const kind of KINDS)
    expect(getKindByPath(notePath(kind.name, { date: '2026-06-07', name: 'x', path: 'x' })).name).toBe(
      kind.name,
    );
});

test('names differ, and every type of a kind is a type', () => {
  expect(new Set(KIND_NAMES).size).toBe(KINDS.length);
  for (const { sections, blocks, defaultType: otherwise } of KINDS)
    for (const type of [...sections, ...blocks].map((one) => one.type).concat(otherwise))
      expect(Object.hasOwn(ENTRY_TYPES, type)).toBe(true);
});
