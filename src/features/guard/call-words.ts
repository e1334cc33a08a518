import { getBaseName, listProgramPlaces } from './parse-shell.js';

/** Words that a program or a shell has two spellings for. */
const SPELLINGS: Readonly<Record<string, string>> = {
  pip3: 'pip',
  python3: 'python',
  'docker-compose': 'docker compose',
};
const INSTALL_SHORT = /^(?:npm|pnpm|bun|yarn)$/;

/** The words of a program in one spelling: `--a=1` is `--a 1`, `/T` is `-T`, `./a/` is `a`, `npm i` is `npm install`. */
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

/** Long names whose short form begins otherwise, or that have none though another option's begins alike. */
const SHORT_FORMS: Readonly<Record<string, string>> = { 'no-verify': 'n', amend: '' };

const nameOf = (option: string): string => option.replace(/^--?/, '');
const shortOf = (name: string): string => SHORT_FORMS[name] ?? (name.includes('-') ? '' : name.charAt(0));

/** True where one of the options of a call is a given one, in its short or its long form, alone or in a cluster. */
export function hasOption(option: string, words: readonly string[], alike = true): boolean {
  const name = nameOf(option);
  const letters = words.filter((one) => /^-[A-Za-z]{1,3}$/.test(one)).join('');
  const isOne = (one: string): boolean => {
    const other = nameOf(one);
    if (other === name) return true;
    return alike && name.length === 1 && other.length > 3 && one.startsWith('--') && shortOf(other) === name;
  };
  if (words.some((one) => isOptionWord(one) && isOne(one))) return true;
  if (/^-[A-Za-z]{2,3}$/.test(option)) return [...name].every((letter) => letters.includes(letter));
  if (name.length === 1) return letters.includes(name);
  const short = alike && option.startsWith('--') ? shortOf(name) : '';
  return short !== '' && letters.includes(short);
}

/** True where a call is a command: its program, its other words in their order, its options wherever they stand. */
export function isCommandIn(command: readonly string[], call: readonly string[]): boolean {
  const wanted = stripRunner(normalizeWords(command));
  const [program] = wanted;
  if (program === undefined || call.includes('--help')) return false;
  return listProgramPlaces(call).some((at) => {
    const words = normalizeWords(call.slice(at));
    return words[0] === program && areWordsIn(wanted.slice(1), words.slice(1));
  });
}

/** Of `npx jest` the program is `jest`. */
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

/** True where a value stands behind its option. */
export const isOptionValue = (option: string, value: string, words: readonly string[]): boolean =>
  words.some(
    (word, i) =>
      word === value && isOptionWord(words[i - 1] ?? '') && hasOption(option, [words[i - 1] ?? '']),
  );
