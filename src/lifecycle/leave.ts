import { archived, kindNamed } from '../kinds/index.js';
import { appendBlock } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import { kindOfNote } from '../wiki/entries.js';
import { aliasesOf } from '../wiki/links/aliases.js';
import { linkName, namesOf } from '../wiki/links/link-name.js';
import { relocate } from '../wiki/links/rename.js';
import type { Note } from '../wiki/note.js';
import type { Unknown } from '../wiki/unknown.js';
import type { Wiki } from '../wiki/wiki.js';

/** Paths of the notes that may link to a note of one of these names. */
export type Linking = (names: readonly string[]) => readonly string[];

/**
 * Plans to move notes into the archive, whole and below the same path (FEATURES C3). Every link that led to one leads to
 * it still; a day that lies there already takes in what was written to it since.
 */
export function leave(
  paths: readonly string[],
  wiki: Wiki,
  linking: Linking,
  why: string,
): readonly Change[] {
  const [unknown, known] = [paths.filter(wiki.unknown), paths.filter((path) => !wiki.unknown(path))];
  const whole = unknown.flatMap((path) => moveWhole(path, wiki, why));
  const notes = known.flatMap((path) => wiki.note(path) ?? []);
  if (notes.length === 0) return whole;
  const names = notes.flatMap(({ path, text }) => [...namesOf(path), ...aliasesOf(text).map(linkName)]);
  const among = [...new Set([...linking(names), ...known])].sort().flatMap((path) => wiki.note(path) ?? []);
  const moves = new Map(notes.map(({ path }) => [path, placeFor(path, wiki)]));
  const { changes } = relocate(moves, wiki, among, why);
  return [...whole, ...joined(changes, wiki)];
}

/** True for a note that is only too large: it can be moved whole, without being read. */
export const isMovable = ({ cause, path }: Unknown, wiki: Wiki): boolean =>
  cause === 'size' && wiki.hashOfUnknown(path) !== null && isFree(placeFor(path, wiki), wiki);

const isFree = (path: string, wiki: Wiki): boolean => wiki.note(path) === null && wiki.unknown(path) === null;

function moveWhole(path: string, wiki: Wiki, why: string): readonly Change[] {
  const base = wiki.hashOfUnknown(path);
  return base === null ? [] : [{ do: 'move', path, to: placeFor(path, wiki), base, why }];
}

/** Where a note goes: the same path below the archive. What is no day does not share it with another. */
function placeFor(path: string, wiki: Wiki): string {
  const below = path.slice(wiki.content.length + 1).replace(/\.md$/, '');
  const place = (name: string) => `${wiki.content}/${archived(name)}`;
  const isDay = kindOfNote(path, wiki.content).name === kindNamed('day').name;
  if (isDay || isFree(place(below), wiki)) return place(below);
  for (let turn = 2; ; turn++) if (isFree(place(`${below}-${turn}`), wiki)) return place(`${below}-${turn}`);
}

/** The changes with those that would fall upon a note turned into additions at its end. */
function joined(changes: readonly Change[], wiki: Wiki): readonly Change[] {
  let now = wiki;
  return changes.flatMap((change) => {
    const made = onto(change, now);
    now = now.after(made);
    return made;
  });
}

function onto(change: Change, wiki: Wiki): readonly Change[] {
  if (change.do === 'move') {
    const [target, note] = [wiki.note(change.to), wiki.note(change.path)];
    if (!target || !note) return [change];
    const { path, base, why } = change;
    return [addition(target, note.text, wiki, why), { do: 'remove', path, base, why }];
  }
  const target = change.do === 'create' ? wiki.note(change.path) : null;
  return change.do === 'create' && target ? [addition(target, change.text, wiki, change.why)] : [change];
}

/** Another text at the end of a note; a title that is the same does not stand there twice. */
function addition(note: Note, text: string, wiki: Wiki, why: string): Change {
  const title = /^\uFEFF?# [^\r\n]*/;
  const [own, other] = [note.text, text].map((one) => title.exec(one)?.[0].replace('\uFEFF', ''));
  const rest = own === other ? text.replace(title, '') : text;
  const lines = rest.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '').trimEnd();
  const splices = lines === '' ? [] : appendBlock(note.text, wiki.outline(note), lines.split(/\r\n|\n|\r/));
  return { do: 'edit', path: note.path, base: note.hash, splices, why };
}
