import { scanBlocks } from '../markdown/block-scanner.js';
import type { Block, Outline } from '../markdown/outline.js';
import { indexOfHeading } from '../markdown/section-edits.js';
import { type BlockParts, parseBlock } from '../notes/entries/block.js';
import { EMPTY_LINE, formatLine, joinLines } from '../notes/entries/entry-line.js';
import type { KindName } from '../notes/kinds/index.js';
import { listNotePaths } from '../notes/kinds/note-paths.js';
import type { Notebook } from '../notes/notebook.js';

/** A note's text with its parsed blocks. */
export interface ParsedText {
  readonly text: string;
  readonly outline: Outline;
}

/** A note of a long task. */
export interface TaskNote extends ParsedText {
  readonly path: string;
}

/** All notes of a kind, archived ones included. */
export const readTaskNotes = (notebook: Notebook, kind: KindName, where?: 'archived'): readonly TaskNote[] =>
  listNotePaths(kind, notebook, where).flatMap((path) => {
    const note = notebook.note(path);
    return note ? [{ path, text: note.text, outline: notebook.outline(note) }] : [];
  });

/** The note's name, as links use it. */
export const noteName = ({ path }: Pick<TaskNote, 'path'>): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** The title and the fields `**Name**: value` below it, up to the first section. */
export function parseTitleAndFields({ text, outline: { blocks } }: ParsedText): BlockParts {
  const [title, next] = blocks.filter(({ kind }) => kind === 'heading');
  return parseBlock(text.slice(title?.start ?? 0, next?.start ?? text.length));
}

/** The text after `Word: ` in the title; '' if there is none. */
export const parseTitleAfter = (leaf: ParsedText): string =>
  /^[^:]+: (.+)$/.exec(parseTitleAndFields(leaf).heading)?.[1] ?? '';

/** The text below a heading, up to the next one, unchanged; '' if there is none. */
export function readSectionText(leaf: ParsedText, heading: string): string {
  const blocks = listBlocksBelow(leaf, heading);
  return leaf.text.slice(blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0).trim();
}

/** The range of the text below a heading, up to the next one; null if there is none. */
export function findSectionRange(
  leaf: ParsedText,
  heading: string,
): { readonly start: number; readonly end: number } | null {
  const blocks = listBlocksBelow(leaf, heading);
  const [first, last] = [blocks[0], blocks.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** The items below a heading, each on one line, without bullets and boxes. */
export const readSectionItems = (leaf: ParsedText, heading: string): readonly string[] =>
  listBlocksBelow(leaf, heading)
    .filter(({ kind }) => kind === 'item')
    .map((block) => wordsOf(block, leaf.text))
    .filter(Boolean);

/** The items below a heading that are not ticked or dropped. */
export const readOpenItems = (leaf: ParsedText, heading: string): readonly string[] =>
  readSectionItems(
    { ...leaf, outline: { ...leaf.outline, blocks: leaf.outline.blocks.filter(isUnticked) } },
    heading,
  );

const isUnticked = ({ kind, text }: Block): boolean => kind !== 'item' || !/^\[[xX-]\]\s/.test(text);

/** The text after `Name: ` in an item below a heading; '' if there is none. */
export const findNamedItem = (leaf: ParsedText, heading: string, name: string): string =>
  readSectionItems(leaf, heading)
    .find((one) => one.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

/** The blocks below a heading, up to the next one. */
export function listBlocksBelow({ outline }: ParsedText, heading: string): readonly Block[] {
  const { blocks } = outline;
  const at = indexOfHeading(outline, heading);
  if (at < 0) return [];
  const end = blocks.findIndex(({ kind }, i) => i > at && kind === 'heading');
  return blocks.slice(at + 1, end < 0 ? blocks.length : end);
}

/** The text of an item, nested text included. */
const wordsOf = ({ start, end, marker }: Block, text: string): string =>
  text
    .slice(start + marker.length, end)
    .replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')
    .replace(/^\[[ xX-]\]\s+/, '')
    .trim();

/** Formats texts as list items; null if there are none, so that their section is left out. */
export const formatItems = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : texts.map((text) => formatItem(text)).join('\n');

/** Texts as a numbered list. */
export const formatNumberedList = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : texts.map((text, at) => formatItem(text, `${at + 1}.`)).join('\n');

/** Formats a text as one list item: unchanged if Markdown reads it as one, else escaped or as a JSON string. */
export function formatItem(text: string, bullet = '-'): string {
  const one = joinLines(text).trim();
  const { blocks } = scanBlocks(`- ${one}`);
  if (blocks.length === 1 && blocks[0]?.kind === 'item' && blocks[0].text === one) return `${bullet} ${one}`;
  try {
    return formatLine({ ...EMPTY_LINE, text: one }, bullet);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${bullet} ${JSON.stringify(one).replace(/[<>[\]]/g, ' ')}`;
  }
}

/** A text as paragraphs: a line that would begin a heading, a fence, a comment or a rule gets a backslash. */
export const formatPassage = (text: string): string =>
  text.trim().replace(/^( {0,3})(?=#{1,6}(?:\s|$)|={2,}\s*$|-{2,}\s*$|`{3,}|~{3,}|<[!?/a-z])/gim, '$1\\');
