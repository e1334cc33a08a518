import { listSentences } from '../../text/sentences.js';

/**
 * What memory takes from a prompt (FEATURES A9): a request to remember something, or that the agent
 * was wrong. Both are read narrowly: a missed one can be repeated, a wrong one is a nuisance.
 */

/** What to remember; `all` where it is in the conversation before and not in the prompt. */
type RememberRequest = { readonly text: string } | 'all';

const PLEASE = String.raw`(?:(?:please|pls|ok(?:ay)?|hey|and|also|btw|by the way|oh|so)[,:]?\s+){0,3}`;

/** A cheap test first: every request has one of these words, and compiling the patterns costs more than all else. */
const MAY_ASK = /remember|memori|make a note|note down|keep in mind|forget|save|记|忘/i;

/** `remember this: X`, `remember that X`, `keep in mind that X`, `note for later: X`, `don't forget: X`. */
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`^${PLEASE}(?:remember|memori[sz]e|note down|make a note|keep in mind|don[’']?t forget)(?:\s+(?:this|that|the following|for later|for next time|for the future|it))?\s*[:：]\s*(\S.*)$`,
    'is',
  ),
  new RegExp(
    String.raw`^${PLEASE}(?:(?:can|could|will|would) you\s+)?(?:please\s+)?(?:remember|memori[sz]e|make a note|keep in mind|don[’']?t forget|do not forget)\s+that\s+(\S.*)$`,
    'is',
  ),
  new RegExp(
    String.raw`^${PLEASE}(?:remember|don[’']?t forget|do not forget)\s+(?=(?:to|always|never|we|i|my|our|not to|the)\b)(\S.*)$`,
    'is',
  ),
  /^(?:请|麻烦)?(?:你)?(?:记住|记一下|记下来?|牢记|别忘了?|不要忘记)(?:这一?点|这个|一下)?\s*[:：,，]?\s*(\S.*)$/s,
];

const ASKS_FOR_ALL = new RegExp(
  String.raw`^${PLEASE}(?:remember|memori[sz]e|make a note of|save)\s+(?:this|that|it)(?:\s+(?:for (?:later|next time|the future)|please))?[.!]?$|^(?:请)?(?:记住|记下)(?:这个|这一?点|它)?[。！!]?$`,
  'i',
);

/** A question remembers nothing: `remember when we fixed it?` */
const QUESTION = /[?？]\s*$/;

/** What a prompt asks to remember, or null: a sentence of its own in the first or last paragraph. */
export function parseRememberRequest(prompt: string): RememberRequest | null {
  for (const paragraph of ends(prompt)) {
    if (!MAY_ASK.test(paragraph)) continue;
    if (ASKS_FOR_ALL.test(paragraph)) return 'all';
    for (const pattern of ASKS) {
      const phrase = pattern.exec(paragraph)?.[1];
      if (phrase === undefined) continue;
      const text = /[:：]\s*$/.test(paragraph.slice(0, paragraph.length - phrase.length))
        ? oneLine(phrase)
        : sentenceOf(oneLine(phrase));
      if (text.length >= 3 && !QUESTION.test(text)) return { text: text.slice(0, MAX_LENGTH) };
    }
  }
  return null;
}

/** Every sentence of a prompt that asks to remember something; `all` is none. */
export function listRememberRequests(prompt: string): readonly string[] {
  if (!MAY_ASK.test(prompt)) return [];
  const whole = parseRememberRequest(prompt);
  if (whole !== null) return whole === 'all' ? [] : [whole.text];
  const sentences = prompt.split(/\n+/).flatMap((line) => listSentences(oneLine(line)));
  return sentences.flatMap((one) => {
    const request = parseRememberRequest(one);
    return request === null || request === 'all' ? [] : [request.text];
  });
}

/** Every correction has one of these words. */
const MAY_CORRECT =
  /\b(?:no|nope|not|wrong|incorrect|stop|quit|don|never|told|said|asked|should|forgot|keep|misunderstood|supposed|ignored|actually)|[不错别我你]/i;

