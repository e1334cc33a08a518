import type { Block } from '../../markdown/outline.js';
import { wrapInFence } from '../../markdown/section-edits.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { Checkbox, LineParts } from '../../notes/entries/entry-line.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/located-entry.js';
import type { EntryType } from '../../notes/entry-types.js';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { parseFreeformEntry } from '../../notes/freeform/freeform-entry.js';
import { listLabels } from '../../notes/labels/labels.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { groupByKeys } from '../../text/group-by.js';

/** The place that a piece of the source was imported to. */
export interface ImportedLocation {
  readonly file: string;
  readonly line: number;
  readonly what: 'entry' | 'session' | 'reminder' | 'summary' | 'note' | 'page' | 'known' | 'kept';
  readonly path: string;
  readonly section: string | null;
  readonly id: string | null;
  readonly mark: string;
}

/** The pieces of a file that are stored verbatim. */
export interface UnparsedText {
  readonly file: string;
  readonly pieces: readonly ImportBlock[];
}

/**
 * Formats the page of an import: source and place of each piece, the marks that prevent a second import, and the
 * verbatim pieces. The list is a code block, so that searches find the pieces and not the list.
 */
export function writePage(
  source: string,
  date: string,
  landed: readonly ImportedLocation[],
  remainders: readonly UnparsedText[],
): string {
  const files = [...new Set(landed.map(({ file }) => file))];
  const counts = files.map((file) => `${file}: ${importSummary(landed.filter((one) => one.file === file))}`);
  return [
    `# Imported from ${source} on ${date}`,
    '',
    '## What came from where',
    '',
    '```text',
    ...counts,
    '',
    ...landed.map(sourceLine),
    '```',
    '',
    ...remainders.flatMap(({ file, pieces }) => [
      `## As it is written in ${file}`,
      '',
      ...pieces.flatMap(written),
    ]),
  ]
    .join('\n')
    .replace(/(?<!\n)\n*$/, '\n');
}

/** Returns the pages of earlier imports that exist: `stem.md`, `stem-2.md` … */
export function findEarlierImportPages(notebook: Notebook, stem: string): readonly Note[] {
  const found: Note[] = [];
  for (let note = notebook.note(`${stem}.md`); note; note = notebook.note(`${stem}-${found.length + 1}.md`))
    found.push(note);
  return found;
}

/** Returns a path that no note has, with `-2`, `-3` … if needed. Compares without case. */
export function freePath(notebook: Notebook, stem: string): string {
  const taken = new Set(notebook.list().map((path) => path.toLowerCase()));
  for (let turn = 1; ; turn++) {
    const path = `${stem}${turn === 1 ? '' : `-${turn}`}.md`;
    if (!taken.has(path.toLowerCase()) && !notebook.note(path)) return path;
  }
}

const MARK = /^([0-9a-f]{16}) /gm;

/** Returns the marks of all pieces that these pages list. */
export const readImportedFingerprints = (pages: readonly Note[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ text }) => [...text.matchAll(MARK)].map(([, mark = '']) => mark)));

const WORDS: Readonly<Record<ImportedLocation['what'], string>> = {
  entry: 'entries',
  session: 'sessions',
  reminder: 'reminders',
  summary: 'session summaries',
  note: 'notes',
  page: 'copied to pages',
  known: 'known already',
  kept: 'kept verbatim',
};

