import type { Outline } from '../markdown/outline.js';
import { splice } from '../markdown/splice.js';
import type { Change } from './change.js';
import type { Note } from './note.js';
import type { Reader, Wiki } from './wiki.js';

/** A wiki over a reader. `look` gives the outline of a text, and remembers those that are asked for again. */
export const createWiki = (reader: Reader, look: (text: string) => Outline, content: string): Wiki =>
  over(reader, ({ text }) => look(text), content);

function over(reader: Reader, outline: Wiki['outline'], content: string): Wiki {
  return {
    content,
    outline,
    note: (path) => reader.note(path),
    list: () => reader.list(),
    after: (changes) => over(overlaid(reader, content, changes), outline, content),
  };
}

/** The notes below, with changes laid over them in their order. Throws where an edit does not fit its note. */
function overlaid(below: Reader, content: string, changes: readonly Change[]): Reader {
  const notes = new Map<string, Note | null>();
  const note = (path: string): Note | null => {
    const own = notes.get(path);
    return own === undefined ? below.note(path) : own;
  };
  for (const change of changes) apply(change, note, notes);
  return { note, list: () => listed(below.list(), notes, content) };
}

function apply(change: Change, note: (path: string) => Note | null, notes: Map<string, Note | null>): void {
  const { path } = change;
  const before = note(path);
  if (change.do === 'create') notes.set(path, fresh(path, change.text, false));
  else if (change.do === 'remove') notes.set(path, null);
  else if (!before) throw new RangeError(`there is no note ${path} to ${change.do}`);
  else if (change.do === 'edit')
    notes.set(path, fresh(path, splice(before.text, change.splices), before.bom));
  else {
    notes.set(path, null);
    notes.set(change.to, { ...before, path: change.to });
  }
}

/** A note that is on no disk yet has a mark for a hash, and no SHA-256. */
const fresh = (path: string, text: string, bom: boolean): Note => ({ path, text, bom, hash: 'unwritten' });

function listed(
  paths: readonly string[],
  notes: ReadonlyMap<string, Note | null>,
  content: string,
): readonly string[] {
  const kept = paths.filter((path) => notes.get(path) !== null);
  const known = new Set(kept);
  const added = [...notes].flatMap(([path, note]) =>
    note && !known.has(path) && isListed(path, content) ? [path] : [],
  );
  return added.length === 0 ? kept : [...kept, ...added].sort();
}

const isListed = (path: string, content: string): boolean =>
  path.startsWith(`${content}/`) && path.endsWith('.md');
