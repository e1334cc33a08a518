import { MONTHS, NUMBERS, WEEKDAYS } from './date-words.data.js';

/** Source of a pattern that finds an English weekday, whole or shortened. */
export const WEEKDAY_PATTERN = '(?:mon|tue(?:s)?|wed(?:s|nes)?|thu(?:r|rs)?|fri|sat(?:ur)?|sun)(?:day)?';
/** Source of a pattern that finds an English month, whole or shortened. */
export const MONTH_PATTERN = String.raw`(?:${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?`;
/** Source of a pattern that finds a number word, longest first. */
export const NUMBER_WORD_PATTERN = Object.keys(NUMBERS)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** Source of a pattern that finds a number, in digits or in English. */
export const NUMBER_PATTERN = String.raw`(?:\d{1,4}|${NUMBER_WORD_PATTERN})`;

/** English date and time words of four or more letters. */
export const DATE_WORDS: readonly string[] = [
  ...WEEKDAYS,
  ...MONTHS.filter((month) => month.length > 3),
  ...'tomorrow today tonight weekend next week month year hour hours minute minutes days weeks months years'.split(
    ' ',
  ),
  ...'morning afternoon evening night noon midnight session every'.split(' '),
];

/** 1 for Monday to 7 for Sunday, or 0 for a word that is no weekday. */
export const parseWeekday = (word: string): number =>
  word.length < 3 ? 0 : WEEKDAYS.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1;

/** The English name of a weekday 1–7, in lower case. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';

/** The English name of a month 1–12, three letters: `Jul`. */
export const formatShortMonth = (month: number): string => {
  const name = MONTHS[month - 1] ?? '';
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1, 3)}`;
};

/** 1–12, or 0 for a word that is no month. */
export const parseMonth = (word: string): number =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1;

/** The number of an English word or of digits; not a number for anything else. */
export const parseNumber = (word: string): number => NUMBERS[word] ?? Number(word);

/** Names of the weekdays 1–7 after `周` or `星期`. */
export const HAN_WEEKDAYS = '一二三四五六日';

const HAN_DIGITS = '零一二三四五六七八九';

/** A whole number up to 99 in Chinese or in digits: `三`, `十五`, `两`, `12`; not a number for anything else. */
export function parseHanNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const plain = text.replace('两', '二').replace('〇', '零');
  const [, tens, ten, ones] = /^([一二三四五六七八九])?(十)?([零一二三四五六七八九])?$/.exec(plain) ?? [];
  if (!plain || (!ten && tens && ones)) return Number.NaN;
  if (!ten) return HAN_DIGITS.indexOf(tens ?? ones ?? '');
  return (tens ? HAN_DIGITS.indexOf(tens) : 1) * 10 + (ones ? HAN_DIGITS.indexOf(ones) : 0);
}

/** Source of a pattern that finds a number in Chinese or in digits. */
export const HAN_NUMBER = String.raw`(?:\d{1,4}|[零〇一二两三四五六七八九十]{1,3})`;

/** One simplified character for each traditional or Japanese one, so that positions do not change. */
const FOLDS =
  '後后週周禮礼點点時时鐘钟個个兩两號号這这會会話话間间當当談谈論论說说討讨處处動动開开見见現现來来問问發发編编輯辑寫写過过';
const FOLD = new Map(FOLDS.match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));

/** Folds traditional and Japanese forms of the characters used in dates and conditions. The length does not change. */
export const foldChineseVariants = (text: string): string => [...text].map((c) => FOLD.get(c) ?? c).join('');