/** Counts by kind: `3 entries, 2 reminders`. */
export function importSummary(landed: readonly ImportedLocation[]): string {
  const parts = Object.entries(WORDS).flatMap(([what, words]) => {
    const count = landed.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? (ONE[words] ?? words) : words}`];
  });
  return parts.join(', ');
}

/** Says what `recall` shows of an import. */
export function describeRecalled(landed: readonly ImportedLocation[]): string {
  const sections = landed.flatMap(({ what, section }) => (what === 'entry' ? [section ?? 'Failures'] : []));
  const bySection = groupByKeys(sections.map((name) => [name, name] as const));
  const counts = [...bySection].map(([name, own]) => `${name} ${own.length}`);
  return counts.length === 0
    ? 'No entry for `recall`; to find the text: daybook search WORDS'
    : `\`recall\` shows these entries by rank: ${counts.join(', ')}`;
}

const ONE: Readonly<Record<string, string>> = {
  entries: 'entry',
  sessions: 'session',
  reminders: 'reminder',
  'session summaries': 'session summary',
  notes: 'note',
  'copied to pages': 'copied to a page',
};

function sourceLine({ mark, file, line, path, section, id, what }: ImportedLocation): string {
  const place = what === 'kept' ? 'below' : `${path}${section ? ` › ${section}` : ''}${id ? ` ^${id}` : ''}`;
  return `${mark} ${file}:${line} → ${place}${what === 'known' ? ' (known already)' : ''}`;
}

/** Formats a piece with a blank line after it. An open fence is closed; text that is not Markdown is fenced. */
function written({ file, raw }: ImportBlock): string[] {
  const lines = raw.split(/\r\n|\n|\r/);
  if (!file.endsWith('.md')) return [wrapInFence(raw, /\.(\w+)$/.exec(file)?.[1] ?? 'text'), ''];
  if (lines[0]?.trim() === '---' && lines.length > 1) return [wrapInFence(raw, 'yaml'), ''];
  const fence = openFence(lines);
  const comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->') ? ['-->'] : [];
  return [...lines, ...(fence === null ? comment : [fence]), ''];
}

/** Returns the marker of a fence that is still open at the end, or null. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && open === null) open = mark;
    else if (mark && open !== null && mark.startsWith(open) && line.trim() === mark) open = null;
  }
  return open;
}

/** A block of a foreign note: its place, its text, and the entry read from it. */
export interface ImportBlock {
  readonly file: string;
  readonly line: number;
  readonly raw: string;
  /** Identifies the piece, so that it is imported only once. */
  readonly mark: string;
  /** The entry without its id; null if the block has no known type. */
  readonly entry: { readonly type: EntryType; readonly parts: LineParts } | null;
  /** True if the entry contains all words of the block; else the block is also stored verbatim. */
  readonly whole: boolean;
}

/** Reads a block as a piece. Types that belong to neither memory nor session give no entry. */
export function parseImportBlock(
  file: string,
  text: string,
  block: Block,
  found: LocatedEntry | undefined,
): ImportBlock {
  const raw = text.slice(block.start, block.end).trimEnd();
  const known =
    found &&
    !['prose', 'reminder', 'todo'].includes(found.type) &&
    (ENTRY_TYPES[found.type].home || found.type === 'summary');
  const entry = known ? { type: found.type, parts: tidy(found, block) } : null;
  return {
    file,
    line: block.line,
    raw,
    mark: hashImportBlock(file, raw),
    entry,
    whole: entry !== null && saysAll(raw, entry.parts),
  };
}

/** Returns 16 hex digits of the hash of a file name and a piece. */
export const hashImportBlock = (file: string, raw: string): string => {
  const plain = raw.replace(/\r\n?/g, '\n').trim();
  return (
    createFingerprint(`${file}\n${plain}`) + createFingerprint(`${[...plain].reverse().join('')}\n${file}`)
  );
};

/** Below a heading that names the type, a line need not repeat it: `decided to X` below Decisions becomes X. */
function tidy(found: LocatedEntry, block: Block): LineParts {
  const parts = partsOf(found);
  if (found.confidence !== null || block.kind !== 'item') return parts;
  const loose = parseFreeformEntry(block.text);
  if (loose?.type !== found.type) return parts;
  const { text, why, fields, box } = loose.parts;
  return {
    ...parts,
    box: fields.status ? box : parts.box,
    text,
    why,
    fields: { ...parts.fields, ...fields },
  };
}

const BOXES: Readonly<Record<string, Checkbox>> = { open: 'open', done: 'done', dropped: 'dropped' };

function partsOf(entry: LocatedEntry): LineParts {
  const { why, tags, from, id, hasId, status, at, by, branch, verified, superseded } = entry;
  const text = formatEntryText(entry);
  const box = BOXES[status ?? ''] ?? null;
  const fields = { at, by, branch, verified, superseded, status: box === null ? status : null };
  return {
    box,
    text: text.replace(/(?<!\s)\s*\n\s*/g, ' '),
    why,
    tags,
    from,
    id: hasId ? id : null,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
  };
}

const WORD = /\p{Script=Han}|[\p{L}\p{N}]+/gu;
const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Words that only name the type or join it to the text, so they may be dropped. */
const CARRYING = new Set([
  ...[...listLabels()].flatMap(([name, { type }]) => (type ? wordsIn(name) : [])),
  ...wordsIn(
    'memory key because since due of we i it have has ve decided to that on turns turned out x open mood',
  ),
  ...wordsIn('因为 由于 我们 我 决定 发现'),
]);

/** Returns true if the entry has every word of the block. */
function saysAll(raw: string, { text, why, tags, from, id, fields }: LineParts): boolean {
  const date = findFreeformDate(raw);
  const rest = date ? raw.slice(0, date.start) + raw.slice(date.end) : raw;
  const said = new Set(
    [text, why ?? '', ...tags, from ?? '', id ?? '', ...Object.entries(fields).flat()].flatMap(wordsIn),
  );
  return wordsIn(rest.replace(/^\s*\d{1,9}[.)]\s/, '')).every((word) => said.has(word) || CARRYING.has(word));
}
