import { COMMAND_NAMES } from '../app/command-registry.js';
import type { Command } from '../command/define-command.js';
import { suggestNames } from '../text/did-you-mean.js';
import { isWithinOneEdit } from '../text/edit-distance.js';
import { FORMS } from './forms.data.js';
import { OTHER_ACTIONS, OTHER_OPTIONS, OTHER_WORDS } from './other-words.data.js';
import { dropDisplayOptions, quoteArgument } from './quote-for-shell.js';

/** All commands and other names. */
const NAMES = [...COMMAND_NAMES, ...FORMS.map(({ typed }) => typed.split(' ')[0] ?? '')];

/** The hint for a word that is no command: lines that do what it means, with the typed words, or the nearest command. */
export function suggestCommandLines(word: string, typed: readonly string[]): string {
  const rest = dropDisplayOptions(typed);
  const names = NAMES.filter((name) => name !== word);
  const known = [...names, ...OTHER_WORDS.flatMap(({ words }) => words)];
  const typo =
    known.find((one) => isTypo(word.toLowerCase(), one)) ??
    known.find((one) => isLongTypo(word.toLowerCase(), one));
  const lines = findMeantLines(word, rest) ?? findMeantLines(typo ?? '', rest);
  if (lines) return lines;
  const sentence = [word, ...rest].join(' ');
  const near = typo ?? (/\s/.test(sentence) ? undefined : suggestNames(word, names)[0]);
  if (near) return `did you mean: daybook ${[near, ...rest.map(quoteArgument)].join(' ')}`;
  return /\s/.test(sentence)
    ? `to remember it: daybook log ${quoteArgument(sentence)}\nto find it: daybook search ${quoteArgument(sentence)}`
    : 'all commands: daybook --help --all';
}

/** A short word with another letter is another word: `nope` is not `note`. */
const isTypo = (word: string, known: string): boolean =>
  isWithinOneEdit(word, known, 1) &&
  (word.length !== known.length ||
    word.length > 4 ||
    [...word].sort().join('') === [...known].sort().join(''));

/** Shorter words have too many neighbours at a distance of two letters. */
const SHORTEST_FOR_TWO = 6;

const isLongTypo = (word: string, known: string): boolean =>
  Math.min(word.length, known.length) >= SHORTEST_FOR_TWO && isWithinOneEdit(word, known, 2);

const findMeantLines = (words: string, rest: readonly string[]): string | undefined =>
  OTHER_WORDS.find((one) => one.words.includes(words.toLowerCase()))
    ?.lines.map(([purpose, line]) => `${purpose}: daybook ${fillLine(line, rest)}`)
    .join('\n');

/** Fills in the typed words as one argument, and the typed options in place of those of the line. */
function fillLine(line: string, shown: readonly string[]): string {
  const end = shown.findIndex((arg) => arg.startsWith('-'));
  const words = end < 0 ? shown : shown.slice(0, end);
  const options = end < 0 ? [] : shown.slice(end).map(quoteArgument);
  const [option = '', named = ''] = / (--[\w-]+)/.exec(line) ?? [];
  const own = options.includes(named) ? line.slice(0, line.indexOf(option)) : line;
  const isText = !/^(?:page|done|why|amend)/.test(line);
  const filled =
    words.length === 0
      ? own.replace(' …', line.startsWith('search') ? '' : ' …')
      : own.replace('…', isText ? quoteArgument(words.join(' ')) : words.map(quoteArgument).join(' '));
  return line.includes('…') ? [filled, ...options].join(' ') : filled;
}

/** The hint for a word that is no action of a command, with the typed words; null if nothing is near. */
export function suggestActionLine(
  { name, actions = {} }: Command,
  word: string,
  typed: readonly string[],
): string | null {
  const rest = dropDisplayOptions(typed);
  const lines = findMeantLines(`${name} ${word}`, rest);
  if (lines) return lines;
  const known = Object.keys(actions);
  const meant = OTHER_ACTIONS.filter((one) => one.includes(word.toLowerCase())).flat();
  const near = meant.find((one) => known.includes(one)) ?? suggestNames(word, known)[0];
  return near === undefined
    ? null
    : `did you mean: daybook ${[name, near, ...rest.map(quoteArgument)].join(' ')}`;
}

/** The option among `known` that has the meaning of an unknown one, else the nearest. */
export function findMeantOption(name: string, known: readonly string[]): string | null {
  const bare = name.replace(/^-+/, '');
  const names = [bare, ...suggestNames(name, [...known, ...Object.keys(OTHER_OPTIONS)])];
  const meant = names.flatMap((one) => [
    one,
    ...(Object.hasOwn(OTHER_OPTIONS, one) ? (OTHER_OPTIONS[one] ?? []) : []),
  ]);
  return meant.find((one) => known.includes(one)) ?? null;
}
