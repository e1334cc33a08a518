import type { KindName } from '../../kinds/index.js';
import type { Block, Outline } from '../../markdown/outline.js';
import { indexOfHeading } from '../../markdown/place.js';
import { type BlockParts, parseBlock } from '../../wiki/block.js';
import type { Wiki } from '../../wiki/wiki.js';
import { pathsOf } from '../paths.js';

/** A text as it is read: its root block by block beside it. */
export interface Leaf {
  readonly text: string;
  readonly outline: Outline;
}

/** A note of a long task. */
export interface Sheet extends Leaf {
  readonly path: string;
}

/** Every note of a kind, in its place or in the archive. */
export const sheetsOf = (wiki: Wiki, kind: KindName, where?: 'archived'): readonly Sheet[] =>
  pathsOf(kind, wiki, where).flatMap((path) => {
    const note = wiki.note(path);
    return note ? [{ path, text: note.text, outline: wiki.outline(note) }] : [];
  });

/** The note's name, as a link calls it. */
export const nameOf = ({ path }: Pick<Sheet, 'path'>): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** The title and the fields `**Name**: value` below it, up to the first section. */
export function headOf({ text, outline: { blocks } }: Leaf): BlockParts {
  const [title, next] = blocks.filter(({ kind }) => kind === 'heading');
  return parseBlock(text.slice(title?.start ?? 0, next?.start ?? text.length));
}

/** What stands behind `Word: ` in the title; '' for none. */
export const titled = (leaf: Leaf): string => /^[^:]+: (.+)$/.exec(headOf(leaf).heading)?.[1] ?? '';

/** The words below a heading, up to the next one, as they stand; '' for none. */
export function sectionOf(leaf: Leaf, heading: string): string {
  const blocks = blocksBelow(leaf, heading);
  return leaf.text.slice(blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0).trim();
}

/** Where the words below a heading stand, up to the next one; null where there are none. */
export function sectionSpan(
  leaf: Leaf,
  heading: string,
): { readonly start: number; readonly end: number } | null {
  const blocks = blocksBelow(leaf, heading);
  const [first, last] = [blocks[0], blocks.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** The items below a heading, each on one line, without bullets and boxes. */
export const itemsOf = (leaf: Leaf, heading: string): readonly string[] =>
  blocksBelow(leaf, heading)
    .filter(({ kind }) => kind === 'item')
    .map((block) => wordsOf(block, leaf.text))
    .filter(Boolean);

/** What stands behind `Name: ` in an item below a heading; '' for none. */
export const namedItem = (leaf: Leaf, heading: string, name: string): string =>
  itemsOf(leaf, heading)
    .find((one) => one.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

/** The blocks below a heading, up to the next one. */
export function blocksBelow({ outline }: Leaf, heading: string): readonly Block[] {
  const { blocks } = outline;
  const at = indexOfHeading(outline, heading);
  if (at < 0) return [];
  const end = blocks.findIndex(({ kind }, i) => i > at && kind === 'heading');
  return blocks.slice(at + 1, end < 0 ? blocks.length : end);
}

/** All that an item says, what is nested in it too. */
const wordsOf = ({ start, end, marker }: Block, text: string): string =>
  text
    .slice(start + marker.length, end)
    .replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')
    .replace(/^\[[ xX-]\]\s+/, '')
    .trim();
