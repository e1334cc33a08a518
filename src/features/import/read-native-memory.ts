import { findBodyStart, type Properties } from '../../markdown/front-matter-scanner.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/located-entry.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { parseFreeformEntry } from '../../notes/freeform/freeform-entry.js';
import { isRecord, isText, type Json } from '../../text/json-value.js';
import type { ImportFile } from './mind.js';

/** One statement in a file of another tool. */
export interface ForeignEntry {
  readonly type: EntryType;
  readonly text: string;
  readonly why: string | null;
  readonly tags: readonly string[];
  /** The day of its line or heading; null if the file gives none. */
  readonly at: string | null;
}

/** Reads the entries of a file as those of a memory note: by headings, labels, records and phrases. */
export type ReadAsMemory = (file: ImportFile) => readonly ForeignEntry[];

/** Reads the front matter of a text; null where it is invalid. */
export type ReadFrontMatter = (text: string) => Properties | null;

const MAX_LENGTH = 480;
const MAX_PARAGRAPH_LENGTH = 240;

const CLAUDE_TYPES: Readonly<Record<string, EntryType>> = {
  user: 'preference',
  feedback: 'rule',
  project: 'fact',
  reference: 'fact',
};

/**
 * Reads a note of Claude Code’s memory: its first paragraph by the type of its front matter, with the reason that it
 * gives. Returns null if it names no type.
 */
