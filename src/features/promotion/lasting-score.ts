import { isUnfinished } from '../../matching/relations/find-likely-overtaken.js';
import { listNames } from '../../matching/topics/shared-names.js';
import { listSentences } from '../../text/sentences.js';
import { hasTiming, isMeasured, isPassing } from './passing.js';

/** Words that tie a statement to its moment, though some that last have them too. */
const LOOSE_TIME =
  /\b(?:still|again|(?<!from )now|next|then|soon|yet|mostly|almost|nearly|half|left|just|yesterday|ago|(?:on|by) (?:mon|tues|wednes|thurs|fri)day)\b/iu;

const SELF = /\b(?:I|I['’]\w+|my|me|let['’]s)\b/u;

/** Openings of activity and chat: such a line seldom states a fact. */
const OPENING =
  /^(?:\p{L}+ing|have|done|ok|okay|yes|no,|nope|thanks|thank|hi|hello|hey|sorry|sure|hm+|oops|argh|ugh|oh|ah|nvm|lol|that['’]s|looks|note \p{L}+$)\b|\b(?:hm+|oops|argh|ugh|lol|nvm)\b/iu;

const STATE =
  /\b(?:is|are|was|were) (?:\p{L}+ing|open|done|red|green|clean|back|up|down|ready|there|here|gone)\b/iu;

/** Words of general or required statements. */
const GENERAL =
  /\b(?:no|nothing|nobody|no one|never|always|every|everything|all|only|must|needs?|without|before|after|own|wants?|likes?|prefers?|not by|instead of)\b|必须|不要|总是|每次|只能|都/iu;

/** From so many words on a line is likely a whole sentence. */
const FEWEST_WORDS = 5;

/**
 * Scores how likely a statement without a label lasts, by its form alone. Positive: a general statement about a thing, in a
 * whole sentence. Negative: a question, plan, count, greeting, or the state of a task.
 */
export function scoreLasting(text: string): number {
  const words = countWords(text);
  return (
    (isPassing(text) ? -3 : 0) +
    (LOOSE_TIME.test(text) ? -2 : 0) +
    (SELF.test(text) ? -2 : 0) +
    (isMeasured(text) ? -1 : 0) +
    (OPENING.test(text) ? -2 : 0) +
    (STATE.test(text) ? -1 : 0) +
    (GENERAL.test(text) ? 1 : 0) +
    (words >= FEWEST_WORDS ? 1 : words <= 2 ? -2 : 0)
  );
}

/** Returns the score of the highest-scored sentence of a text; the other sentences may be passing remarks. */
export const scoreBestSentence = (text: string): number =>
  Math.max(...[text, ...listSentences(text)].map(scoreLasting));

/** A shorter line names something, or it is chat. */
const FEWEST_OF_SENTENCE = 9;

/** Returns true for a line whose form leaves little doubt that it lasts: a general sentence, or one about a name. */
export const isLikelyLasting = (text: string): boolean =>
  scoreLasting(text) + (isMeasured(text) && !hasTiming(text) ? 1 : 0) >= 1 &&
  !isPassing(text) &&
  !isUnfinished(text) &&
  (countWords(text) >= FEWEST_OF_SENTENCE || listNames(text).size > 0);

/** Chinese has no spaces: two characters count as a word. */
const countWords = (text: string): number =>
  text.split(/[\s\p{Script=Han}]+/u).filter(Boolean).length +
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) / 2;
