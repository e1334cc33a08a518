import { parseIdTime } from '../notes/entries/ids.js';
import { explainUnmerged } from '../notes/merge/unmerged-note.js';
import { isUnmerged, type Note } from '../notes/note.js';
import { explainUnknown, type Unknown } from '../notes/unknown-note.js';
import { quoteName } from '../text/sanitize.js';
import { MAX_NOTES } from './files/list-notes.js';
import type { NoteReader } from './note-reader.js';

/** One check of `doctor`. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** True if `--fix` can fix it without losing anything. */
  readonly mendable?: boolean;
  /** The notes that cannot be read, if any. */
  readonly unknown?: readonly Unknown[];
  /** The unmerged notes, if any, with the message for each. */
  readonly unmerged?: readonly { readonly path: string; readonly message: string }[];
}

const fine = (name: string, detail: string): HealthCheck => ({ name, ok: true, detail });
const wrong = (name: string, detail: string): HealthCheck => ({ name, ok: false, detail });

/** More unreadable notes than these are only counted. */
const MOST_NAMED = 3;

function nameFirst(notes: readonly string[]): string {
  const more = notes.length - MOST_NAMED;
  return [...notes.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more: daybook lint`] : [])].join(' · ');
}

/** Checks that every note can be read. */
export function checkReadable(unknown: readonly Unknown[], count: number): HealthCheck {
  if (unknown.length > 0) {
    const detail = nameFirst(unknown.map((one) => `${one.path} ${explainUnknown(one)}`));
    return { ...wrong('notes', detail), unknown };
  }
  return fine('notes', count > MAX_NOTES ? crowded(count) : `${count} readable`);
}

/** Names hidden folders with notes, which are not read; empty if there are none. */
export function checkHiddenFolders(folders: readonly string[]): readonly HealthCheck[] {
  const named = folders.map((name) => `${quoteName(name)}/`).join(', ');
  return folders.length === 0 ? [] : [fine('hidden folders', `${named} (the name begins with a dot)`)];
}

/** Reports unmerged notes; empty if there are none. */
export function checkMerged(reader: NoteReader): readonly HealthCheck[] {
  const unmerged = reader.unmerged().map((path) => ({
    path,
    message: explainUnmerged(reader.note(path) ?? { path }),
  }));
  if (unmerged.length === 0) return [];
  const detail = nameFirst(unmerged.map(({ path, message }) => `${path} ${message}`));
  return [{ ...wrong('merges', detail), unmerged }];
}

/** Warns about a large notebook, which is complete but slower. */
const crowded = (count: number): string =>
  `${count} readable; past ${MAX_NOTES} every command takes longer, though none is left out: move what is finished to the archive (daybook cron run cleanup)`;

const ID_AT_END = /(?:^|\s)\^([A-Za-z0-9-]{4,})\s*$/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Checks that no id occurs twice, except in the sides of a conflict. In the notes of a person an id that they typed is
 * that of a block, which has to be unique in its note only.
 */
export function checkIds(notes: readonly Note[], content: string): HealthCheck {
  const places = new Map<string, string[]>();
  for (const { path, text } of notes.filter((note) => !isUnmerged(note))) {
    let inFence = false;
    for (const [i, line] of text.split('\n').entries()) {
      if (FENCE.test(line)) inFence = !inFence;
      const id = inFence ? undefined : ID_AT_END.exec(line)?.[1];
      if (id === undefined || (!path.startsWith(`${content}/`) && parseIdTime(id) === null)) continue;
      places.set(id, [...(places.get(id) ?? []), `${quoteName(path)}:${i + 1}`]);
    }
  }
  const twice = [...places]
    .filter(([, at]) => at.length > 1)
    .map(([id, at]) => `^${id} at ${at.join(' and ')}`);
  return twice.length === 0
    ? fine('ids', `${places.size}, each once`)
    : wrong('ids', `more than once: ${twice.join('; ')}`);
}
