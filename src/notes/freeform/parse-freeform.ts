import type { EntryType } from '../entry-types.js';
import { CONFIDENCE, CONFIDENCE_BONUS, MARKER_CUES, type PhraseCue } from './cues.data.js';
import { findBestCue } from './find-cue.js';
import { findFreeformDate } from './freeform-date.js';
import { type LinePrefix, parseLinePrefix } from './line-prefix.js';
import { listAlternatives, splitReason, splitWorkaround } from './split-reason.js';
import { stripQuotes } from './strip-quotes.js';

/** The parsed content of a freely written line. */
export interface FreeformEntry {
  readonly type: EntryType;
  /** Without bullet, checkbox, date and label, and without a reason at the end. */
  readonly text: string;
  readonly why: string | null;
  /** The rejected options: B of "chose A over B". */
  readonly alternatives: readonly string[];
  /** For a gotcha, the way around it. */
  readonly workaround: string | null;
  /** A date mentioned in the line, `YYYY-MM-DD`. */
  readonly on: string | null;
  readonly status: 'open' | 'blocked' | 'resolved' | null;
  /** `key` for a KEY line. */
  readonly tags: readonly string[];
  /** 0–1, by FEATURES A3. */
  readonly confidence: number;
  /** What shows the type. */
  readonly how: 'label' | 'question' | 'phrase' | 'marker';
}

/** Longer texts are documents, not entries: only the beginning is parsed. */
const MAX_LENGTH = 16 * 1024;

/**
 * Parses one statement of free text (Mind §Loose parsing; FEATURES A3) without its Markdown structure: a label decides
 * before a question, and a question before a phrase. Code and quotations are ignored. Returns null without any cue.
 * Never throws. Without `readsPhrases` it looks for labels and questions only, which is faster.
 */
export function parseFreeform(text: string, readsPhrases = true): FreeformEntry | null {
  const written = text.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').trimEnd();
  const plain = stripQuotes(written);
  const lead = parseLinePrefix(plain);
  const labelled = labelOf(lead, plain);
  const isQuestion = labelled === null && isQuestionText(plain.slice(lead.end));
  const phrase = labelled || isQuestion || !readsPhrases ? null : findBestCue(plain, lead.end);
  const isMarked = lead.memory || lead.key;
  if (!labelled && !isQuestion && !phrase && !isMarked) return null;
  const marked = lead.key ? MARKER_CUES.key : MARKER_CUES.memory;
  const type = labelled ?? (isQuestion ? 'question' : (phrase?.phrase.type ?? marked));
  const span = phrase && !isMarked ? phrase : { start: phrase?.start ?? lead.end, end: written.length };
  return find(type, written.slice(span.start, span.end), plain.slice(span.start, span.end), {
    label: labelled && lead.speaks ? written.slice(lead.start, lead.end) : '',
    how: labelled ? 'label' : isQuestion ? 'question' : phrase ? 'phrase' : 'marker',
    tags: lead.key ? ['key'] : [],
    status: statusOf(type, lead, plain),
    base: baseOf(lead, labelled !== null, isQuestion, phrase?.phrase ?? null),
    bold: BOLD.test(plain.slice(lead.end)),
    on: lead.date ?? findFreeformDate(plain)?.date ?? null,
  });
}

const QUESTION = /\S\?["'”’)\]*_]*$/u;
/** A name with a question mark, such as `Puma.forkable?`; a question about one begins as a question. */
const PREDICATE = /[.#:_][^\W_]+\?$/;
const ASKS =
  /^(?:who|what|why|how|which|where|when|do|does|did|is|are|was|were|can|could|should|shall|will|would|has|have|any)\b/i;

/** True for words that end as a question does. */
export const isQuestionText = (text: string): boolean =>
  QUESTION.test(text) && !(PREDICATE.test(text) && !ASKS.test(text.trim()));

/** Returns the type named by a label, unless the text is a question about a decision. */
function labelOf(lead: LinePrefix, plain: string): EntryType | null {
  const request = lead.label === 'decision' && isQuestionText(plain);
  return request || plain.slice(lead.end).trim() === '' ? null : lead.label;
}

function baseOf(lead: LinePrefix, labelled: boolean, asks: boolean, phrase: PhraseCue | null): number {
  const bases: number[] = [];
  if (labelled || lead.key) bases.push(CONFIDENCE.label);
  if (lead.memory) bases.push(CONFIDENCE.memory);
  if (lead.bold && (labelled || lead.key || lead.memory)) bases.push(CONFIDENCE.bold);
  if (phrase) bases.push(CONFIDENCE[phrase.how ?? 'phrase']);
  if (asks) bases.push(CONFIDENCE.phrase);
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
interface Known extends Pick<FreeformEntry, 'how' | 'tags' | 'status' | 'on'> {
  /** A label that stays a part of the text. */
  readonly label: string;
  readonly base: number;
  readonly bold: boolean;
}

/** Builds an entry from the text that remains; `plain` is the same text with quotes blanked. */
function find(type: EntryType, body: string, plain: string, known: Known): FreeformEntry {
  const { how, tags, status, on } = known;
  const { text, why, workaround } = splitParts(type, body, plain, how === 'label');
  const alternatives = listAlternatives(type, body);
  const sum =
    known.base +
    (known.bold ? CONFIDENCE_BONUS.bold : 0) +
    (/\bbecause\b|因为/i.test(plain) ? CONFIDENCE_BONUS.because : 0) +
    (alternatives.length > 0 && /\sover\s/i.test(plain) ? CONFIDENCE_BONUS.over : 0);
  const confidence = Math.round(Math.min(CONFIDENCE_BONUS.most, sum) * 100) / 100;
  return { type, text: known.label + text, why, workaround, alternatives, on, status, tags, confidence, how };
}

/** Splits off the reason and, of a gotcha, the workaround; the reason may follow either. */
function splitParts(
  type: EntryType,
  body: string,
  plain: string,
  isLabelled: boolean,
): Pick<FreeformEntry, 'text' | 'why' | 'workaround'> {
  const { text, workaround } = type === 'gotcha' ? splitWorkaround(body) : { text: body, workaround: null };
  if (workaround === null) return { ...splitReason(type, body, plain, isLabelled), workaround };
  const around = splitReason(type, workaround, stripQuotes(workaround), isLabelled);
  if (around.why !== null) return { text, why: around.why, workaround: around.text };
  return { ...splitReason(type, text, stripQuotes(text), isLabelled), workaround };
}
