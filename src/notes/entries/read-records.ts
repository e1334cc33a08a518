import { scanFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { Block } from '../../markdown/outline.js';
import type { EntryType } from '../entry-types.js';
import { findHeadingLabel } from '../labels/labels.js';
import { parseLine } from './entry-line.js';
import {
  composeRecord,
  composeRow,
  isTableRule,
  parseField,
  type RecordField,
  splitCells,
  stripNumber,
} from './record.js';
import { getFirstParagraph, splitBlock } from './statement-blocks.js';

/** A labelled line and its place. */
export interface FieldLine {
  readonly block: Block;
  readonly field: RecordField;
}

/** Reads the labelled lines from a block on, and returns the last block that has no other lines. */
export function readFieldLines(
  text: string,
  blocks: readonly Block[],
  at: number,
): { readonly lines: readonly FieldLine[]; readonly last: number } {
  const lines: FieldLine[] = [];
  let last = at - 1;
  for (let next = at; isText(blocks[next]); next++) {
    const parts = splitBlock(text, blocks[next] as Block);
    const fields = parts.flatMap((block) => {
      const field = parseField(getBlockText(text, block));
      return field ? readNestedFields(text, block, field) : [];
    });
    if (new Set(fields.map(({ block }) => block)).size < parts.length) break;
    lines.push(...fields);
    last = next;
  }
  return { lines, last };
}

/** Lists a field with those of the lines below it, or with their text where it has no value: `Issue: x` with `Fix: y` below. */
function readNestedFields(text: string, block: Block, field: RecordField): FieldLine[] {
  if (field.value === '') return [{ block, field: { ...field, value: getNestedText(text, block) } }];
  const below = listNestedLines(text, block).map((line) => parseField(line));
  const nested = below.flatMap((one) => (one === null ? [] : [{ block, field: one }]));
  return [{ block, field }, ...(nested.length === below.length ? nested : [])];
}

/** Finds the record below a heading, or returns null. Status and date may also stand in the front matter. */
export function findHeadingRecord(text: string, blocks: readonly Block[], at: number) {
  const own = blocks[at] as Block;
  const end = blocks.findIndex((block, i) => i > at && block.kind === 'heading' && block.depth <= own.depth);
  const below = blocks.slice(at + 1, end < 0 ? blocks.length : end);
  const first = below.findIndex(({ kind }) => kind === 'heading');
  if (first < 0 || findHeadingLabel(own.text)?.type) return null;
  const headings = below.filter(({ kind, depth }) => kind === 'heading' && depth === below[first]?.depth);
  const fields = headings.map((heading) => ({
    name: heading.text,
    label: findHeadingLabel(heading.text),
    value: listBlocksBelow(heading, below)
      .map((block) => getBlockText(text, block))
      .join(' '),
    heading,
  }));
  const statements = fields.filter(({ label }) => label?.type && label.part === null);
  const [statement] = statements;
  const [block, ...others] = statement ? listBlocksBelow(statement.heading, below) : [];
  const isList = block?.kind === 'item' && others.some(({ kind }) => kind === 'item');
  const hasPart = fields.some(({ label }) => label?.part && label.part !== 'detail');
  if (!block || isList || statements.length !== 1 || !hasPart) return null;
  const lines = below
    .slice(0, first)
    .filter(isText)
    .flatMap((one) => splitBlock(text, one))
    .flatMap((line) => parseField(getBlockText(text, line)) ?? []);
  const record = composeRecord([...readPropertyFields(text), ...lines, ...fields], null, null);
  if (!record) return null;
  const title = stripNumber(own.text);
  const { type, parts } = record;
  const full = parts.text.startsWith(title) ? parts.text : `${title}: ${parts.text}`;
  return { type, parts: { ...parts, text: full }, block, headings };
}

/** Returns the status and the date that the front matter states. */
function readPropertyFields(text: string): readonly RecordField[] {
  const properties = scanFrontMatter(text);
  return ['status', 'date'].flatMap((name) => {
    const value = properties?.get(name);
    return typeof value === 'string' ? (parseField(`${name}: ${value}`) ?? []) : [];
  });
}

/** Lists the items and paragraphs between a heading and the next one. */
function listBlocksBelow(heading: Block, below: readonly Block[]): readonly Block[] {
  const from = below.indexOf(heading) + 1;
  const length = below.slice(from).findIndex(({ kind }) => kind === 'heading');
  return below.slice(from, length < 0 ? below.length : from + length).filter(isText);
}

const isText = (block: Block | undefined): boolean => block?.kind === 'item' || block?.kind === 'paragraph';

/** Finds the heading directly above a block, without its number; null for a label and where there is none. */
export function findTitleAbove(blocks: readonly Block[], at: number): string | null {
  const above = blocks[at - 1];
  if (above?.kind !== 'heading' || findHeadingLabel(above.text)) return null;
  const title = stripNumber(above.text);
  return /\p{L}/u.test(title) ? title : null;
}

/** Returns the text of an item or paragraph without its bullet. */
export const getBlockText = (text: string, block: Block): string =>
  block.kind === 'item' ? block.text : text.slice(block.start, block.end).trim();

/** Lists the lines below the first paragraph of an item, without bullets. */
function listNestedLines(text: string, block: Block): readonly string[] {
  if (block.kind !== 'item') return [];
  return text
    .slice(block.start + getFirstParagraph(text, block).length, block.end)
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').trim())
    .filter(Boolean);
}

/** Returns the lines below the first paragraph of an item as one text. */
export const getNestedText = (text: string, block: Block): string => listNestedLines(text, block).join('; ');

/** Reads the rows of a table below its header, or returns null for a block that is no table. */
export function readTableRows(text: string, block: Block, section: EntryType | null) {
  const lines = block.kind === 'paragraph' ? splitBlock(text, block) : [];
  const [header, rule, ...rows] = lines.map((line) => ({ block: line, words: getBlockText(text, line) }));
  if (!header || !rule || !isTableRule(rule.words)) return null;
  return rows.map(({ block: row, words }) => {
    const entry = composeRow(splitCells(header.words), splitCells(words), section);
    return { block: row, type: entry?.type ?? 'prose', parts: entry?.parts ?? parseLine(words) };
  });
}
