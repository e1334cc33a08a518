import { getBaseName, listProgramPlaces } from './parse-shell.js';

/** Programs with two spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  pip3: 'pip',
  python3: 'python',
  'docker-compose': 'docker compose',
};
const INSTALL_SHORT = /^(?:npm|pnpm|bun|yarn)$/;

/** Normalizes the words of a command: `--a=1` is `--a 1`, `/T` is `-T`, `./a/` is `a`, `npm i` is `npm install`. */
export function normalizeWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    const own = i === 0 ? getBaseName(word).replace(/\.exe$/i, '') : word;
    const name = own.replace(/^(python3)\.\d+$/, '$1');
    if (SPELLINGS[name] !== undefined) return SPELLINGS[name].split(' ');
    if (i === 1 && name === 'i' && INSTALL_SHORT.test(words[0] ?? '')) return ['install'];
    if (/^\/[A-Za-z](?::\S*)?$/.test(name)) return [`-${name.slice(1)}`];
    const [, option, value] = /^(--?[A-Za-z][\w-]*)=(\S*)$/.exec(name) ?? [];
    if (option !== undefined && value !== undefined && !/^-D/.test(name)) return [option, trimPath(value)];
    return [trimPath(name)];
  });
}

export const trimPath = (word: string): string => word.replace(/^\.\/(?=.)/, '').replace(/(?<=[^/])\/$/, '');

export const isOptionWord = (word: string): boolean => /^--?[A-Za-z?]/.test(word);

/** Long options whose short form has another letter, or that have none. */
const SHORT_FORMS: Readonly<Record<string, string>> = { 'no-verify': 'n', amend: '' };

const getOptionName = (option: string): string => option.replace(/^--?/, '');
const getShortForm = (name: string): string =>
  SHORT_FORMS[name] ?? (name.includes('-') ? '' : name.charAt(0));

/** Returns true if a call has an option, in its short or long form, alone or in a cluster. */
export function hasOption(option: string, words: readonly string[], alike = true): boolean {
  const name = getOptionName(option);
  const letters = words.filter((one) => /^-[A-Za-z]{1,3}$/.test(one)).join('');
  const isOne = (one: string): boolean => {
    const other = getOptionName(one);
    if (other === name) return true;
    return (
      alike && name.length === 1 && other.length > 3 && one.startsWith('--') && getShortForm(other) === name
    );
  };
  if (words.some((one) => isOptionWord(one) && isOne(one))) return true;
  if (/^-[A-Za-z]{2,3}$/.test(option)) return [...name].every((letter) => letters.includes(letter));
  if (name.length === 1) return letters.includes(name);
  const short = alike && option.startsWith('--') ? getShortForm(name) : '';
  return short !== '' && letters.includes(short);
}

/** Returns true if a call runs a command: the same program, the other words in order, the options anywhere. */
export function isCommandIn(command: readonly string[], call: readonly string[]): boolean {
  const wanted = stripRunner(normalizeWords(command));
  const [program] = wanted;
  if (program === undefined || call.includes('--help')) return false;
  return listProgramPlaces(call).some((at) => {
    const words = normalizeWords(call.slice(at));
    return words[0] === program && areWordsIn(wanted.slice(1), words.slice(1));
  });
}

/** Removes a runner: the program of `npx jest` is `jest`. */
function stripRunner(words: readonly string[]): readonly string[] {
  const isRunner = /^(?:npx|bunx|pnpx|sudo|env|time|nohup|nice|command|exec)$/.test(words[0] ?? '');
  return isRunner && words.length > 1 ? words.slice(1) : words;
}

function areWordsIn(wanted: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  return wanted.every((word, i) => {
    if (isOptionWord(word)) return hasOption(word, words);
    const option = wanted[i - 1];
    if (
      option !== undefined &&
      isOptionWord(option) &&
      /^\d|^\w+$/.test(word) &&
      isOptionValue(option, word, words)
    )
      return true;
    if (option !== undefined && isOptionWord(option) && /^\d/.test(word)) return false;
    const place = words.indexOf(word, at);
    at = place + 1;
    return place >= 0;
  });
}

/** Returns true if a call has a value directly after its option. */
export const isOptionValue = (option: string, value: string, words: readonly string[]): boolean =>
  words.some(
    (word, i) =>
      word === value && isOptionWord(words[i - 1] ?? '') && hasOption(option, [words[i - 1] ?? '']),
  );
