import type { TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { cutEntries } from '../../notes/edit/cut-entries.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { groupByKeys } from '../../text/group-by.js';
import { type Forgettable, isLongEnough, type TextPlace } from './find-forgettable.js';

/** The changes that remove everything, and the places outside entries where a text was found. */
export interface Removal {
  readonly changes: readonly Change[];
  readonly places: readonly TextPlace[];
}

const WHY = 'forget';

/** Replaces a removed text in a line that says more. */
const PLACEHOLDER = '(forgotten)';

/** Plans to remove entries from their notes, and their texts from all other lines. */
export function removeForgotten({ entries, texts }: Forgettable, notebook: Notebook): Removal {
  const cut = [...groupByKeys(entries.map((one) => [one.entry.path, one] as const))].flatMap(
    ([, own]): readonly Change[] => {
      const note = own[0]?.note;
      return note ? removeEntries(note, own, notebook) : [];
    },
  );
  const after = notebook.after(cut);
  const pattern = createTextPattern(texts);
  const replaced =
    pattern === null ? [] : after.list().flatMap((path) => replaceTexts(after.note(path), pattern));
  return {
    changes: [...cut, ...replaced.map(({ change }) => change)],
    places: replaced.flatMap(({ places }) => places),
  };
}

/** Removes entries from a note. A note that is one entry is removed whole. */
function removeEntries(note: Note, own: Forgettable['entries'], notebook: Notebook): readonly Change[] {
  const outline = notebook.outline(note);
  const [front] = outline.blocks;
  const isFront = front?.kind === 'frontmatter' && own.some(({ entry }) => entry.start <= front.start);
  if (isFront) return [{ kind: 'remove', path: note.path, base: note.hash, why: WHY }];
  const splices = cutEntries(
    note.text,
    outline,
    own.map(({ entry }) => entry),
  );
  return splices.length === 0 ? [] : [{ kind: 'edit', path: note.path, base: note.hash, splices, why: WHY }];
}

/** Returns a pattern for the texts as they appear in lines; null if all are too short. */
export function createTextPattern(texts: readonly string[]): RegExp | null {
  const long = texts.filter(isLongEnough).toSorted((a, b) => b.length - a.length);
  if (long.length === 0) return null;
  const forms = [...new Set(long.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  const sources = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return new RegExp(sources.join('|'), 'gi');
}

function replaceTexts(
  note: Note | null,
  pattern: RegExp,
): readonly { readonly change: Change; readonly places: readonly TextPlace[] }[] {
  if (!note) return [];
  const { path, text, hash } = note;
  const splices = [...text.matchAll(pattern)].map(
    ({ 0: old, index }): TextEdit => ({ at: index, old, new: PLACEHOLDER }),
  );
  if (splices.length === 0) return [];
  const places = splices.map(({ at }) => ({ path, line: text.slice(0, at).split('\n').length }));
  return [{ change: { kind: 'edit', path, base: hash, splices, why: WHY }, places }];
}
