import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { CLAIM_TYPES, type EntryType } from '../../notes/entry-types.js';
import type { KindName } from '../../notes/kinds/index.js';
import { isPassing } from './passing.js';
import { findSureForm, judgeDraft, type PromotedDraft } from './sure-form.js';

/** One way of promotion (Mutable §Memory Flow; FEATURES C11): from which kind, which types, to which kind, and why. */
interface PromotionRule {
  readonly from: KindName;
  /** The types that the rule is for; null: all of them. */
  readonly types: readonly EntryType[] | null;
  readonly to: KindName;
  readonly why: string;
  /** Returns what an entry becomes, or null if it does not qualify. A rule without it moves or gathers all entries. */
  readonly promote?: (entry: LocatedEntry) => PromotedDraft | null;
}

/**
 * All promotion rules, in the order in which they are tried. Entries move at the end of a session; `handoff` gathers.
 */
export const PROMOTION_RULES: readonly PromotionRule[] = [
  { from: 'session', types: null, to: 'day', why: 'the session ended: its entries move to its day' },
  {
    from: 'session',
    types: ['rejected', 'experience'],
    to: 'memory',
    why: 'it was rejected, or its words say what it is',
    promote: promoteStatement,
  },
  {
    from: 'session',
    types: null,
    to: 'memory',
    why: 'a person wrote it there, but it belongs in memory',
    promote: keepType,
  },
  {
    from: 'day',
    types: ['decision'],
    to: 'memory',
    why: 'a decision lasts beyond its day',
    promote: promoteDecision,
  },
  {
    from: 'day',
    types: ['obs'],
    to: 'memory',
    why: 'its words say what it is',
    promote: promoteFirstLine,
  },
  {
    from: 'day',
    types: ['error'],
    to: 'memory',
    why: 'an error with a known cause or fix',
    promote: promoteError,
  },
  {
    from: 'day',
    types: ['rejected', 'experience'],
    to: 'memory',
    why: 'it was rejected, or its words say what it is',
    promote: promoteStatement,
  },
  {
    from: 'day',
    types: ['moment', 'prose'],
    to: 'memory',
    why: 'a remark that states something lasting',
    promote: promoteFirstLine,
  },
  { from: 'day', types: ['tool'], to: 'handoff', why: 'work done goes into the hand-off' },
  {
    from: 'handoff',
    types: ['handoff'],
    to: 'memory',
    why: 'a session names it as what memory gained or had wrong',
  },
  { from: 'memory', types: null, to: 'handoff', why: 'what memory gained is handed on, by its link' },
  { from: 'feedback', types: ['feedback'], to: 'inbox', why: 'a mistake made three times asks for a rule' },
];

/** Returns what an entry becomes by the first rule of its kind and type that it qualifies for, or null. */
export function applyPromotionRules(from: KindName, entry: LocatedEntry): PromotedDraft | null {
  for (const { from: own, types, promote } of PROMOTION_RULES) {
    if (own !== from || !promote || (types !== null && !types.includes(entry.type))) continue;
    const draft = promote(entry);
    if (draft) return draft;
  }
  return null;
}

/** Promotes where the words or the heading give the type for sure; under a person's own heading a rejection needs its reason. */
function promoteStatement(entry: LocatedEntry): PromotedDraft | null {
  const { type, why, confidence, section } = entry;
  const isBare = type === 'rejected' && why === null && confidence === null;
  return isBare && section?.toLowerCase() !== 'rejected' ? null : findSureForm(entry);
}

/** An entry that a person wrote into the session, but that belongs to memory, keeps its type; an unsure one waits. */
function keepType(entry: LocatedEntry): PromotedDraft | null {
  const { type, why, confidence } = entry;
  const isLasting = CLAIM_TYPES.includes(type) || type === 'problem';
  return confidence !== 0 && isLasting ? judgeDraft({ type, text: formatEntryText(entry), why }) : null;
}

/** A decision names what it is about: a word or two alone decide nothing that another can follow. */
const FEWEST_LETTERS = 8;

function promoteDecision({ text, why }: LocatedEntry): PromotedDraft | null {
  const [first = '', ...more] = text.split('\n');
  if (isPassing(first) || first.length < FEWEST_LETTERS) return null;
  return { type: 'decision', text: first, why: why ?? reasonIn(more) };
}

/** The first line below a heading that is a sentence, as its reason. */
const reasonIn = (lines: readonly string[]): string | null =>
  lines.find((line) => /^\p{L}.{8,200}$/u.test(line) && !/^\w+:/.test(line))?.replace(/\.$/, '') ?? null;

/** Promotes by the first line: the lines below an observation or remark explain it. */
function promoteFirstLine({ type, text, why }: LocatedEntry): PromotedDraft | null {
  const [first = ''] = text.split('\n');
  return findSureForm({ type, text: first, why });
}

const CURE = /^(?:(.{4,300}?)\s*(?:→|->|=>|⇒)\s*(.{3,300}))$/s;

function promoteError({ text, why }: LocatedEntry): PromotedDraft | null {
  const [first = '', ...more] = text.split('\n');
  const [, what, cure] = CURE.exec(first) ?? [];
  if (what !== undefined && cure !== undefined) return { type: 'gotcha', text: `${what} -> ${cure}`, why };
  const cause = why ?? more.flatMap((line) => FIXED.exec(line)?.[1] ?? [])[0] ?? null;
  return cause === null ? null : { type: 'gotcha', text: first, why: cause };
}

const FIXED =
  /^(?:[-*+] )?(?:fix(?:ed)?(?: by)?|solution|cause|because|resolved by|workaround|cure)\s*[:：]\s*(.{3,300})$/i;
