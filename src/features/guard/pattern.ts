import {
  HARMLESS,
  isOptionWord,
  isWordMatched,
  listOtherForms,
  normalizeWords,
  splitCluster,
} from './call-words.js';
import { getBaseName } from './parse-shell.js';
import type { CallCommand, ToolAction } from './tool-action.js';

/** Longer patterns are not read. */
const MOST_WORDS = 40;
const MOST_CHARS = 400;
const ANY = '*';

/** Splits a pattern into its words; empty if it is too long or names nothing. */
export function parsePattern(pattern: string): readonly string[] {
  const words = pattern.length > MOST_CHARS ? [] : pattern.split(/\s+/).filter(Boolean);
  return words.length > MOST_WORDS || words.every((word) => word === ANY) ? [] : words;
}

/** Returns the command or the line of a call that a pattern matches; null if it matches none. Takes linear time. */
export function findPatternMatch(pattern: readonly string[], action: ToolAction): string | null {
  const command = action.commands.find((one) => isCommandMatched(pattern, one));
  if (command) return command.words.join(' ');
  return action.lines.find((line) => isLineMatched(pattern, [line])) ?? null;
}

/** Returns true if one of some lines of code has these words one behind the other. */
export function isLineMatched(words: readonly string[], lines: readonly string[]): boolean {
  const wanted = words.flatMap((word) => (word === ANY ? [word] : splitCode(word)));
  return lines.some((line) => {
    const own = splitCode(line);
    return isSequenceIn(wanted, own) || isSequenceIn(wanted, own.flatMap(splitCluster));
  });
}

const isOptionPart = (wanted: string): boolean => wanted.split('|').every(isOptionWord);

/** An option of a pattern with the word that must follow it. */
interface WantedOption {
  readonly forms: readonly string[];
  readonly value: string | null;
}

/** The parts of a pattern: words in their order, and options, which may stand anywhere behind the program. */
function splitPattern(pattern: readonly string[]): {
  readonly program: string;
  readonly words: readonly string[];
  readonly options: readonly WantedOption[];
} {
  const [program = '', ...rest] = pattern.flatMap((word, i) =>
    word.includes('|') || word === ANY
      ? [word]
      : normalizeWords(i === 0 ? [word] : ['-', word]).slice(i && 1),
  );
  const words: string[] = [];
  const options: WantedOption[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (!isOptionPart(word)) {
      words.push(word);
      continue;
    }
    const next = rest[at + 1];
    const hasValue = next !== undefined && next !== ANY && !isOptionPart(next);
    options.push({ forms: word.split('|'), value: hasValue ? next : null });
    if (hasValue) at++;
    else words.push(ANY);
  }
  return { program, words, options };
}

/** Returns true if a command has the words of a pattern: the program, the other words in their order, the options anywhere. */
export function isCommandMatched(
  pattern: readonly string[],
  { words, isLooking }: Pick<CallCommand, 'words' | 'isLooking'>,
): boolean {
  const { program, words: wanted, options } = splitPattern(pattern);
  if (words.some((word) => HARMLESS.includes(word) && !pattern.includes(word))) return false;
  return words.some((word, at) => {
    if (at > 0 && (isLooking || isOptionWord(word))) return false;
    if (!isWordMatched(program, getBaseName(normalizeWords([word])[0] ?? word))) return false;
    const own = normalizeWords(words.slice(at)).slice(program === 'docker compose' ? 2 : 1);
    return options.every((option) => isOptionMatched(option, own)) && areWordsMatched(wanted, own, options);
  });
}

function isOptionMatched({ forms, value }: WantedOption, words: readonly string[]): boolean {
  const all = forms.length > 1 ? forms : [...forms, ...listOtherForms(forms[0] ?? '')];
  return words.some((word, at) => {
    if (!all.some((form) => isWordMatched(form, word) || isInCluster(form, word))) return false;
    const next = words[at + 1];
    if (value === null || (next !== undefined && isWordMatched(value, next))) return true;
    return (next === undefined || isOptionWord(next)) && words.some((one) => isWordMatched(value, one));
  });
}

/** Options of one letter may be written together: `-rf`. */
const isInCluster = (option: string, word: string): boolean =>
  /^-[A-Za-z]{1,3}$/.test(option) &&
  /^-[A-Za-z]{2,3}$/.test(word) &&
  [...option.slice(1)].every((letter) => word.includes(letter));

/** Matches words in their order; between two of them only options and their values may stand, unless there is a `*`. */
function areWordsMatched(
  wanted: readonly string[],
  words: readonly string[],
  options: readonly WantedOption[],
): boolean {
  const own = words.filter(
    (word, at) =>
      !options.some(
        ({ value }) => value !== null && isOptionWord(words[at - 1] ?? '') && isWordMatched(value, word),
      ),
  );
  let at = 0;
  let isFree = false;
  return wanted.every((want) => {
    if (want === ANY) {
      isFree = true;
      return true;
    }
    while (at < own.length && !isWordMatched(want, own[at] ?? '')) {
      const isSkipped = isOptionWord(own[at] ?? '') || isOptionWord(own[at - 1] ?? '');
      if (!isFree && !isSkipped) return false;
      at++;
    }
    isFree = false;
    return at++ < own.length;
  });
}

/** Splits code into names, numbers and single signs; the words of a pattern are split alike. */
const splitCode = (text: string): readonly string[] => text.match(/[\w$@#|*-]+|[^\s\w]/g) ?? [];

/** Returns true if words stand in a line one behind the other, with any text where there is a `*`. */
function isSequenceIn(wanted: readonly string[], words: readonly string[]): boolean {
  const parts: string[][] = [[]];
  for (const word of wanted) {
    if (word === ANY) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  let from = 0;
  return parts.every((part) => {
    for (let at = from; at + part.length <= words.length; at++)
      if (part.every((word, i) => isWordMatched(word, words[at + i] ?? ''))) {
        from = at + part.length;
        return true;
      }
    return false;
  });
}
