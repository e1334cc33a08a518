import { addDays } from '../../dates/local-time.js';

/** A part of a date in a query; each part that fits raises an entry of that day. */
export type DayPart =
  | { readonly fits: 'year' | 'month' | 'day'; readonly number: number }
  | { readonly fits: 'span'; readonly from: string; readonly to: string };

/** A quick test: most queries name no date, and to compile the patterns below takes time. */
const DATED =
  /\d|\b(?:today|yesterday|week|month|year|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** The parts of dates in a query. `today` is the local day of the query. */
export const findDateParts = (words: string, today: string): DayPart[] =>
  DATED.test(words.toLowerCase()) ? datesSaid(words, today) : [];

/** Returns how many of the parts fit a day. */
export function countMatchingParts(parts: readonly DayPart[], day: string): number {
  return parts.filter((part) => fits(part, day)).length;
}

function fits(part: DayPart, day: string): boolean {
  if (part.fits === 'span') return part.from <= day && day <= part.to;
  const [from, to] = { year: [0, 4], month: [5, 7], day: [8, 10] }[part.fits] as [number, number];
  return Number(day.slice(from, to)) === part.number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ISO = /\b(\d{4})-(\d\d)(?:-(\d\d))?\b/g;
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\b`, 'gi');
const MONTH_DAY = new RegExp(`\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, 'gi');
/** `may` and `march` are also plain words: without a day they are months only after a preposition or before a year. */
const MONTH_ALONE = new RegExp(
  `\\b(?:in|of|since|during|before|after|by|until|last|this|next|early|mid|late) (${MONTH})\\b|\\b(${MONTH}),? (?:of )?(?=(?:19|20)\\d\\d\\b)`,
  'gi',
);
const YEAR = /\b((?:19|20)\d\d)\b/g;
const SEASON =
  /\b(last |this |in |during |the ){0,3}(spring|summer|autumn|fall|winter)(?: of)?(?: (\d{4}))?\b/gi;
const RELATIVE =
  /\b(today|yesterday|(?:this|last) (?:week|month|year)|(\d{1,3}) (days?|weeks?|months?) ago)\b/gi;
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

/** The parts of the dates that a query names. `today` is the local day of the query. */
function datesSaid(words: string, today: string): DayPart[] {
  const found = new Map<string, DayPart>();
  const add = (part: DayPart) => found.set(JSON.stringify(part), part);
  const number = (fits: 'year' | 'month' | 'day', value: string | number | undefined) => {
    if (value) add({ fits, number: Number(value) });
  };
  for (const [, year, month, day] of words.matchAll(ISO)) {
    number('year', year);
    number('month', month);
    number('day', day);
  }
  for (const [, day, month = ''] of words.matchAll(DAY_MONTH)) {
    number('day', day);
    number('month', monthNumber(month));
  }
  for (const [, month = '', day] of words.matchAll(MONTH_DAY)) {
    number('month', monthNumber(month));
    number('day', day);
  }
  for (const [, one, other = ''] of words.matchAll(MONTH_ALONE)) number('month', monthNumber(one ?? other));
  for (const [, year] of words.matchAll(YEAR)) number('year', year);
  for (const [, , season = '', year] of words.matchAll(SEASON))
    add(seasonSpan(season.toLowerCase(), year, today));
  for (const [, phrase = '', count, unit] of words.matchAll(RELATIVE))
    add(relativeSpan(phrase.toLowerCase(), Number(count), unit ?? '', today));
  return [...found.values()];
}

/** Removes what names a date, and `what happened`, which asks for all entries of it. */
export const dropDates = (words: string): string =>
  [ISO, DAY_MONTH, MONTH_DAY, MONTH_ALONE, YEAR, SEASON, RELATIVE, HAPPENED].reduce(
    (rest, pattern) => rest.replace(pattern, ' '),
    words,
  );

const HAPPENED = /\bwhat (?:has |was )?(?:happened|happening|done|going on)\b/gi;

const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Returns three months: the season of that year, else the latest one that has begun. Winter begins in December. */
function seasonSpan(season: string, year: string | undefined, today: string): DayPart {
  const month = SEASONS[season] ?? 3;
  const start = (of: number) => `${of}-${String(month).padStart(2, '0')}-01`;
  const thisYear = Number(today.slice(0, 4));
  const from = start(year ? Number(year) : start(thisYear) <= today ? thisYear : thisYear - 1);
  return { fits: 'span', from, to: addDays(from, 91) };
}

function relativeSpan(phrase: string, count: number, unit: string, today: string): DayPart {
  const span = (from: number, to: number): DayPart => ({
    fits: 'span',
    from: addDays(today, -from),
    to: addDays(today, -to),
  });
  if (phrase === 'today') return span(0, 0);
  if (phrase === 'yesterday') return span(1, 1);
  if (unit) return aroundSpan(count, unit, span);
  const reach = phrase.endsWith('week') ? 7 : phrase.endsWith('month') ? 31 : 366;
  return phrase.startsWith('this') ? span(reach, 0) : span(reach * 2, 1);
}

function aroundSpan(count: number, unit: string, span: (from: number, to: number) => DayPart): DayPart {
  if (unit.startsWith('day')) return span(count, count);
  const days = unit.startsWith('week') ? 7 : 30;
  return span(count * days + days / 2, Math.max(0, count * days - days / 2));
}
