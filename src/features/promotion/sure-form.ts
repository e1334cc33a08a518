import { formatEntryText } from '../../notes/entries/entry.js';
import { CLAIM_TYPES, type EntryType } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { isMeasured, isPassing } from './passing.js';

/** What an entry becomes when it is promoted. */
export interface PromotedDraft {
  readonly type: EntryType;
  readonly text: string;
  readonly why: string | null;
}

/** From this confidence on a type that was read from the words is certain. */
const SURE = 0.5;

/** Types that last when stated; a problem, progress or an assumption is of its day. */
export const LASTING_TYPES: readonly EntryType[] = [...CLAIM_TYPES, 'rejected'];

/**
 * Returns what an entry becomes where its form leaves no doubt that it lasts: a rule, fact, constraint, decision, lesson,
 * trap, preference or rejection by its label or phrase. Returns null for everything else.
 */
export function findSureForm({ type, text, why }: PromotedDraft): PromotedDraft | null {
  const words = text.trim();
  if (type === 'rejected') return isPassing(words) ? null : composeRejection(words, why);
  const found = parseFreeform(words);
  if (!found || found.confidence < SURE || !LASTING_TYPES.includes(found.type)) return null;
  return judgeDraft({ type: found.type, text: formatEntryText(found), why: found.why ?? why });
}

/** Returns a draft as it is promoted, or null where its words are of their moment, whatever its type. */
export function judgeDraft({ type, text, why }: PromotedDraft): PromotedDraft | null {
  if (isPassing(text) || (type === 'fact' && isMeasured(text))) return null;
  return type === 'rejected' ? composeRejection(text, why) : { type, text, why };
}

const REASON =
  /\s(?:-|–|—|--)\s|[,\s(](?:because(?: of)?|since|due to|as(?= (?:it|they|we|there|that|this|nobody)\b))\s|,?\uFF0C?\s?因为|[,\s]but\s/iu;

/** Returns a rejection as the decision against it; null where it names nothing that a later reader would recognize. */
export function composeRejection(text: string, why: string | null): PromotedDraft | null {
  const parts = why === null ? REASON.exec(text) : null;
  const reason = why ?? (parts ? text.slice(parts.index + parts[0].length).trim() : null);
  const what = (parts ? text.slice(0, parts.index) : text).replace(/[\s,\uFF0C]$/, '');
  if (!reason && !NAMED.test(what)) return null;
  return what ? { type: 'decision', text: against(what), why: reason || null } : null;
}

/** A rejection without a reason lasts where it names a thing in few words; `the second approach` names none. */
const NAMED = /^(?!(?:the|this|that|it)\b)[^\s:]+(?: [^\s:]+){0,7}$/i;

const ALREADY = /^(?:we )?decided against\b/i;
const TRIED = /^(?:(?:we|i) )?(?:tried(?: out)?|rejected|ruled out|gave up on|abandoned|放弃了?)[:\s]?\s?/iu;
/** After these words comes an action, not a name. */
const NOT_TO = /^(?:(?:we|i)(?:[’']ve| have)? )?(?:decided not to |don[’']?t |do not |never |决定不|不要)/iu;

function against(what: string): string {
  if (ALREADY.test(what)) return what;
  if (NOT_TO.test(what)) return `decided against: ${what.replace(NOT_TO, '')}`;
  return `decided against ${what.replace(TRIED, '') || what}`;
}
