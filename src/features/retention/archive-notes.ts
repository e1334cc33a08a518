import { appendBlock } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { archivePath, getKind } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { parseAliases } from '../../notes/links/aliases.js';
import { linkName, listNoteNames } from '../../notes/links/note-name.js';
import { planMoves } from '../../notes/links/rename-note.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import type { Unknown } from '../../notes/unknown-note.js';

/** Returns the paths of notes that may link to a note of one of these names. */
export type FindLinkingNotes = (names: readonly string[]) => readonly string[];

/**
 * Plans to move notes whole into the archive, below the same path (FEATURES C3). Links are updated; a day that exists
 * there gets the new text appended.
 */
export function archiveNotes(
  paths: readonly string[],
  notebook: Notebook,
  linking: FindLinkingNotes,
  why: string,
): readonly Change[] {
  const [unknown, known] = [paths.filter(notebook.unknown), paths.filter((path) => !notebook.unknown(path))];
  const whole = unknown.flatMap((path) => moveWhole(path, notebook, why));
  const notes = known.flatMap((path) => notebook.note(path) ?? []);
  if (notes.length === 0) return whole;
  const names = notes.flatMap(({ path, text }) => [
    ...listNoteNames(path),
    ...parseAliases(text).map(linkName),
  ]);
  const among = [...new Set([...linking(names), ...known])]
    .sort()
    .flatMap((path) => notebook.note(path) ?? []);
  const moves = new Map(notes.map(({ path }) => [path, placeFor(path, notebook)]));
  const { changes } = planMoves(moves, notebook, among, why);
  return [...whole, ...joined(changes, notebook)];
}

/** Returns true for a note that is only too large: it can be moved without being parsed. */
export const isMovable = ({ cause, path }: Unknown, notebook: Notebook): boolean =>
  cause === 'size' && notebook.hashOfUnknown(path) !== null && isFree(placeFor(path, notebook), notebook);

const isFree = (path: string, notebook: Notebook): boolean =>
  notebook.note(path) === null && notebook.unknown(path) === null;

function moveWhole(path: string, notebook: Notebook, why: string): readonly Change[] {
  const base = notebook.hashOfUnknown(path);
  return base === null ? [] : [{ kind: 'move', path, to: placeFor(path, notebook), base, why }];
}

/** Returns the path in the archive. Only days may share an existing path. */
function placeFor(path: string, notebook: Notebook): string {
  const below = path.slice(notebook.content.length + 1).replace(/\.md$/, '');
  const place = (name: string) => `${notebook.content}/${archivePath(name)}`;
  const isDay = getNoteKind(path, notebook.content).name === getKind('day').name;
  if (isDay || isFree(place(below), notebook)) return place(below);
  for (let turn = 2; ; turn++)
    if (isFree(place(`${below}-${turn}`), notebook)) return place(`${below}-${turn}`);
}

/** Turns changes that would overwrite a note into appended text. */
function joined(changes: readonly Change[], notebook: Notebook): readonly Change[] {
  let now = notebook;
  return changes.flatMap((change) => {
    const made = onto(change, now);
    now = now.after(made);
    return made;
  });
}

function onto(change: Change, notebook: Notebook): readonly Change[] {
  if (change.kind === 'move') {
    const [target, note] = [notebook.note(change.to), notebook.note(change.path)];
    if (!target || !note) return [change];
    const { path, base, why } = change;
    return [addition(target, note.text, notebook, why), { kind: 'remove', path, base, why }];
  }
  const target = change.kind === 'create' ? notebook.note(change.path) : null;
  return change.kind === 'create' && target
    ? [addition(target, change.text, notebook, change.why)]
    : [change];
}

/** Appends a text to a note; an equal title is not repeated. */
function addition(note: Note, text: string, notebook: Notebook, why: string): Change {
  const title = /^\uFEFF?# [^\r\n]*/;
  const [own, other] = [note.text, text].map((one) => title.exec(one)?.[0].replace('\uFEFF', ''));
  const rest = own === other ? text.replace(title, '') : text;
  const lines = rest.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '').trimEnd();
  const splices =
    lines === '' ? [] : appendBlock(note.text, notebook.outline(note), lines.split(/\r\n|\n|\r/));
  return { kind: 'edit', path: note.path, base: note.hash, splices, why };
}
