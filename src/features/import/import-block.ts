import type { Block } from '../../markdown/outline.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { Checkbox, LineParts } from '../../notes/entries/entry-line.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { parseFreeformEntry } from '../../notes/freeform/freeform-entry.js';
import { listLabels } from '../../notes/labels/labels.js';

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
