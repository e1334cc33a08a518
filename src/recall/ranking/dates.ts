import { datesSaid } from './dates-said.js';

/** A part of a date that a query names; an entry of such a day rises a little for each part that fits. */
export type DayPart =
  | { readonly fits: 'year' | 'month' | 'day'; readonly number: number }
  | { readonly fits: 'span'; readonly from: string; readonly to: string };

/** Most queries name no date, and are done with one look, in lower case: the patterns of those that do take a while to make. */
const DATED =
  /\d|\b(?:today|yesterday|week|month|year|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** The parts of dates in a query. `today` is the local day on which it is asked. */
export const daysIn = (words: string, today: string): DayPart[] =>
  DATED.test(words.toLowerCase()) ? datesSaid(words, today) : [];

/** How many of the parts a day fits. */
export function fitting(parts: readonly DayPart[], day: string): number {
  return parts.filter((part) => fits(part, day)).length;
}

function fits(part: DayPart, day: string): boolean {
  if (part.fits === 'span') return part.from <= day && day <= part.to;
  const [from, to] = { year: [0, 4], month: [5, 7], day: [8, 10] }[part.fits] as [number, number];
  return Number(day.slice(from, to)) === part.number;
}
