import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../src/command/define-command.js';
import { addHitContext, cutPassage } from '../../../../src/features/search/hit-context.js';
import type { Note } from '../../../../src/notes/note.js';
import { noteOf, read, searchIn } from '../../../support/search-notebook.js';

const FILLER = 'Nothing of note happened on the way to the office that day. ';

describe('the passage of a long hit', () => {
  it('is the whole text up to 300 characters', () => {
    const text = 'x'.repeat(300);
    expect(cutPassage(text, ['x'])).toBe(text);
  });

  it('has the most different matched words, and marks what is left out', () => {
    const text = `${FILLER.repeat(3)}The queue grew. ${FILLER.repeat(4)}The queue stalled on a lock of the importer. ${FILLER.repeat(5)}`;
    const passage = cutPassage(text, ['queue', 'lock', 'importer']);
    expect(passage).toMatch(/^… .*The queue stalled on a lock of the importer\..* …$/);
    expect(passage.length).toBeLessThan(250);
    expect(text).toContain(passage.slice(2, -2));
  });

  it('has the start of the text if no word is found, and the end without a mark', () => {
    expect(cutPassage(FILLER.repeat(8), ['absent'])).toMatch(/^Nothing of note .* …$/);
    expect(cutPassage(`${FILLER.repeat(8)}The lock was free.`, ['lock'])).toMatch(
      /^… .*The lock was free\.$/,
    );
  });

  it('splits Chinese text at its full stops', () => {
    const text = `${'今天什么都没有发生。'.repeat(40)}数据库连接池耗尽时重启服务。${'今天什么都没有发生。'.repeat(40)}`;
    expect(cutPassage(text, ['数据库'])).toContain('今天什么都没有发生。');
  });
});

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
  const contextOf = (words: string) => addHitContext(ctx, searchIn({ [path]: TEXT })(words).hits[0]!, {});

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
    expect(addHitContext(ctx, { ...hit, line: 1 }, {})).toEqual({
      heading: 'Sessions',
      before: null,
      after: null,
    });
  });
});
