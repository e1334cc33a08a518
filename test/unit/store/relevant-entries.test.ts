import { describe, expect, it } from 'vitest';
import { formatEntryText } from '../../../src/notes/entries/entry.js';
import { openNoteIndex } from '../../../src/store/note-index/note-index.js';
import { findRelevant, Shelf } from '../../support/note-index.js';
import { read, SETTING } from '../../support/search-notebook.js';

const MEMORY = `# Memory

## Decisions

- keep sessions in Postgres — Redis lost them on restart
- sessions of the admin pages end after ten minutes
- [x] sessions in Postgres need an index

## Gotchas

- the login page caches its session tokens -> clear the cookie
- the login page caches its session tokens: clear the cookie
- db migrations lock the sessions table

## Progress

- moved the sessions of the login page to Postgres
`;

function shelf(memory = MEMORY, days: Readonly<Record<string, string>> = {}) {
  const shelf = new Shelf();
  shelf.write('content/MEMORY.md', memory);
  for (const [path, text] of Object.entries(days)) shelf.write(path, text);
  shelf.now += 10_000;
  return shelf;
}

const open = (files: Shelf) => openNoteIndex(files, { ...SETTING, read, clock: () => files.now });
const told = (files: Shelf, text: string, most = 4) =>
  findRelevant(open(files), { text, purpose: 'prompt', most }).map(formatEntryText);

describe('an entry that concerns a prompt', () => {
  it('shares its rarest words, is valid, reports no event, and is shown once', () => {
    const found = told(shelf(), 'change how the login page caches session tokens');
    expect(found).toEqual(['the login page caches its session tokens -> clear the cookie']);
    expect(told(shelf(), 'where do we keep sessions: Postgres or Redis?')[0]).toBe(
      'keep sessions in Postgres',
    );
  });

  it.each(['', 'ok', '   ', 'rename the footer component', '😀'.repeat(50), '你好'])(
    '«%s»: nothing',
    (text) => expect(told(shelf(), text)).toEqual([]),
  );

  it('returns at most the requested number, and reads a note once', () => {
    const files = shelf();
    open(files).counts();
    files.reads = 0;
    expect(told(files, 'sessions in Postgres, login page tokens', 1).length).toBe(1);
    expect(files.reads).toBe(0); // by size and time it is the one that was indexed
  });

  it('is shown with its current text', () => {
    const files = shelf();
    const catalogue = open(files);
    catalogue.counts();
    files.write('content/MEMORY.md', MEMORY.replace('in Postgres — Redis', 'in Valkey — Redis'));
    files.now += 10_000;
    catalogue.refresh();
    const found = findRelevant(catalogue, {
      text: 'where are sessions kept since Redis?',
      purpose: 'question',
      most: 1,
    });
    expect(found.map(({ text }) => text)).toEqual(['keep sessions in Valkey']);
  });

  it('does not depend on how the index was put together', () => {
    const days = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `content/evolving/2026-05-${String(i + 1).padStart(2, '0')}.md`,
        `# Day\n\n## Session 2026-05-20 09:00\n\n- decided that worker ${i} of the zymograph queue retries ${i % 5} times\n`,
      ]),
    );
    const whole = open(shelf(MEMORY, days));
    const grown = shelf();
    for (const [path, text] of Object.entries(days)) {
      grown.write(path, text);
      grown.now += 10_000;
      open(grown).counts();
    }
    const ask = {
      text: 'how often does the zymograph queue retry?',
      purpose: 'question' as const,
      most: 5,
    };
    const found = findRelevant(open(grown), ask);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(findRelevant(whole, ask));
  });
});
