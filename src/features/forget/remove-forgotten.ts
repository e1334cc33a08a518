import { applyEdits, createLineEdits, type TextEdit } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { cutEntries } from '../../notes/edit/edit-entry.js';
import { findLiveLists, formatLiveList, mayHaveLiveList } from '../../notes/live-lists.js';
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
  const unlisted = notebook.after(cut);
  const listed = unlisted.list().flatMap((path) => removeListed(unlisted.note(path), entries, unlisted));
  const after = unlisted.after(listed.map(({ change }) => change));
  const pattern = createTextPattern(texts);
  const replaced =
    pattern === null ? [] : after.list().flatMap((path) => replaceTexts(after.note(path), pattern));
  return {
    changes: [...cut, ...[...listed, ...replaced].map(({ change }) => change)],
    places: [...listed, ...replaced].flatMap(({ places }) => places),
  };
}

interface Removed {
  readonly change: Change;
  readonly places: readonly TextPlace[];
}

/** Removes the lines of live lists that show these entries. Their text may be cut, so it is not found by its words. */
function removeListed(
  note: Note | null,
  entries: Forgettable['entries'],
  notebook: Notebook,
): readonly Removed[] {
  if (!note || !mayHaveLiveList(note.text)) return [];
  const { path, text, hash } = note;
  const isOf = (line: string) => entries.some(({ entry }) => isListedAs(entry, line, notebook));
  const places: TextPlace[] = [];
  const splices = findLiveLists(text, notebook.outline(note)).flatMap((list): readonly TextEdit[] => {
    const left = list.body.filter((line) => !isOf(line));
    if (left.length === list.body.length) return [];
    const old = text.slice(list.start, list.end);
    const eol = old.includes('\r\n') ? '\r\n' : '\n';
    const end = /(?:\r?\n)*$/.exec(old)?.[0] ?? '';
    places.push({ path, line: list.line });
    const body = left.length === 0 ? ['- none'] : left;
    const whole = `${formatLiveList(list.open, body).join(eol)}${end}`;
    // an edited list keeps its mark, so that the lines of a person still go to the inbox
    const rest = old
      .split(eol)
      .filter((line) => !(list.body.includes(line) && isOf(line)))
      .join(eol);
    return [{ at: list.start, old, new: list.isUnchanged ? whole : rest }];
  });
  if (splices.length === 0) return [];
  const edits = createLineEdits(text, applyEdits(text, splices)); // what a person wrote must not count as ours
  return [{ change: { kind: 'edit', path, base: hash, splices: edits, why: WHY }, places }];
}

/** True for the line of a live list that shows an entry: by its id, else by its note and the beginning of its text. */
function isListedAs(
  { id, hasId, path, text }: Forgettable['entries'][number]['entry'],
  line: string,
  { content }: Notebook,
): boolean {
  if (hasId) return line.includes(`#^${id}]]`);
  const name = path.slice(content.length + 1).replace(/\.md$/, '');
  return line.includes(`[[${name}]]`) && line.includes(text.split('\n', 1)[0]?.slice(0, 80) ?? text);
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
  return createEdit(note, splices, WHY);
}

/** Returns a pattern for the texts as they appear in lines; null if all are too short. */
export function createTextPattern(texts: readonly string[]): RegExp | null {
  const long = texts.filter(isLongEnough).toSorted((a, b) => b.length - a.length);
  if (long.length === 0) return null;
  const forms = [...new Set(long.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  const sources = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return new RegExp(sources.join('|'), 'gi');
}

function replaceTexts(note: Note | null, pattern: RegExp): readonly Removed[] {
  if (!note) return [];
  const { path, text, hash } = note;
  const splices = [...text.matchAll(pattern)].map(
    ({ 0: old, index }): TextEdit => ({ at: index, old, new: PLACEHOLDER }),
  );
  if (splices.length === 0) return [];
  const places = splices.map(({ at }) => ({ path, line: text.slice(0, at).split('\n').length }));
  return [{ change: { kind: 'edit', path, base: hash, splices, why: WHY }, places }];
}
