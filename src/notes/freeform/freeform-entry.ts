import { joinLines, type LineParts, parseBox } from '../entries/entry-line.js';
import { parseLineMetadata } from '../entries/line-metadata.js';
import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from './freeform-date.js';
import { parseLinePrefix } from './line-prefix.js';
import { parseFreeform } from './parse-freeform.js';
import { stripQuotes } from './strip-quotes.js';

/** A freely written item or paragraph, parsed into the parts of a line and a type. */
interface LooseEntry {
  readonly type: EntryType;
  readonly parts: LineParts;
  /** 0–1, by FEATURES A3; null for a summary, which is certain. */
  readonly confidence: number | null;
}

/**
 * Parses an item or paragraph of a memory or session note that is not below a heading with a type (FEATURES A3). Tags,
 * fields, source and id at its right end are parsed by the line grammar. Returns null without any cue.
 */
export function parseFreeformEntry(source: string): LooseEntry | null {
  const { box, rest } = parseBox(joinLines(source));
  const { head, tail } = parseLineMetadata(rest);
  const summary = parseSummaryLine(head);
  if (summary)
    return { ...summary, parts: { ...summary.parts, tags: tail.tags, from: tail.from, id: tail.id } };
  const find = parseFreeform(box === null ? head : `[${box === 'done' ? 'x' : ' '}] ${head}`);
  if (!find) return null;
  const { why, ...fields } = tail.fields;
  const status = box === 'dropped' ? null : find.status;
  const at = parseLinePrefix(stripQuotes(head)).date;
  const parts: LineParts = {
    box: box === 'dropped' ? box : null, // `[x]` is already part of the status
    text: find.text,
    why: why ?? find.why,
    tags: [...new Set([...find.tags, ...tail.tags])],
    fields: { ...(status ? { status } : {}), ...(at ? { at } : {}), ...fields },
    from: tail.from,
    id: tail.id,
  };
  return { type: find.type, parts, confidence: find.confidence };
}

/**
 * Parses `DATE | summary | mood: X`, as heading or line: the summary of a session (Mind). Returns null for anything
 * else.
 */
export function parseSummaryLine(text: string): LooseEntry | null {
  const date = findFreeformDate(text);
  const cells = text.split('|').map((cell) => cell.trim());
  const [first = '', summary = '', ...more] = cells;
  if (!date || cells.length < 2 || !summary || !isDateAlone(first)) return null;
  const rest = more.filter(Boolean).join(', ');
  const parts: LineParts = {
    box: null,
    text: rest ? `${summary} (${rest})` : summary,
    why: null,
    tags: [],
    fields: { at: date.date },
    from: null,
    id: null,
  };
  return { type: 'summary', parts, confidence: null };
}

/** Returns true for a date with nothing around it but a label or a time of day. */
function isDateAlone(cell: string): boolean {
  const date = findFreeformDate(cell);
  if (!date) return false;
  const around = `${cell.slice(0, date.start)} ${cell.slice(date.end)}`;
  return /^(?:session|day)? ?:? ?(?:T?\d{1,2}:\d{2})?$/i.test(around.replace(/\s+/g, ' ').trim());
}
