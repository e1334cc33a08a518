import type { EntryType } from '../entry-types.js';

const AROUND = /->|→|\s--\s/u;
const REASON = /\s(?:—|–|--?)\s|[,\s(](?:because(?: of)?|due to)\s|因为|由于/iu;
const REASON_FIRST = /^(?:because(?: of)? |因为)([^,]{2,300}),(?:\s?所以)?(?=.)/iu;

/**
 * Splits a text into statement and reason and removes the separator. A separator inside code or a quotation does not
 * count.
 */
export function splitReason(
  type: EntryType,
  body: string,
  plain: string,
): { text: string; why: string | null } {
  const first = REASON_FIRST.exec(plain);
  if (first) {
    const [whole, why = ''] = first;
    return {
      text: trimmed(body.slice(whole.length)),
      why: trimmed(body.substr(whole.indexOf(why), why.length)),
    };
  }
  const match = (type === 'gotcha' && AROUND.exec(plain)) || REASON.exec(plain);
  const why = match ? trimmed(body.slice(match.index + match[0].length)) : '';
  const text = match ? trimmed(body.slice(0, match.index)) : '';
  return text && why ? { text, why } : { text: trimmed(body), why: null };
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

const ENDING = '(?=\\s(?:because|due to|since|for|in|on|as|to|when|so|—|–|-)\\s|[,;.(。]|\\s*$)';
/** A phrase that introduces rejected options, with the words that must appear with it. */
interface SettingAside {
  readonly cue: RegExp;
  readonly pattern: () => RegExp;
}

/** Before B of "A over B"; an amount or a place is not an option. */
export const OVER_PATTERN: SettingAside = {
  cue: /\sover\s/i,
  pattern: () =>
    new RegExp(
      `\\S over (?!\\d|the\\b|a\\b|an\\b|time\\b|port\\b|https?\\b)([^,;.()]{1,60}?)${ENDING}`,
      'diu',
    ),
};
/** Before B of "A instead of B". */
export const INSTEAD_PATTERN: SettingAside = {
  cue: /instead of|rather than|而不是/i,
  pattern: () =>
    new RegExp(`(?:instead of|rather than) ([^,;.()]{1,60}?)${ENDING}|而不是\\s?([^,。]{1,40})`, 'diu'),
};

/** Returns the options after the phrase that rejects them, one name each. */
export function findAlternatives(body: string, plain: string, { cue, pattern }: SettingAside): string[] {
  if (!cue.test(plain)) return [];
  const match = pattern().exec(plain);
  const [start, end] = match?.indices?.[1] ?? match?.indices?.[2] ?? [0, 0];
  return body
    .slice(start, end)
    .split(/ (?:or|and|nor) /)
    .map(trimmed)
    .filter((name) => name !== '');
}