/** Openings that correct an agent. */
const CORRECTS: readonly RegExp[] = [
  /^(?:no|nope|wrong|stop)\s*[,.!:;—-]+\s*\S/i,
  /^(?:that|this|it)(?:[’']s| is| was)\s+(?:not (?:what i (?:asked|said|meant|wanted)|right|correct)|wrong|incorrect)\b/i,
  /\bi (?:already )?(?:told|said to) you (?:not |to not |never |before|already|to)\b/i,
  /\bi (?:said|asked) (?:not to|for .{1,60}, not)\b/i,
  /^(?:please )?(?:stop|quit) (?!the\b|at\b|when\b|using the\b|container|server|service)\w+ing\b/i,
  /^(?:please )?(?:don[’']?t|do not|never) .{2,120}\bagain\b/i,
  /\byou (?:should(?:n[’']?t| not)? have|forgot to|forgot that|keep (?!the\b|it\b|a\b)\w+ing|misunderstood|were supposed to|weren[’']?t supposed to|ignored)\b/i,
  /^actually,? (?:no\b|we (?:use|don[’']?t)|that[’']s (?:wrong|not))/i,
  /^(?:不对|错了|不是这样|别再|不要再|我(?:说过|跟你说过|告诉过你)|你(?:又)?(?:错了|忘了|搞错了|理解错了))/,
];

/** Openings of an answer to the agent's question, or about another's mistake. */
const INNOCENT =
  /^(?:no|nope)[,.!]?\s+(?:problem|worries|need|thanks|thank you|rush|idea|that[’']s (?:fine|ok(?:ay)?|all|it|right)|it[’']s (?:fine|ok(?:ay)?))\b/i;

/** A correction of an agent: what was wrong, and what to do instead, empty where that is missing. */
export interface Correction {
  readonly mistake: string;
  readonly correction: string;
}

/** The correction in a prompt, or null. The first sentence is what was wrong, the next ones the rest. */
export function parseCorrection(prompt: string): Correction | null {
  const [first = ''] = ends(prompt);
  const line = oneLine(first);
  if (!MAY_CORRECT.test(line) || line.replace(HAN, 'xx').length < SHORTEST) return null;
  if (INNOCENT.test(line)) return null;
  const sentences = listSentences(line);
  const at = sentences.findIndex((one) => CORRECTS.some((pattern) => pattern.test(one.trim())));
  const found = at === 0 || CORRECTS.some((pattern) => pattern.test(line)) ? Math.max(at, 0) : at;
  if (found < 0 || found > 1) return null;
  const [mistake = '', ...rest] = sentences.slice(found, found + 3);
  const joined = /^(?:no|nope|wrong|stop)\W*$/i.test(mistake)
    ? [`${mistake}${rest.shift() ?? ''}`, ...rest]
    : [mistake, ...rest];
  const [wrong = '', ...instead] = joined.map((sentence) => sentence.trim());
  return {
    mistake: wrong.slice(0, LONGEST_CORRECTION),
    correction: instead.join(' ').slice(0, LONGEST_CORRECTION),
  };
}

/** A correction as one line, word for word, without the `no` at its beginning. */
export const formatCorrection = ({ mistake, correction }: Correction): string =>
  removeNo(`${mistake} ${correction}`);

/** Removes the `no` at the beginning of a correction. */
export const removeNo = (text: string): string =>
  text
    .replace(/^(?:no|nope|wrong|stop)\s*[,.!:;—-]+\s*(?=\S)/i, '')
    .replace(/^that(?:[’']s| is) (?:wrong|incorrect|not right)[,.!:;—-]\s+(?=\S)/i, '')
    .trim();

/** Fewer letters are no correction to store; a Chinese character counts as two. */
const SHORTEST = 8;
const HAN = /[\u2e80-\uffff]/g;
const MAX_LENGTH = 2000;
const LONGEST_CORRECTION = 240;

/** A longer text is not noted as one line. */
const LONGEST_STATEMENT = 240;

/** A sentence that asks for something to be done now: `please …`, `can you …`, `…, bump it`. */
const REQUEST =
  /\b(?:please|pls|(?:can|could|will|would) you|bitte)\b|请|麻烦|(?:[,;:–—-]|\band|\bso|\bthen)\s+(?:then |just )?\w+ (?:it|them|that|this)(?: \w+){0,2}[.!]?$/i;

/** The sentences of the first and last paragraph of a prompt that may state something lasting: no questions or requests, no long texts. */
export const listStatements = (prompt: string): readonly string[] =>
  ends(prompt)
    .flatMap((paragraph) => listSentences(oneLine(paragraph)))
    .map((one) => one.trim())
    .filter(
      (one) =>
        one.length <= LONGEST_STATEMENT && !QUESTION.test(one) && (GENERAL.test(one) || !REQUEST.test(one)),
    );

/** The opening of a general order: `always run X first`, `only ever edit X`. */
const GENERAL = /^(?:please )?(?:always|never|only ever|every|each|nobody|no one) \S+ \S+ \S/i;

/**
 * Returns a sentence of a prompt with the words that say what it is about: the whole prompt where that is short, else the
 * sentence before it too.
 */
export function addContext(prompt: string, sentence: string): string {
  const whole = oneLine(prompt);
  if (whole.length <= LONGEST_STATEMENT) return whole;
  const at = whole.indexOf(sentence);
  const before = at > 0 ? (listSentences(whole.slice(0, at)).at(-1) ?? '') : '';
  const joined = `${before}${sentence}`.trim();
  return joined.length <= LONGEST_STATEMENT ? joined : sentence;
}

/** True for a sentence that refers to the one before it: `it is never set, and then they wonder`. */
export const isUnclearAlone = (sentence: string): boolean =>
  /\b(?:it|its|they|them|their|this|that|these|those|then|there)\b/i.test(sentence);

/** Signs of several clauses. A request for the current task usually has one clause. */
const CLAUSES =
  /[,;:，；：]\s|\S[.!?。！？]\s+\S|\s[-–—]\s|\b(?:because|since|so that|until|unless)\b|因为|所以/iu;

/** Most characters of a prompt that may state something: a longer one describes a task or has pasted text. */
const LONGEST_STATING = 480;

/** Returns false for a long prompt, and for one of a single clause: it is a request for the current task. */
export const mayState = (prompt: string): boolean => prompt.length <= LONGEST_STATING && CLAUSES.test(prompt);

/** True for a sentence that reads like a rule, though its form does not settle it. */
export const mayBeRule = (sentence: string): boolean => GENERAL.test(sentence);

/** First and last paragraph; commands of the client are no words of a person. */
function ends(prompt: string): readonly string[] {
  const text = prompt.trim();
  if (text === '' || /^[/!<]/.test(text)) return [];
  const paragraphs = text.split(/\n\s*\n/).map((one) => one.trim());
  return [...new Set([paragraphs[0] ?? '', paragraphs.at(-1) ?? ''])];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Up to the first end of a sentence that is none of an abbreviation, a number or a file's name. */
function sentenceOf(text: string): string {
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|mr|dr))[.!](?=\s+[A-Z])|[。！]/.exec(text);
  return (end ? text.slice(0, end.index) : text.replace(/[.!]$/, '')).trim();
}
