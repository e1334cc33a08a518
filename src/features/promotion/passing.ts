import { isQuestionText } from '../../notes/freeform/parse-freeform.js';

/** A secret was taken out of the text: it is never promoted, and no question shows it. */
export const isRedacted = (text: string): boolean => /\[redacted\b/i.test(text);

const QUESTION =
  /？\s*$|^(?:who|what|why|how|which|did|does|anyone|is (?:it|that|this)|(?:are|do|can|could|should) (?:you|we|i)|was (?:it|that))\b/iu;

/** A time that ends within days. */
const MOMENT =
  /\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week)|at the moment|currently|so far|for now|right now|half(?: |-)?way|lunch|coffee|day off|(?:mon|tues|wednes|thurs|fri)day off|first thing|call it a day)\b|今天|明天|昨天|暂时|稍后|正在/iu;

/** Undecided, or a mere opinion. */
const OPEN =
  /\b(?:maybe|might|perhaps|whether|undecided|not (?:yet )?decided|postponed?|going to|want to|todo|we could|should we)\b|^(?:i['’](?:ll|d|m)|next|then|first|plan)\b|也许|可能|还没|待办/iu;

/** Returns true for words that are of their moment: a question, a plan, a guess, a time. */
export const isPassing = (text: string): boolean =>
  isQuestionText(text.trimEnd()) || QUESTION.test(text) || MOMENT.test(text) || OPEN.test(text);

/** A count or a measured value; a year, and a number within a name or behind one, are none. */
const MEASURED =
  /(?<![\p{L}\d.,:/-]|\p{Lu}\p{L}{0,20} )(?!(?:19|20)\d\d\b)\d+(?:[.,:]\d+)*(?![\p{L}\d-])|\d ?(?:%|m?s\b|min\b|[kKMG]i?B\b)/u;

/** A measured time, share or size, unlike the number of a version. */
const TIMING = /\d ?(?:%|m?s|min|seconds?|minutes?|hours?|[kMG]i?B)(?![\p{L}\d])/u;

/** Returns true for words with a time, share or size that was measured. */
export const hasTiming = (text: string): boolean => TIMING.test(text);

/** Returns true for words that give a value as it was when they were written: `disk is 91 % full`. */
export const isMeasured = (text: string): boolean => MEASURED.test(text);
