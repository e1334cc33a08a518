import { CHINESE_TERMS, WORD_ORDERS } from './chinese-terms.data.js';

/** The longer before those that they hold. */
const words = (): readonly (readonly [chinese: string, english: string])[] =>
  CHINESE_TERMS.trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
    .sort(([one], [other]) => other.length - one.length);

const CHINESE = /[\u4e00-\u9fff]/;

let known: ReturnType<typeof words> | undefined;

/**
 * A text whose Chinese words of the trade stand in English, in the order of English: where something is done comes last.
 * The rest of it stays as it is, and a text without Chinese is given back.
 */
export function translateChineseTerms(text: string): string {
  if (!CHINESE.test(text)) return text;
  known ??= words();
  const parted = text.replace(/,(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]),/g, '，');
  const ordered = WORD_ORDERS.reduce((said, [chinese, english]) => said.replace(chinese, english), parted);
  return known
    .reduce((said, [chinese, english]) => said.replaceAll(chinese, ` ${english} `), ordered)
    .replace(/([a-z]) (?:了|的|地|过|着)(?=\s|[\u4e00-\u9fff]|$)/g, '$1 ')
    .replace(/[，；。]/g, ', ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
