import type { EntryType } from '../entry-types.js';
import { stripQuotes } from './strip-quotes.js';

const REASON =
  /\s(?:—|–|--?)\s|(?<!\b(?:only|just|simply|partly|not))[,\s(](?:because(?: of)?|due to)\s|[,;\uFF0C]?\s?(?:因为|由于)|\ssince (?!\d|last\b|this\b|yesterday\b|then\b|the (?:start|beginning|release|update|upgrade)\b)(?=(?:\S+ ){2})|, as (?=(?:\S+ ){3})/iu;
const REASON_FIRST = /^(?:because(?: of)? |因为)([^,]{2,300}),(?:\s?所以)?(?=.)/iu;

/** After a rejection or rule, a clause with its own subject is the reason. */
const CLAUSES: Partial<Record<EntryType, RegExp>> = {
  rejected:
    /, (?=(?:it|it[’']s|they|this|that|there|nobody|we|its)\s)|(?<=^[^\s:]{1,40}|\S \S.{4,200}):\s(?=\S+ \S)/iu,
  rule: /, (?=(?:it|it[’']s|they|this|that|there|nobody|its)\s)/iu,
  decision: /(?<=\S \S.{4,200}):\s(?=(?:it|it[’']s|they|there|nobody|we)\s)/iu,
};

/** Types for which `since` and `as` give a time, not a reason. */
const TIMES: readonly EntryType[] = [
  'problem',
  'progress',
  'blocker',
  'fact',
  'learning',
  'experience',
  'question',
];

/**
 * Splits a text into statement and reason and removes the separator. A separator inside code or a quotation does not
 * count. `isLabelled` is true if the text has the type before a colon.
 */
export function splitReason(
  type: EntryType,
  body: string,
  plain: string,
  isLabelled: boolean,
): { text: string; why: string | null } {
  const first = REASON_FIRST.exec(plain);
  if (first) {
    const [whole, why = ''] = first;
    return {
      text: trimmed(body.slice(whole.length)),
      why: trimmed(body.substr(whole.indexOf(why), why.length)),
    };
  }
  const match = findReason(type, plain, isLabelled);
  const why = match ? trimmed(body.slice(match.index + match[0].length)) : '';
  const text = match ? trimmed(body.slice(0, match.index)) : '';
  return text && why ? { text, why } : { text: trimmed(body), why: null };
}

function findReason(type: EntryType, plain: string, isLabelled: boolean): RegExpExecArray | null {
  const match = REASON.exec(plain);
  if (match && !(TIMES.includes(type) && /since|as\b/i.test(match[0]))) return match;
  return isLabelled ? null : (CLAUSES[type]?.exec(plain) ?? null);
}

/** What parts a trap from the way around it. */
const AROUND = /\s?(?:->|=>|\u2192)\s?|\s--\s|[;,.]?\s\(?(?:workaround|fix):\s/iu;

/** Splits a gotcha at the first arrow outside code; a text without one has no workaround. */
export function splitWorkaround(source: string): { text: string; workaround: string | null } {
  const match = AROUND.test(source) ? AROUND.exec(stripQuotes(source)) : null;
  const text = match ? trimmed(source.slice(0, match.index)) : '';
  const workaround = match ? trimmed(source.slice(match.index + match[0].length)) : '';
  return text && workaround ? { text, workaround } : { text: source, workaround: null };
}

const ENDS_WITH = /[\s.,。(\uFF0C\uFF08\u3001]/u;

/** Trims white space, trailing stops and commas, and a bracket or bold mark whose partner was cut off. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ENDS_WITH.test(text[end - 1] ?? '')) end--;
  const bare = text.slice(0, end).trimStart();
  if (/[)\uFF09]$/.test(bare) && !/[(\uFF08]/.test(bare)) return bare.slice(0, -1);
  const whole = /^(\*\*|__)((?:(?!\1)[^\n]){1,2000})\1$/.exec(bare)?.[2] ?? bare;
  if (whole.split('**').length % 2 === 1) return whole;
  return whole.replace(/^\*\*|\*\*$/, '');
}

const ENDING =
  '(?=\\s(?:because|due to|since|for|in|on|as|to|when|so|between|with|at|by|from|if|where|—|–|-)\\s|[,;.(。]|\\s*$)';

/** Phrases that introduce an alternative; an amount or a place is none. */
const SET_ASIDE: readonly (() => RegExp)[] = [
  () =>
    new RegExp(
      `\\S over (?!\\d|the\\b|a\\b|an\\b|time\\b|port\\b|https?\\b)([^,;.()]{1,60}?)${ENDING}`,
      'diu',
    ),
  () => new RegExp(`(?:instead of|rather than) ([^,;.()]{1,60}?)${ENDING}`, 'diu'),
  () => /而不是\s?([A-Za-z0-9@._/+-]+(?: [A-Za-z0-9@._/+-]+)*|[^\s,\uFF0C。]{1,20})/diu,
  () =>
    /, not (?!when|because|if|to|for|in|on|at|by|only|just|yet|until|even|as|so|that|sure\b)([^,;.()]{1,40}?)(?=\s(?:because|since|—|–|-)\s|[,;.(]|\s*$)/diu,
];
const PREFERRED = () =>
  new RegExp(`\\bprefers? [^,;.]{1,60}? to (?!be\\b|have\\b)([^,;.()]{1,60}?)${ENDING}`, 'diu');

const CUE = /\sover\s|instead of|rather than|而不是|, not\s|\bprefers?\s/i;
const CHOICES: readonly EntryType[] = ['decision', 'preference', 'rule'];

let compiled: readonly RegExp[] | undefined;

/** Lists the options that a choice sets aside, one name each: B of "chose A over B". */
export function listAlternatives(type: EntryType, body: string): readonly string[] {
  if (!CHOICES.includes(type) || !CUE.test(body)) return NONE;
  const plain = stripQuotes(body);
  compiled ??= [...SET_ASIDE, PREFERRED].map((make) => make());
  const names = compiled.flatMap((pattern) => {
    const [start, end] = pattern.exec(plain)?.indices?.[1] ?? [0, 0];
    return body
      .slice(start, end)
      .split(/ (?:or|and|nor) /)
      .map(trimmed);
  });
  return [...new Set(names.filter((name) => name !== ''))];
}

const NONE: readonly string[] = [];
