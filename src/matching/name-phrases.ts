import { splitRuns } from '../text/tokenize.js';
import { LIGHT, STOP } from './similarity/canonical-words.js';

/** Characters of a text that are read. */
const MAX_CHARS = 600;
/** A mark that ends a name. */
const BREAK = /\s{1,20}[-–—]{1,3}\s{1,20}|[,;:()!?。，；：、→`"«»]+|\.(?=\s|$)|\n+/u;
const ENDS_NAME =
  /^(?:no|not|never|nor|don[’']?t|longer|any ?more|using|used|chose|chosen|switch\w*|reject\w*)$/i;

/** Lists the runs of adjacent words in a text that are no function words: the names in it, in order. */
export function listNamePhrases(text: string): readonly (readonly string[])[] {
  const phrases: string[][] = [];
  for (const piece of text.slice(0, MAX_CHARS).split(BREAK)) {
    let phrase: string[] = [];
    for (const run of splitRuns(piece)) {
      const word = run.toLowerCase();
      if (!STOP.has(word) && !LIGHT.has(word) && !ENDS_NAME.test(word)) {
        phrase.push(run);
        continue;
      }
      if (phrase.length > 0) phrases.push(phrase);
      phrase = [];
    }
    if (phrase.length > 0) phrases.push(phrase);
  }
  return phrases;
}

const toKey = (phrase: readonly string[]): string => ` ${phrase.join(' ').toLowerCase()} `;

/** Returns true if one text is about a name, and the other about a longer name that has it: "Redis", "Redis Cluster". */
export function hasLongerName(one: string, other: string): boolean {
  const [a, b] = [listNamePhrases(one), listNamePhrases(other)];
  return isLengthened(a, b) || isLengthened(b, a);
}

function isLengthened(
  names: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): boolean {
  const keys = others.map(toKey);
  return names.some((name, at) => {
    if (at > 0 && !name.some((word) => /\p{Lu}|\d/u.test(word))) return false;
    const key = toKey(name);
    return !keys.includes(key) && keys.some((other) => other.includes(key));
  });
}

/** A line that chooses something: "use X", "decided to go with X". */
const CHOOSES =
  /^(?:(?:we|i)(?:[’']ve| have)?\s+)?(?:(?:now|again|decided (?:to|on)|agreed (?:to|on))\s+)*(?:use|using|chose|choose|picked|adopt(?:ed)?|allow(?:ed)?|go(?:ing)? (?:back to|with)|back to|switch(?:ed)? (?:back )?to|我?们?(?:决定)?(?:使用|采用|改用|用))(?![a-z])/i;

/** Returns true if a later line chooses exactly what an earlier one rejects. */
export function isRejectionReversed(rejected: string, later: string): boolean {
  if (!CHOOSES.test(later)) return false;
  const keys = listNamePhrases(later.replace(CHOOSES, '')).map(toKey);
  const names = listNamePhrases(rejected).map(toKey);
  return names.length > 0 && names[0] === keys[0] && names.every((name) => keys.includes(name));
}
