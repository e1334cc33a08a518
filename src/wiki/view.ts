import type { Outline } from '../markdown/outline.js';
import { splice } from '../markdown/splice.js';
import type { Change } from './change.js';
import type { Note } from './note.js';
import type { Reader, Wiki } from './wiki.js';

/** A wiki over a reader. `look` gives the outline of a text, and remembers those that are asked for again. */
export const createWiki = (reader: Reader, look: (text: string) => Outline, content: string): Wiki =>
  laidOver(reader, UNCHANGED, ({ text }) => look(text), content);

/** Notes by path as changes leave them; null for one that is gone. */
type Laid = ReadonlyMap<string, Note | null>;

const UNCHANGED: Laid = new Map();

/** A wiki in which these notes lie over those of the disk. However many changes came to this, each note lies there once. */
function laidOver(reader: Reader, laid: Laid, outline: Wiki['outline'], content: string): Wiki {
  return {
    content,
    outline,
    note: (path) => noteIn(laid, reader, path),
    list: () => (laid.size === 0 ? reader.list() : listed(reader.list(), laid, content)),
    unknown: (path) => (laid.has(path) ? null : (reader.unknown?.(path) ?? null)),
    allUnknown: () => reader.allUnknown?.() ?? [],
    hashOfUnknown: (path) => reader.hashOfUnknown?.(path) ?? null,
    after: (changes) =>
      changes.length === 0
        ? laidOver(reader, laid, outline, content)
        : laidOver(reader, changedBy(changes, laid, reader), outline, content),
  };
}

function noteIn(laid: Laid, reader: Reader, path: string): Note | null {
  const own = laid.get(path);
  if (own !== undefined) return own;
  const note = reader.note(path);
  return note && note.path !== path ? (laid.get(note.path) ?? note) : note; // a link leads to it
}

/** The notes with changes made to them in their order. Throws where an edit does not fit its note. */
function changedBy(changes: readonly Change[], laid: Laid, reader: Reader): Laid {
  const notes = new Map(laid);
  for (const change of changes) apply(change, reader, notes);
  return notes;
}

function apply(change: Change, reader: Reader, notes: Map<string, Note | null>): void {
  const before = noteIn(notes, reader, change.path);
  const path = before?.path ?? change.path;
  if (change.do === 'create') notes.set(path, fresh(path, change.text, false));
  else if (change.do === 'remove') notes.set(path, null);
  else if (!before && change.do === 'move' && reader.unknown?.(path))
    notes.set(path, null); // it moves whole
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