export function readClaudeMemory(
  { text }: ImportFile,
  read: ReadFrontMatter,
): readonly ForeignEntry[] | null {
  const fields = read(text);
  const type = CLAUDE_TYPES[textAt(fields, 'type') ?? ''];
  if (!type) return null;
  const body = bodyOf(text);
  const [, reason = null] = /^\*\*Why:?\*\*:?\s*([^\n]+)/m.exec(body) ?? [];
  const paragraphs = body
    .split(/\n\s*\n|\n(?=\*\*\w)/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '' && !/^(#|\*\*(Why|How to apply):?\*\*)/.test(one));
  const phrase = shorten(paragraphs[0] ?? '') ?? textAt(fields, 'description');
  return phrase ? [{ type, text: phrase, why: reason && shorten(reason.trim()), tags: [], at: null }] : [];
}

/** Returns the entries of other tools that stay in memory. A line that begins with a link or a category is none. */
export function toForeignEntries(found: readonly LocatedEntry[]): readonly ForeignEntry[] {
  return found.flatMap((entry): ForeignEntry[] => {
    const text = oneLine(formatEntryText(entry));
    const { type, why, tags, at } = entry;
    if (!isLasting(type) || text.startsWith('[') || text.length > MAX_LENGTH) return [];
    return [{ type, text, why, tags, at: at?.slice(0, 10) ?? null }];
  });
}

/** Returns the day in the front matter or the name of a file; null if there is none. */
export function findFileDay({ path, text }: ImportFile, read: ReadFrontMatter): string | null {
  const fields = read(text);
  const named = ['date', 'created', 'created_at', 'updated', 'modified'].map((key) =>
    DAY.exec(textAt(fields, key) ?? ''),
  );
  return [...named, DAY.exec(path)].find((day) => day !== null)?.[0] ?? null;
}

const DAY = /\d{4}-\d{2}-\d{2}/;

const CATEGORIES: Readonly<Record<string, EntryType>> = {
  decision: 'decision',
  problem: 'problem',
  issue: 'problem',
  bug: 'problem',
  gotcha: 'gotcha',
  warning: 'gotcha',
  preference: 'preference',
  fact: 'fact',
  rule: 'rule',
  requirement: 'constraint',
  constraint: 'constraint',
  insight: 'learning',
  learning: 'learning',
  lesson: 'learning',
};

/** Reads the observations of a basic-memory note: `- [category] text #tag (context)`. */
export function readBasicMemory({ text }: ImportFile): readonly ForeignEntry[] {
  return itemsOf(text).flatMap((item): ForeignEntry[] => {
    const [, category = '', phrase = ''] = /^\[([\w -]+)\]\s+(.+)$/.exec(item) ?? [];
    const type = CATEGORIES[category.toLowerCase()];
    if (!type) return [];
    const [, head = phrase, context = null] = /^(.*\S)\s+\(([^()]*)\)$/.exec(phrase) ?? [];
    const tags = [...head.matchAll(/(?:^|\s)#([\w-]+)/g)].map(([, tag = '']) => tag);
    return [{ type, text: head.replace(/(?:^|\s)#[\w-]+/g, '').trim(), why: context, tags, at: null }];
  });
}

/** Reads the observations of a knowledge graph; those without a type, and preferences of the entity, are facts about it. */
export function readObservations({ text }: ImportFile): readonly ForeignEntry[] {
  return (parseGraph(text) ?? []).flatMap(({ name, observations }) =>
    (Array.isArray(observations) ? observations : []).map(oneLine).flatMap((line): ForeignEntry[] => {
      if (line === '' || line.length > MAX_LENGTH) return [];
      const found = parseFreeformEntry(line);
      if (!found || !isLasting(found.type) || found.type === 'preference')
        return [{ type: 'fact', text: `${oneLine(name)}: ${line}`, why: null, tags: [], at: null }];
      const { text: phrase, why, tags, fields } = found.parts;
      return [{ type: found.type, text: phrase, why, tags, at: fields.at ?? null }];
    }),
  );
}

/** Formats a knowledge graph as a page: a heading for each entity, its observations and relations below; null if it is none. */
export function formatKnowledgeGraph({ path, text }: ImportFile): string | null {
  const items = parseGraph(text);
  if (!items) return null;
  const relations = items.filter(({ type }) => type === 'relation');
  const entities = items.filter(({ type }) => type === 'entity');
  const names = new Set(entities.map(({ name }) => name));
  const sections = entities.map(({ name, entityType, observations }) => [
    `## ${oneLine(name)} (${oneLine(entityType)})`,
    '',
    ...(Array.isArray(observations) ? observations : []).map((one) => `- ${oneLine(one)}`),
    ...relations.filter(({ from }) => from === name).map(relationLine),
    '',
  ]);
  const rest = relations
    .filter(({ from }) => !names.has(from))
    .map((one) => `${relationLine(one)} (from ${oneLine(one.from)})`);
  return `${[`# Knowledge graph of ${path}`, '', ...sections.flat(), ...rest].join('\n').trimEnd()}\n`;
}

/** True for a text whose first line is an entity or relation. */
export function isKnowledgeGraph(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  return parseGraphLine(first) !== null;
}

/** Returns the entities and relations of a graph; null for any other text. */
function parseGraph(text: string): readonly Json[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.map(parseGraphLine).filter((item) => item !== null);
  return items.length > 0 && items.length === lines.length ? items : null;
}

const relationLine = ({ relationType, to }: Json): string => `- ${oneLine(relationType)}: ${oneLine(to)}`;

function parseGraphLine(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && ['entity', 'relation'].includes(String(value.type)) ? value : null;
  } catch {
    return null;
  }
}

const oneLine = (value: unknown): string =>
  String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns true for types that stay in memory. */
export const isLasting = (type: EntryType): boolean =>
  type === 'rejected' || ENTRY_TYPES[type].home?.kind === 'memory';

const bodyOf = (text: string): string => text.slice(findBodyStart(text));

/** The texts of the items at the left edge, each with the lines that continue it. */
const itemsOf = (text: string): readonly string[] =>
  [...bodyOf(text).matchAll(/^[-*+]\s+(.*(?:\n[ \t]+(?![-*+\d])\S.*)*)/gm)].map(([, item = '']) =>
    oneLine(item),
  );

/** A field of the front matter, or of `metadata` in it. */
function textAt(fields: Properties | null, key: string): string | null {
  const metadata = fields?.get('metadata');
  const inner = metadata instanceof Map ? metadata.get(key) : isRecord(metadata) ? metadata[key] : null;
  const value: unknown = fields?.get(key) ?? inner;
  return isText(value) && value.trim() !== '' ? value.trim() : null;
}

/** The whole text if it is short, else its first sentences; null for none, or a sentence that is too long. */
function shorten(text: string): string | null {
  if (text.length <= MAX_PARAGRAPH_LENGTH) return text === '' ? null : text;
  const cut = text.slice(0, MAX_PARAGRAPH_LENGTH);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return end > 0 ? cut.slice(0, end + 1) : null;
}
