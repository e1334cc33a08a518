import type { Block, Outline } from '../../markdown/outline.js';
import { removeBlocks, replaceSpan } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../changes/change.js';
import { type Checkbox, formatBox, joinLines, parseBox } from '../entries/entry-line.js';
import { type FieldKey, formatLineMetadata, parseLineMetadata } from '../entries/line-metadata.js';
import {
  type FactCheck,
  formatFactCheckLines,
  formatProofLines,
  isFactCheckLine,
  type Proof,
} from '../entries/proof.js';
import type { LocatedEntry } from '../entries/read-entries.js';
import { findEntryBlock, getFirstParagraph, splitBlock } from '../entries/statement-blocks.js';
import type { Note } from '../note.js';

/** A function that edits the words of an entry: the text after its bullet, up to the end of its first paragraph. */
export type LineEdit = (words: string) => string;

/** Plans to change the words of one line entry and nothing else. Returns no change if the words stay the same. */
export const editEntry = (
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  edit: LineEdit,
  why: string,
): readonly Change[] => editEntries([entry], note, outline, edit, why);

/** Plans to change several entries of one note in one change. */
export function editEntries(
  entries: readonly LocatedEntry[],
  note: Note,
  outline: Outline,
  edit: (words: string, entry: LocatedEntry) => string,
  why: string,
): readonly Change[] {
  const splices = entries.flatMap((entry) => {
    const block = findEntryBlock(note.text, outline, entry);
    if (!block || block.kind === 'frontmatter') return [];
    const { start, end } = wordsOf(note.text, block);
    return replaceSpan(note.text, start, end, edit(note.text.slice(start, end), entry));
  });
  return createEdit(
    note,
    splices.toSorted((a, b) => a.at - b.at),
    why,
  );
}

/** Combines edits, applied in order. */
export const composeEdits =
  (...edits: readonly LineEdit[]): LineEdit =>
  (words) =>
    edits.reduce((now, edit) => edit(now), words);

/** Returns an edit that adds a checkbox or replaces the existing one. */
export const setCheckbox =
  (box: Checkbox): LineEdit =>
  (words) => {
    const before = parseBox(words);
    if (before.box === box) return words;
    return before.box === null
      ? formatBox(box) + words
      : words.replace(/^(\s*)\[.\]/, `$1${formatBox(box).trim()}`);
  };

/** Returns an edit that sets a metadata field, before the id. An existing field gets the new value. */
export const setField =
  (key: FieldKey, value: string): LineEdit =>
  (words) => {
    const field = formatLineMetadata({ tags: [], fields: { [key]: value }, from: null, id: null }).trim();
    if (parseLineMetadata(joinLines(words)).tail.fields[key] !== undefined)
      return words.replace(new RegExp(`\\[${key}::[^\\]]*\\](?!.*\\[${key}::)`, 's'), () => field);
    const { id } = parseLineMetadata(joinLines(words)).tail;
    if (id === null) return `${words.trimEnd()} ${field}`;
    const at = words.lastIndexOf(`^${id}`);
    return `${words.slice(0, at)}${field} ${words.slice(at)}`;
  };

/** Returns an edit that removes a field from the end of a line. */
export const removeField =
  (key: FieldKey): LineEdit =>
  (words) =>
    parseLineMetadata(joinLines(words)).tail.fields[key] === undefined
      ? words
      : words.replace(new RegExp(` ?\\[${key}::[^\\]]*\\](?!.*\\[${key}::)`, 's'), '');

/** Returns an edit that adds an id if the line has none. */
export const ensureId =
  (id: string): LineEdit =>
  (words) =>
    parseLineMetadata(joinLines(words)).tail.id === null ? `${words.trimEnd()} ^${id}` : words;

/**
 * Returns the range of the first paragraph of an item, of the cells of a row, or of a whole paragraph, without the last
 * line ending.
 */
function wordsOf(text: string, block: Block): { start: number; end: number } {
  const { kind, start, end, marker } = block;
  const words = kind === 'item' ? getFirstParagraph(text, block) : text.slice(start, end);
  const [, before = '', cells = ''] = /^([ \t]*\|[ \t]*)(\S.*?)[ \t]*\|?\s*$/.exec(words) ?? [];
  if (before !== '') return { start: start + before.length, end: start + before.length + cells.length };
  return { start: start + marker.length, end: start + trimmed(words).length };
}

const trimmed = (text: string): string => text.replace(/(?<![\r\n])[\r\n]+$/, '');

/** Plans to add a proof below the line of an entry. Nothing changes if the entry is no list item, or has a proof. */
export function addProof(entry: LocatedEntry, note: Note, outline: Outline, proof: Proof): readonly Change[] {
  const block = findEntryBlock(note.text, outline, entry);
  if (block?.kind !== 'item' || entry.proof !== null) return [];
  const own = getFirstParagraph(note.text, block).replace(/(?<![\r\n])[\r\n]+$/, '');
  const last = own.slice(-1);
  const fresh = [last, ...formatProofLines(proof)].join(outline.eol);
  const splices = [{ at: block.start + own.length - 1, old: last, new: fresh }];
  return createEdit(note, splices, 'add a pattern');
}

/** Plans to write, replace or, with null, remove the check below the line of an entry. Nothing changes if it is no list item. */
export function setFactCheck(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  check: FactCheck | null,
): readonly Change[] {
  const block = findEntryBlock(note.text, outline, entry);
  if (block?.kind !== 'item') return [];
  const { text } = note;
  const own = getFirstParagraph(text, block).replace(/(?<![\r\n])[\r\n]+$/, '').length;
  const from = block.start + own - 1; // with the last letter, so that the edit lies in this entry
  const old = text.slice(from, entry.end);
  const [first = '', ...below] = old.split(/(?<=\n)/);
  const others = [first, ...below.filter((line) => !isFactCheckLine(line.trimEnd()))].join('');
  const lines = check === null ? [] : formatFactCheckLines(check);
  const added = lines.map((line) => outline.eol + line).join('');
  const fresh = others.slice(0, 1) + added + others.slice(1);
  return createEdit(note, fresh === old ? [] : [{ at: from, old, new: fresh }], 'change a proof');
}

/** Takes entries out of the text of their note: whole blocks, or the lines of one of several statements of a block. */
export function cutEntries(
  text: string,
  outline: Outline,
  entries: readonly Pick<LocatedEntry, 'start' | 'end'>[],
): readonly TextEdit[] {
  const isGoing = ({ start }: Block) => entries.some((one) => start >= one.start && start < one.end);
  const gone = outline.blocks.map((block) => {
    const parts = splitBlock(text, block);
    return { block, parts: parts.filter(isGoing), isWhole: parts.every(isGoing) };
  });
  const whole = gone.filter(({ isWhole }) => isWhole).map(({ block }) => block);
  return [
    ...removeBlocks(text, outline, whole),
    ...gone.flatMap(({ isWhole, parts }) => (isWhole ? [] : parts.map((part) => cutLines(text, part)))),
  ].toSorted((a, b) => a.at - b.at);
}

const cutLines = (text: string, { start, end }: Block): TextEdit => ({
  at: start,
  old: text.slice(start, end),
  new: '',
});
