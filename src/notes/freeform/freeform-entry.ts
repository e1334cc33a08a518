import { formatEntryText } from '../entries/entry.js';
import { joinLines, type LineParts, parseBox, parseLine } from '../entries/entry-line.js';
import { parseLineMetadata } from '../entries/line-metadata.js';
import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from './freeform-date.js';
import { parseLinePrefix } from './line-prefix.js';
import { type FreeformEntry, parseFreeform } from './parse-freeform.js';
import { stripQuotes } from './strip-quotes.js';

/** A freely written item or paragraph, parsed into the parts of a line and a type. */
interface LooseEntry {
  readonly type: EntryType;
  readonly parts: LineParts;
  /**
   * 0–1, by FEATURES A3: 0 for an experience, and where the words of a person's line name another type than its heading.
   * Null where the heading is certain, and for a summary.
   */
  readonly confidence: number | null;
}

/**
 * Parses one statement of a memory or session note (FEATURES A3): a label decides before a question or a doubt, these
 * before the type of its section, and the section before a phrase. Tags, fields, source and id at its right end are
 * parsed by the line grammar. Returns null where no type is recognized.
 */
export function parseFreeformEntry(source: string, section: EntryType | null = null): LooseEntry | null {
  if (section !== null && HAS_ID.test(source) && !MAY_OVERRULE.test(source))
    return bySection(source, section);
  const { box, rest } = parseBox(joinLines(source));
  const { head, tail } = parseLineMetadata(rest);
  // a line with a link to its source was put into its section by an answer or a sure form
  if (section !== null && tail.id !== null && tail.from !== null) return bySection(source, section);
  const summary = section === null ? parseSummaryLine(head) : null;
  if (summary)
    return { ...summary, parts: { ...summary.parts, tags: tail.tags, from: tail.from, id: tail.id } };
  const text = box === null ? head : `[${box === 'done' ? 'x' : ' '}] ${head}`;
  const find = parseFreeform(text, section === null || tail.id === null);
  if (section !== null && find?.how !== 'label' && find?.how !== 'question') {
    if (isDoubt(head, section)) return null;
    const other = find?.how === 'phrase' && find.type !== section && tail.id === null;
    return { ...bySection(source, section), ...(other ? { confidence: 0 } : {}) };
  }
  if (!find) return null;
  const { why, ...fields } = tail.fields;
  const at = parseLinePrefix(stripQuotes(head)).date;
  const isSame = find.type === section;
  const parts: LineParts = {
    ...(isSame ? { box, fields: {} } : boxOrStatus(find, box)),
    text: formatEntryText(find),
    why: why ?? find.why,
    tags: [...new Set([...find.tags, ...tail.tags])],
    from: tail.from,
    id: tail.id,
  };
  return {
    type: find.type,
    parts: { ...parts, fields: { ...parts.fields, ...(at ? { at } : {}), ...fields } },
    confidence: find.type === 'experience' ? 0 : isSame ? null : find.confidence,
  };
}

/** Of a problem, a blocker or progress the box is a part of the status; what is to be done keeps it. */
function boxOrStatus(
  { type, status }: FreeformEntry,
  box: LineParts['box'],
): Pick<LineParts, 'box' | 'fields'> {
  const keeps = box === 'dropped' || type === 'todo' || type === 'question';
  return { box: keeps ? box : null, fields: box === 'dropped' || status === null ? {} : { status } };
}

/** Text that a label, a question mark or a doubt may take out of its section. */
const MAY_OVERRULE =
  /^[^:\uFF1A\n]{0,48}[:\uFF1A]|^\S+(?: \S+){0,2} [-–—]|^TO-?DO\b|[?\uFF1F]|\b(?:might|may|could|maybe|perhaps|possibly|probably|decided?|decision|chosen|choose|settled|agreed|sure|unsure|undecided|tbd|dunno|know|thinking)\b|[没未可也或要是待]/i;
const HAS_ID = /\s\^[A-Za-z0-9-]+\s*$/;

/** May begin with `KEY:`, `MEMORY:`, or a date that a colon or dash parts from the text. */
const MARKED = /^\W{0,8}(?:(?:KEY|MEMORY)\b|\d{4}-\d{2}-\d{2}[\])*_]*\s?[:|–—-])/i;

/** Returns the entry that the section of a line makes of it. */
function bySection(source: string, section: EntryType): LooseEntry {
  const parts = parseLine(source);
  const confidence = section === 'experience' ? 0 : null;
  if (!MARKED.test(parts.text)) return { type: section, parts, confidence };
  const { key, memory, date, end } = parseLinePrefix(parts.text);
  if (!key && !memory && date === null) return { type: section, parts, confidence };
  const tags = key ? [...new Set(['key', ...parts.tags])] : parts.tags;
  const fields = date === null ? parts.fields : { at: date, ...parts.fields };
  return { type: section, parts: { ...parts, text: parts.text.slice(end), tags, fields }, confidence };
}

/** Words in the main clause that mean nothing is settled. */
const UNDECIDED =
  /^(?:(?!\b(?:because|since|if|when|while|so|that|which|as)\b)[^,.;:—\n]){0,60}\b(?:(?:haven[’']?t|have not|hasn[’']?t|has not|not|never|nobody has|still have to|need to|have to) (?:yet )?(?:decided?|chosen|choose|settled|agreed)|undecided|no decision|tbd|to be decided|not sure|unsure|don[’']?t know|dunno)\b|^not [\p{L} ]{2,20}:|还没|尚未|要不要|是否|待定/iu;
const HEDGED =
  /^(?:(?!\b(?:because|since|if|when|while|so|that|which|as)\b)[^,.;:—\n]){0,60}\b(?:might|maybe|perhaps|possibly|probably|thinking (?:of|about))\b|^(?:we |i )?(?:may|could)\b|^(?:我们)?(?:可能|也许|或许)/iu;

/** Types that claim that something is settled. */
const SETTLED: readonly EntryType[] = ['decision', 'rejected', 'rule', 'preference', 'constraint'];

const isDoubt = (head: string, section: EntryType): boolean => {
  const plain = stripQuotes(head);
  return UNDECIDED.test(plain) || (SETTLED.includes(section) && HEDGED.test(plain));
};

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
