import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../src/command/define-command.js';
import { findHitContext } from '../../../../src/features/search/hit-context.js';
import type { Note } from '../../../../src/notes/note.js';
import { noteOf, read, searchIn } from '../../../support/search-notebook.js';

const TEXT = `# Memory

## Storage

### Sessions

- sessions are kept in Postgres ^aaaaaaaaaa1
- the pool has ten connections ^aaaaaaaaaa2
- a connection is kept for an hour ^aaaaaaaaaa3

## Builds

- builds run on one machine ^aaaaaaaaaa4
`;

describe('the context of a hit', () => {
  const path = 'content/MEMORY.md';
  const note = noteOf(path, TEXT);
  const ctx = {
    notebook: {
      note: (asked: string) => (asked === path ? note : null),
      outline: (one: Note) => read(one).outline,
    },
    entries: (one: Note) => read(one).entries,
  } as unknown as CommandContext;
  const contextOf = (words: string) => findHitContext(ctx, searchIn({ [path]: TEXT })(words).hits[0]!);

  it('is the headings above it and the entries beside it in its section', () => {
    expect(contextOf('pool')).toEqual({
      heading: 'Storage › Sessions',
      before: { id: 'aaaaaaaaaa1', text: 'sessions are kept in Postgres' },
      after: { id: 'aaaaaaaaaa3', text: 'a connection is kept for an hour' },
    });
  });

  it('has no neighbours of another section', () => {
    expect(contextOf('builds')).toEqual({ heading: 'Builds', before: null, after: null });
    expect(contextOf('hour').after).toBe(null);
  });

  it('falls back to the section if the note has changed', () => {
    const hit = searchIn({ [path]: TEXT })('pool').hits[0]!;
    expect(findHitContext(ctx, { ...hit, line: 1 })).toEqual({
      heading: 'Sessions',
      before: null,
      after: null,
    });
  });
});
