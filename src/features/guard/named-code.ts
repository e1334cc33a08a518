import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import { GLOBAL_CONTENT, type LocatedEntry } from '../../notes/entries/read-entries.js';
import { findCodeReferences } from '../../notes/entries/references.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import type { GuardedEntry } from './guarded-entries.js';

/** The types that are shown before a file or symbol that they name is edited. */
const TYPES: readonly EntryType[] = ['gotcha', 'decision'];

/** Names that a file of almost any folder has: without its folder such a name says nothing. */
const COMMON_FILES = /^(?:index|main|mod|lib|__init__|README|package|setup)\.\w+$/i;

/** Lists the gotchas and decisions that name files or symbols, gotchas first, then the newest first. */
export function listEntriesNamingCode(
  notebook: Notebook,
  entries: (note: Note, only?: EntryType) => readonly LocatedEntry[],
): readonly GuardedEntry[] {
  const memory = notePath('memory');
  const paths = [
    `${notebook.content}/${memory}`,
    getPrivateMemoryPath(notebook),
    `${GLOBAL_CONTENT}/${memory}`,
  ];
  const notes = [...new Set(paths)].flatMap((path) => notebook.note(path) ?? []);
  return TYPES.flatMap((type) =>
    notes
      .flatMap((note) => entries(note, type))
      .filter(isStanding)
      .toSorted((a, b) => toTime(b) - toTime(a))
      .flatMap((entry) => {
        const line = [formatEntryText(entry), entry.why].filter(Boolean).join(' — ');
        const names = listNamedCode(line);
        return names.length === 0
          ? []
          : [{ entry, line, trap: { wrong: [], right: [], names }, forbids: false }];
      }),
  );
}

/** Milliseconds; 0 where the entry has no time. */
const toTime = ({ at }: LocatedEntry): number => (at === null ? 0 : Date.parse(at));

/** Lists the files and symbols that a text names: `src/queue.ts`, `readToken`. A plain word in backticks is neither. */
const listNamedCode = (text: string): readonly string[] =>
  findCodeReferences(text).flatMap(({ sort, name }) => {
    if (sort === 'path') return /\.\w+$/.test(name) && !COMMON_FILES.test(name) ? [name] : [];
    const own = name.split(/[.#]|::/).at(-1) ?? '';
    return sort === 'symbol' && /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(own) ? [own] : [];
  });
