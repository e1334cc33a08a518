import type { Block, Outline } from '../../markdown/outline.js';
import { parseBlock } from '../entries/block.js';
import { parseLine } from '../entries/entry-line.js';
import { parseBlockHeading } from '../entries/entry-sections.js';
import { parseReminder } from '../entries/reminder-line.js';
import type { BlockDefinition, NoteKind } from '../kinds/kind.js';

/** `line`: a list item. `record`: a heading with all that belongs to it. `text`: any other block, whole. */
export type UnitKind = 'frontmatter' | 'heading' | 'line' | 'record' | 'text';

/** One thing that a note is made of. Line endings are `\n`. */
export interface NoteUnit {
  readonly kind: UnitKind;
  /** Its lines, without the last line ending. */
  readonly source: string;
  /** The blank lines before it, with their line endings. */
  readonly lead: string;
  /** The unit before it; null at the start. */
  readonly after: UnitKind | null;
  readonly id: string | null;
  /** Its text without id, checkbox, tags and fields: units with the same words are versions of one. */
  readonly words: string;
}

/** A heading and the text below it, down to the next heading; the first section of a note has no heading. */
export interface NoteSection {
  /** The headings above it and its own: the same section in another version of the note. */
  readonly key: string;
  /** The key of its section; null for the first one. */
  readonly parent: string | null;
  readonly heading: NoteUnit | null;
  readonly units: readonly NoteUnit[];
}

/** A note as sections, in their order, and what follows the last line: line endings. */
export interface NoteStructure {
  readonly sections: readonly NoteSection[];
  readonly tail: string;
}

type Draft = { -readonly [K in keyof NoteSection]: NoteSection[K] } & { readonly units: NoteUnit[] };

/** The key of the section above the first heading. */
export const ROOT_SECTION = '';

/** Parses a note, whose line endings are `\n`, into sections and units, by the rules of its kind. */
export function parseNoteStructure(text: string, { blocks }: Outline, kind: NoteKind): NoteStructure {
  const sections: Draft[] = [{ key: ROOT_SECTION, parent: null, heading: null, units: [] }];
  const above: { readonly key: string; readonly depth: number }[] = [{ key: ROOT_SECTION, depth: 0 }];
  const keys = new Map<string, number>();
  let end = 0;
  let after: UnitKind | null = null;
  const unitOf = (first: Block, last: Block, as: UnitKind): NoteUnit => {
    const source = text.slice(first.start, last.end).replace(/\n$/, '');
    const unit = { kind: as, source, lead: text.slice(end, first.start), after };
    end = last.end;
    after = as;
    return { ...unit, ...describeUnit(source, first, as, kind) };
  };
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    const section = sections.at(-1) as Draft;
    const record = block.kind === 'heading' ? parseBlockHeading(kind.blocks, block.text) : null;
    if (record) {
      const last = findLastBlock(blocks, at, record.section);
      section.units.push(unitOf(block, blocks[last] as Block, 'record'));
      at = last;
    } else if (block.kind === 'heading') {
      while ((above.at(-1)?.depth ?? 0) >= block.depth) above.pop();
      const parent = above.at(-1)?.key ?? ROOT_SECTION;
      const name = `${parent}\n${block.depth} ${block.text.trim().replace(/:$/, '').toLowerCase()}`;
      const times = keys.get(name) ?? 0;
      keys.set(name, times + 1);
      const key = times === 0 ? name : `${name} #${times}`;
      above.push({ key, depth: block.depth });
      sections.push({ key, parent, heading: unitOf(block, block, 'heading'), units: [] });
    } else section.units.push(unitOf(block, block, UNIT_KINDS[block.kind] ?? 'text'));
  }
  const isOpen = after !== null && !text.slice(0, end).endsWith('\n');
  return { sections, tail: (after === null || isOpen ? '' : '\n') + text.slice(end) };
}

const UNIT_KINDS: Readonly<Partial<Record<Block['kind'], UnitKind>>> = {
  frontmatter: 'frontmatter',
  item: 'line',
};

/** Returns the index of the last block that belongs to a record. */
function findLastBlock(blocks: readonly Block[], at: number, { deep }: BlockDefinition): number {
  const own = blocks[at] as Block;
  let last = at;
  for (let next = blocks[at + 1]; next; next = blocks[last + 1]) {
    if (next.kind === 'heading' && !(deep === true && next.depth > own.depth)) break;
    last++;
  }
  return last;
}

function describeUnit(
  source: string,
  { text }: Block,
  as: UnitKind,
  { shape }: NoteKind,
): Pick<NoteUnit, 'id' | 'words'> {
  if (as === 'record') return { id: parseBlock(source).id, words: text };
  if (as === 'text') return { id: /(?:^|\s)\^([A-Za-z0-9-]+)$/.exec(source)?.[1] ?? null, words: '' };
  if (as !== 'line') return { id: null, words: '' };
  if (shape === 'pipes') {
    const { message, tail } = parseReminder(text);
    return { id: tail.id, words: message };
  }
  const { text: phrase, why, id } = parseLine(text);
  return { id, words: why === null ? phrase : `${phrase}\n${why}` };
}

/**
 * Writes sections as a note. Blank lines stay as they are where a unit follows one of the same kind as before. The
 * text is returned only if `parse` finds the same units in it; with more blank lines if that is needed, else null.
 */
export function writeNote(
  sections: readonly NoteSection[],
  tail: string,
  parse: (text: string) => NoteStructure,
): string | null {
  const units = sections.flatMap(listUnits);
  for (const chooseLead of [keepLead, widenLead]) {
    const text = units.map((unit, at) => chooseLead(unit, units[at - 1]) + unit.source).join('\n') + tail;
    if (isSame(parse(text).sections.flatMap(listUnits), units)) return text;
  }
  return null;
}

const listUnits = ({ heading, units }: NoteSection): readonly NoteUnit[] =>
  heading === null ? units : [heading, ...units];

/** The blank lines before a unit: its own behind a unit of the same kind as before, none between items, else one. */
function keepLead({ kind, lead, after }: NoteUnit, before: NoteUnit | undefined): string {
  if (after === (before?.kind ?? null)) return lead;
  return before === undefined || (kind === 'line' && before.kind === 'line') ? '' : '\n';
}

const widenLead = (_: NoteUnit, before: NoteUnit | undefined): string => (before === undefined ? '' : '\n');

const isSame = (found: readonly NoteUnit[], wanted: readonly NoteUnit[]): boolean =>
  found.length === wanted.length &&
  found.every(({ kind, source }, at) => kind === wanted[at]?.kind && source === wanted[at]?.source);
