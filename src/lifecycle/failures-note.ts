import { pathOf } from '../kinds/index.js';
import { parseBlock } from '../wiki/block.js';
import { GLOBAL_CONTENT, type Located } from '../wiki/entries.js';
import { linksOf } from '../wiki/links/links.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';
import { type Failure, type FailureGraph, failureOf } from './failure.js';

/** One block of FAILURES.md, and the note that it stands in. */
export interface Kept {
  readonly what: string;
  readonly failure: Failure;
  readonly entry: Located;
  readonly note: Note;
}

/** What must not be tried again here, and in all workspaces (MindSave: `scope: global`). */
export const keptFailures = (wiki: Wiki, entries: (note: Note) => readonly Located[]): readonly Kept[] =>
  [wiki.content, GLOBAL_CONTENT].flatMap((content) => {
    const note = wiki.note(`${content}/${pathOf('failures')}`);
    return note
      ? entries(note)
          .filter(({ type }) => type === 'failure')
          .map((entry) => keptIn(note, entry))
      : [];
  });

/** The same as a graph; what the project says itself counts more than what all say. */
export const projectFailures = (wiki: Wiki, entries: (note: Note) => readonly Located[]): FailureGraph =>
  Object.fromEntries(
    keptFailures(wiki, entries)
      .toReversed()
      .map(({ what, failure }) => [what, failure]),
  );

function keptIn(note: Note, entry: Located): Kept {
  const { heading, fields } = parseBlock(note.text.slice(entry.start, entry.end));
  const field = (key: keyof Failure) => fields.get(key) ?? fields.get(key.replaceAll('_', ' '));
  const names = (key: keyof Failure) => namesIn(field(key) ?? '');
  const by = field('rejected_by');
  const confidence = field('confidence');
  return {
    what: heading.slice(heading.indexOf(':') + 1).trim(),
    failure: failureOf({
      schema_version: field('schema_version') ?? '1.0',
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

/** Names that are links, or parted by commas. */
function namesIn(text: string): string[] {
  const links = linksOf(text).map(({ note, alias }) => alias ?? note);
  if (links.length > 0) return links;
  return text
    .split(/,\s*/)
    .map((one) => one.trim())
    .filter(Boolean);
}
