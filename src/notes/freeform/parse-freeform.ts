import type { EntryType } from '../entry-types.js';
import { CONFIDENCE, CONFIDENCE_BONUS, MARKER_CUES, type PhraseCue } from './cues.data.js';
import { findBestCue } from './find-cue.js';
import { findFreeformDate } from './freeform-date.js';
import { type LinePrefix, parseLinePrefix } from './line-prefix.js';
import { findAlternatives, INSTEAD_PATTERN, OVER_PATTERN, splitReason } from './split-reason.js';
import { stripQuotes } from './strip-quotes.js';

/** The parsed content of a freely written line. */
export interface FreeformEntry {
  readonly type: EntryType;
  /** Without bullet, checkbox, date and label, and without a reason at the end. */
  readonly text: string;
  /** The reason; for a gotcha, the workaround. */
  readonly why: string | null;
  /** The rejected options: B of "chose A over B". */
  readonly alternatives: readonly string[];
  /** A date mentioned in the line, `YYYY-MM-DD`. */
  readonly on: string | null;
  readonly status: 'open' | 'blocked' | 'resolved' | null;
  /** `key` for a KEY line. */
  readonly tags: readonly string[];
  /** 0–1, by FEATURES A3. */
  readonly confidence: number;
}

/** Longer texts are documents, not entries: only the beginning is parsed. */
const LONGEST = 16 * 1024;

/**
 * Parses one item or paragraph of free text (Mind §Loose parsing; FEATURES A3) without its Markdown structure. Code and
 * quotations are ignored. Returns null without any cue. Never throws.
 */
export function parseFreeform(text: string): FreeformEntry | null {
  const written = text.slice(0, LONGEST).replace(/\r\n?/g, '\n').trimEnd();
  const plain = stripQuotes(written);
  const lead = parseLinePrefix(plain);
  const labelled = labelOf(lead, plain);
  const phrase = labelled ? null : findBestCue(plain, lead.end);
  if (!labelled && !phrase && !lead.memory && !lead.key) return null;
  const type = labelled ?? phrase?.phrase.type ?? (lead.key ? MARKER_CUES.key : MARKER_CUES.memory);
  const span =
    phrase && !lead.memory && !lead.key ? phrase : { start: phrase?.start ?? lead.end, end: written.length };
  return find(type, lead, written.slice(span.start, span.end), plain.slice(span.start, span.end), {
    status: statusOf(type, lead, plain),
    base: baseOf(lead, labelled !== null, phrase?.phrase ?? null),
    bold: BOLD.test(plain.slice(lead.end)),
    on: lead.date ?? findFreeformDate(plain)?.date ?? null,
  });
}

/** Returns the type named by a label, unless the text is a question about a decision. */
function labelOf(lead: LinePrefix, plain: string): EntryType | null {
  const request = lead.label === 'decision' && plain.trimEnd().endsWith('?');
  return request || plain.slice(lead.end).trim() === '' ? null : lead.label;
}

function baseOf(lead: LinePrefix, labelled: boolean, phrase: PhraseCue | null): number {
  const bases: number[] = [];
  if (labelled || lead.key) bases.push(CONFIDENCE.label);
  if (lead.memory) bases.push(CONFIDENCE.memory);
  if (lead.bold && (labelled || lead.key || lead.memory)) bases.push(CONFIDENCE.bold);
  if (phrase) bases.push(CONFIDENCE[phrase.how ?? 'phrase']);
  return Math.max(...bases);
}

const RESOLVED =
  /\((?:fixed|resolved|solved|done|closed)\b|~~.{1,500}~~|\b(?:is|was|now|been) (?:fixed|resolved|solved)\b|已(?:解决|修复)/iu;

function statusOf(type: EntryType, lead: LinePrefix, plain: string): FreeformEntry['status'] {
  if (type === 'progress') return 'resolved';
  if (type !== 'problem' && type !== 'blocker') return null;
  if (lead.box === 'done' || RESOLVED.test(plain)) return 'resolved';
  return type === 'problem' ? 'open' : 'blocked';
}

const BOLD = /(?:\*\*|__)(?=\S)[^\n]{1,500}?(?:\*\*|__)/;

/** What is known about an entry before its text is split. */
interface Known {
  readonly status: FreeformEntry['status'];
  readonly base: number;
  readonly bold: boolean;
  readonly on: string | null;
}

/** Builds an entry from the text that remains; `plain` is the same text with quotes blanked. */
function find(type: EntryType, lead: LinePrefix, body: string, plain: string, known: Known): FreeformEntry {
  const over = type === 'decision' ? findAlternatives(body, plain, OVER_PATTERN) : [];
  const instead = type === 'decision' ? findAlternatives(body, plain, INSTEAD_PATTERN) : [];
  const sum =
    known.base +
    (known.bold ? CONFIDENCE_BONUS.bold : 0) +
    (/\bbecause\b|因为/i.test(plain) ? CONFIDENCE_BONUS.because : 0) +
    (over.length > 0 ? CONFIDENCE_BONUS.over : 0);
  return {
    type,
    ...splitReason(type, body, plain),
    alternatives: [...over, ...instead],
    on: known.on,
    status: known.status,
    tags: lead.key ? ['key'] : [],
    confidence: Math.round(Math.min(CONFIDENCE_BONUS.most, sum) * 100) / 100,
  };
}
