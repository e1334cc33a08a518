import { archived, kindNamed } from '../kinds/index.js';
import { appendBlock } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import { kindOfNote } from '../wiki/entries.js';
import { aliasesOf } from '../wiki/links/aliases.js';
import { linkName, namesOf } from '../wiki/links/link-name.js';
import { relocate } from '../wiki/links/rename.js';
import type { Note } from '../wiki/note.js';
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
  const notes = paths.flatMap((path) => wiki.note(path) ?? []);
  if (notes.length === 0) return [];
  const names = notes.flatMap(({ path, text }) => [...namesOf(path), ...aliasesOf(text).map(linkName)]);
  const among = [...new Set([...linking(names), ...paths])].sort().flatMap((path) => wiki.note(path) ?? []);
  const moves = new Map(notes.map(({ path }) => [path, placeFor(path, wiki)]));
  const { changes } = relocate(moves, wiki, among, why);
  return joined(changes, wiki);
}

/** Where a note goes: the same path below the archive. What is no day does not share it with another. */
function placeFor(path: string, wiki: Wiki): string {
  const below = path.slice(wiki.content.length + 1).replace(/\.md$/, '');
  const place = (name: string) => `${wiki.content}/${archived(name)}`;
  if (kindOfNote(path, wiki.content).name === kindNamed('day').name || !wiki.note(place(below)))
    return place(below);
  for (let turn = 2; ; turn++) if (!wiki.note(place(`${below}-${turn}`))) return place(`${below}-${turn}`);
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
