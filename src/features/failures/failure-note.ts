import { parseBlock } from '../../notes/entries/block.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { findLinks } from '../../notes/links/find-links.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { createFailure, type Failure, type FailureGraph, SCHEMA_VERSION } from './failure.js';

/** One block of FAILURES.md, and its note. */
export interface StoredFailure {
  readonly what: string;
  readonly failure: Failure;
  readonly entry: LocatedEntry;
  readonly note: Note;
}

/** What must not be tried again here, and in all workspaces (MindSave: `scope: global`). */
export const listFailures = (
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): readonly StoredFailure[] =>
  [notebook.content, GLOBAL_CONTENT].flatMap((content) => {
    const note = notebook.note(`${content}/${notePath('failures')}`);
    return note
      ? entries(note)
          .filter(({ type }) => type === 'failure')
          .map((entry) => keptIn(note, entry))
      : [];
  });

/** The same as a graph; the project's own records count more than global ones. */
export const buildFailureGraph = (
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): FailureGraph =>
  Object.fromEntries(
    listFailures(notebook, entries)
      .toReversed()
      .map(({ what, failure }) => [what, failure]),
  );

function keptIn(note: Note, entry: LocatedEntry): StoredFailure {
  const { heading, fields } = parseBlock(note.text.slice(entry.start, entry.end));
  const field = (key: keyof Failure) => fields.get(key) ?? fields.get(key.replaceAll('_', ' '));
  const names = (key: keyof Failure) => parseNames(field(key) ?? '');
  const by = field('rejected_by');
  const confidence = field('confidence');
  return {
    what: heading.slice(heading.indexOf(':') + 1).trim(),
    failure: createFailure({
      schema_version: field('schema_version') ?? SCHEMA_VERSION,
      reason: field('reason') ?? entry.why ?? '',
      repeat_count: Math.max(1, Number(field('repeat_count')) || 1),
      scope: note.path.startsWith('~/') ? 'global' : (field('scope') ?? 'project'),
      related: names('related'),
      alternatives: names('alternatives'),
      ...(by === undefined ? {} : { rejected_by: by }),
      ...(confidence === undefined ? {} : { confidence }),
    }),
    entry,
    note,
  };
}

/** Parses names: links or text between commas, or between semicolons if a name has a comma. */
const parseNames = (text: string): string[] =>
  text
    .split(text.includes(';') ? /;\s*/ : /,\s*(?![^[]*\]\])/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [link] = findLinks(one);
      return link ? (link.alias ?? link.note) : one;
    });
