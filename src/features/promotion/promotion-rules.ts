import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { CLAIM_TYPES, ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import type { KindName } from '../../notes/kinds/index.js';
import { evaluatePromotion } from './evaluate-promotion.js';

/** What an entry becomes when it is promoted. */
export interface PromotedDraft {
  readonly type: EntryType;
  readonly text: string;
  readonly why: string | null;
}

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
  { from: 'session', types: null, to: 'day', why: 'the session ended: all that it held stays in its day' },
  {
    from: 'session',
    types: ['rejected', 'experience'],
    to: 'memory',
    why: 'it was rejected for a reason, or it teaches',
    promote: evaluatePromotion,
  },
  {
    from: 'session',
    types: null,
    to: 'memory',
    why: 'a person wrote it there, but it is at home in memory',
    promote: keepType,
  },
  {
    from: 'day',
    types: ['decision'],
    to: 'memory',
    why: 'what was decided holds beyond its day',
    promote: promoteDecision,
  },
  {
    from: 'day',
    types: ['obs'],
    to: 'memory',
    why: 'an observation that teaches',
    promote: promoteObservation,
  },
  {
    from: 'day',
    types: ['error'],
    to: 'memory',
    why: 'an error whose cause or cure is known',
    promote: promoteError,
  },
  {
    from: 'day',
    types: ['rejected', 'experience'],
    to: 'memory',
    why: 'it was rejected for a reason, or it teaches',
    promote: evaluatePromotion,
  },
  {
    from: 'day',
    types: ['moment', 'prose'],
    to: 'memory',
    why: 'somebody said in passing what holds',
    promote: promoteRemark,
  },
  { from: 'day', types: ['tool'], to: 'handoff', why: 'what was done is handed on' },
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

/** An entry that a person wrote loosely into the session, but that belongs to memory, keeps its type. */
function keepType(entry: LocatedEntry): PromotedDraft | null {
  const { type, why, confidence } = entry;
  if (confidence === null || ENTRY_TYPES[type].home?.kind !== 'memory') return null;
  return { type, text: formatEntryText(entry), why };
}

/** Over before the week is, not decided yet, or asked. */
const PASSING =
  /[?？]\s*$|\b(?:for now|today|tonight|tomorrow|this (?:morning|afternoon|evening|week)|later|lunch|coffee|break|day off|(?:mon|tues|wednes|thurs|fri)day off|first thing|call it a day|continue|postponed?|not decided|undecided|maybe|might|perhaps|should we|whether)\b|暂时|今天|明天|稍后|也许|还没/iu;

/** A decision names what it is about: a word or two alone decide nothing that another can follow. */
const FEWEST_LETTERS = 8;

function promoteDecision({ text, why }: LocatedEntry): PromotedDraft | null {
  const [first = '', ...more] = text.split('\n');
  if (PASSING.test(first) || first.length < FEWEST_LETTERS) return null;
  return { type: 'decision', text: first, why: why ?? reasonIn(more) };
}

/** The first line below a heading that is a sentence, as its reason. */
const reasonIn = (lines: readonly string[]): string | null =>
  lines.find((line) => /^\p{L}.{8,200}$/u.test(line) && !/^\w+:/.test(line))?.replace(/\.$/, '') ?? null;

function promoteObservation({ type, text, why }: LocatedEntry): PromotedDraft | null {
  const [first = ''] = text.split('\n');
  if (COUNTED.test(first) || /[?？]\s*$/.test(first)) return null;
  return type === 'obs' ? evaluatePromotion({ type: 'experience', text: first, why }) : null;
}

/** How a run came out, not what it taught. */
const COUNTED =
  /^(?:(?:all )?(?:tests?|checks?|ci|build) (?:is|are) (?:green|red|passing|failing)|\d+ (?:of \d+|\w+) )/i;

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

/** Types that somebody says in passing and that hold beyond the day; a problem or progress is of its day. */
const LASTING: readonly EntryType[] = [...CLAIM_TYPES, 'rejected'];
const SURE = 0.5;

function promoteRemark({ text, why }: LocatedEntry): PromotedDraft | null {
  const [first = ''] = text.split('\n');
  const found = parseFreeform(first);
  if (!found || found.confidence < SURE || !LASTING.includes(found.type) || PASSING.test(found.text))
    return null;
  if (found.type === 'rejected')
    return evaluatePromotion({ type: 'rejected', text: found.text, why: found.why ?? why });
  return { type: found.type, text: formatEntryText(found), why: found.why ?? why };
}
