import { isId } from '../notes/entries/line-metadata.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { Note } from '../notes/note.js';
import { type CommandContext, UserError } from './define-command.js';

/** An entry found by its id or handle, with the note that contains it. */
export interface FoundEntry {
  readonly entry: LocatedEntry;
  readonly note: Note;
}

/** Parses an id as a user types it: `^id`, `id`, `~handle`, or a link that ends in `#^id`. */
export const parseEntryId = (text: string): string =>
  text
    .trim()
    .replace(/^\[\[|\]\]$/g, '')
    .replace(/^.*#(?=\^)/, '')
    .replace(/^\^/, '');

/**
 * Finds the one entry with an id or handle through the note index. Throws UserError if there is none, or if two lines
 * share it.
 */
export function findEntry(ctx: CommandContext, text: string): FoundEntry {
  const id = parseEntryId(text);
  if (!/^~[0-9a-f]{8}$/.test(id) && !isId(id)) {
    throw new UserError(
      'bad-id',
      `\`${text}\` is no id and no handle`,
      'an id ends a line (^61k0y5k9xfs), a handle is ~ and 8 hex digits: daybook search WORDS --json shows both',
      {},
      2,
    );
  }
  const found = ctx.query('entriesById', id);
  const [first] = found;
  if (!first) throw unknown(id);
  if (found.length > 1) throw ambiguous(id, found);
  const note = ctx.notebook.note(first.path);
  if (!note) throw unknown(id);
  return { entry: first, note };
}

/** Formats an id with its caret; a handle has none. */
export const formatEntryId = (id: string): string => (id.startsWith('~') ? id : `^${id}`);

function unknown(id: string): UserError {
  const handle = id.startsWith('~');
  return new UserError(
    'unknown-id',
    `no entry has the ${handle ? 'handle' : 'id'} ${formatEntryId(id)}`,
    handle
      ? 'a handle follows the text: it is another one since the line was edited; find it: daybook search WORDS --json'
      : 'find it: daybook search WORDS --json shows ids; what was removed: daybook history',
  );
}

function ambiguous(id: string, found: readonly LocatedEntry[]): UserError {
  const places = found.map(({ path, line }) => `${path}:${line}`);
  return new UserError(
    'ambiguous-id',
    `${found.length} lines have the id ${formatEntryId(id)}: ${places.join(', ')}`,
    'remove it from the copied lines, then retry',
    { places },
  );
}
