import type { Block } from '../../markdown/outline.js';
import type { NoteKind } from '../kinds/kind.js';
import { parseBlock } from './block.js';
import { type LineParts, parseLine } from './entry-line.js';
import type { BlockHeadingMatch } from './entry-sections.js';

/** Composes the line of a block entry from its heading, fields and body. */
export function composeBlock(
  source: string,
  { section, text: heading, label }: BlockHeadingMatch,
): LineParts {
  const { id, fields, body } = parseBlock(source);
  const named = (key: string | undefined): string | null =>
    key === undefined ? null : (fields.get(key) ?? null);
  const parts = parseLine(heading || named(section.says) || (label ?? ''));
  const why = parts.why ?? named(section.reason) ?? named('why') ?? named('reason') ?? named('rationale');
  const also = (section.also ?? []).map((key) => named(key) ?? '');
  const text = [parts.text, ...[...also, ...body].map((line) => line.trim()).filter(Boolean)].join('\n');
  const own = {
    at: named('at') ?? named('timestamp'),
    by: named('by') ?? named('agent'),
    branch: named('branch'),
    status: named('status'),
    superseded: named('superseded'),
    verified: verifiedOn(fields),
  };
  const present = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  return {
    ...parts,
    text,
    why,
    id: id ?? parts.id,
    fields: { ...present, ...parts.fields },
  };
}

/** Parses `verified`: a day, or `true` for the day it was last applied (Mutable §Entry Schema). */
function verifiedOn(fields: ReadonlyMap<string, string>): string | null {
  const text = fields.get('verified') ?? null;
  if (text === null || /^(?:false|no)$/i.test(text)) return null;
  return /^(?:true|yes)$/i.test(text) ? (fields.get('applied') ?? 'true') : text;
}

/** Returns the line of the front matter with a value, starting at its key. */
export function findPropertyLine(source: string, block: Block, key: string, text: string): Block {
  const lines = source.slice(block.start, block.end).split('\n');
  const from = Math.max(
    0,
    lines.findIndex((line) => line.startsWith(`${key}:`)),
  );
  const own = lines.findIndex(
    (line, at) => at >= from && (line.includes(JSON.stringify(text)) || line.includes(text)),
  );
  const at = own < 0 ? from : own;
  return {
    ...block,
    line: block.line + at,
    start: block.start + lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0),
  };
}

/** Returns true for a real value; a blocker written as `none` is not one. */
export const isPropertyValue = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value !== 'none';

/** Finds the creation time that a note states: a property, or a field below its title. */
export function findCreationTime(text: string, { shape, name }: NoteKind): string | null {
  if (name === 'page') return findPageDate(text);
  if (shape !== 'front matter' && !STAMPED.has(name)) return null;
  const found =
    /^(?:created_at: "?|timestamp: "?|\*\*Timestamp\*\*: )(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))/m.exec(
      text,
    );
  return found?.[1] ?? null;
}

/** Returns the date that the front matter of a page has, as Obsidian, zk and Hugo write it; null without one. */
function findPageDate(text: string): string | null {
  const front = /^---\r?\n([\s\S]{0,4000}?)\r?\n---/.exec(text)?.[1] ?? '';
  const found = /^(?:created|date|created_at|created-at):[ \t]*["']?(\d{4}-\d{2}-\d{2})(?!\d)/im.exec(front);
  return found?.[1] ?? null;
}

const STAMPED = new Set(['finding', 'context-snapshot']);

/** Returns the text of a quote or a block of code without its marks; '' for the list of the importer. */
export function composeVerbatim(source: string, block: Block): string {
  const text = source
    .slice(block.start, block.end)
    .split(/\r\n|\n|\r/)
    .map((line) => (block.kind === 'quote' ? line.replace(/^[ \t]*>[ \t]?/, '') : line).trim())
    .filter((line) => line !== '' && !(block.kind === 'code' && /^(?:`{3}|~{3})/.test(line)))
    .join('\n');
  return IMPORTED.test(text) ? '' : text;
}

/** A line of the list in which the importer keeps what it read. */
const IMPORTED = /^[0-9a-f]{16} .+ → /m;

/** Finds the tags within a text: `#auth`, `#team/ops`. */
export const findInlineTags = (text: string): readonly string[] =>
  text.includes('#')
    ? [...text.matchAll(/(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)/gu)].map(([, tag = '']) => tag)
    : [];
