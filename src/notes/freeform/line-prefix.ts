import { createFastRegex } from '../../text/ascii-regex.js';
import type { EntryType } from '../entry-types.js';
import { findWordLabel } from '../labels/labels.js';
import { SPEAKING_LABELS } from './cues.data.js';
import { findFreeformDate } from './freeform-date.js';

const SPEAKING: ReadonlySet<string> = new Set(SPEAKING_LABELS.split(', '));

/** The prefix of a freely written line. */
export interface LinePrefix {
  /** Offset after the prefix. */
  readonly end: number;
  readonly box: 'open' | 'done' | 'dropped' | null;
  readonly date: string | null;
  readonly memory: boolean;
  readonly key: boolean;
  /** The type named by a label. */
  readonly label: EntryType | null;
  /** Offset at which the label, or what came last before the text, begins. */
  readonly start: number;
  /** True for a label that stays a part of the text. */
  readonly speaks: boolean;
  /** True if one of the labels is bold. */
  readonly bold: boolean;
}

/** Limit for parts of a prefix that may repeat; more are text. */
const MOST_PARTS = 8;
const MARK = createFastRegex(
  /^(?:\s+|[-*+]\s+|\d{1,3}[.)]\s+|(?:\/\/+|\/\*+|#+|<!--|;)\s*(?=[*_]{0,3}(?:MEMORY|KEY)\b))/,
  () =>
    /^(?:\s+|[-*+]\s+|\d{1,3}[.)]\s+|(?:\/\/+|\/\*+|#+|<!--|;)\s*(?=[*_]{0,3}(?:MEMORY|KEY)\b)|\p{Extended_Pictographic}\uFE0F?\s*)/u,
);
const BOX = /^\[([ xX-])\]\s+/;
const DATE = /^(?:on\s)?[[(]?/i;
const BEHIND_DATE = /^(?:[T ]\d{1,2}:\d{2})?[\])]?(?:[T ]\d{1,2}:\d{2})?\s{0,2}(?:[:|,–—-]{1,2}\s{0,2})?/;
/** What programmers write before what is to be done, without a colon. */
const BARE_TODO = /^TO-?DO\s+(?=[^\s:–—-])/;
const BEHIND_LABEL = /:|\s[-–—]/;
const LABEL = createFastRegex(
  /^([*_]{0,3})([A-Za-z][A-Za-z' ]{0,22}?)(?: ?#?\d{1,5})?\s?(?::([*_]{0,3})|([*_]{0,3})\s?:|([*_]{0,3})\s--?(?=\s))\s*/,
  () =>
    /^([*_]{0,3})(\p{L}[\p{L}'’ ]{0,22}?)(?: ?#?\d{1,5})?\s?(?::([*_]{0,3})|([*_]{0,3})\s?:|([*_]{0,3})\s[-–—]{1,2}(?=\s))\s*/u,
);

/** Parses bullet, checkbox, date, `MEMORY:`, `KEY:` and label at the start of a text whose quotes are blanked. */
export function parseLinePrefix(text: string): LinePrefix {
  let lead: LinePrefix = {
    start: 0,
    end: 0,
    speaks: false,
    box: null,
    date: null,
    memory: false,
    key: false,
    label: null,
    bold: false,
  };
  for (let part = 0; part < MOST_PARTS && lead.label === null; part++) {
    const rest = text.slice(lead.end);
    const next = mark(rest) ?? date(rest) ?? label(rest);
    if (!next) break;
    lead = {
      ...lead,
      ...next,
      start: lead.end,
      end: lead.end + next.length,
      bold: lead.bold || (next.bold ?? false),
    };
  }
  return lead;
}

type Part = Partial<Omit<LinePrefix, 'start' | 'end'>> & { readonly length: number };

const BOXES = { ' ': 'open', '-': 'dropped', x: 'done' } as const;

function mark(rest: string): Part | null {
  const box = BOX.exec(rest);
  if (box) return { length: box[0].length, box: BOXES[(box[1] ?? ' ').toLowerCase() as keyof typeof BOXES] };
  const found = MARK(rest).exec(rest);
  return found ? { length: found[0].length } : null;
}

function date(rest: string): Part | null {
  const found = findFreeformDate(rest);
  if (!found || found.start !== DATE.exec(rest)?.[0].length) return null;
  const behind = BEHIND_DATE.exec(rest.slice(found.end))?.[0].length ?? 0;
  return { length: found.end + behind, date: found.date };
}

function label(rest: string): Part | null {
  const [bare] = BARE_TODO.exec(rest) ?? [];
  if (bare !== undefined) return { length: bare.length, label: 'todo' };
  const found = BEHIND_LABEL.test(rest) ? LABEL(rest).exec(rest) : null;
  if (!found) return null;
  const length = found[0].length;
  const bold = (found[1] ?? '').length >= 2;
  const name = (found[2] ?? '').toLowerCase().replaceAll('’', "'").trim();
  if (name === 'memory') return { length, bold, memory: true };
  if (name === 'key' && found[2] !== name) return { length, bold, key: true };
  const type = findWordLabel(name)?.type;
  return type ? { length, bold, label: type, speaks: SPEAKING.has(name) } : null;
}
