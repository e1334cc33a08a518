import { getBaseName, listProgramPlaces, type ShellCommand } from './parse-shell.js';

/** Programs with two spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  pip3: 'pip',
  python3: 'python',
  'docker-compose': 'docker compose',
};
const INSTALL_SHORT = /^(?:npm|pnpm|bun|yarn)$/;

const PACKAGE_MANAGERS =
  /^(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|conda|cargo|gem|bundle|composer|brew|apt(?:-get)?|dnf|yum|apk|pacman|go|dotnet|nix-env|choco|winget|snap)$/;
const INSTALLS = /^(?:i|install|add|get|require)$/;
const PROGRAMS =
  /^(?:npx|docker|docker-compose|podman|kubectl|helm|terraform|git|gh|make|cmake|mvn|gradle|python3?|node|deno|ruby|perl|php|bash|sh|psql|mysql|rails|rake|alembic|prisma|aws|gcloud|az|curl|wget|rm|mv|cp|chmod|chown|sed|ssh|scp|rsync|systemctl)$/;

/** Returns true if a word names a program that most machines have. */
export const isProgram = (word: string): boolean => PACKAGE_MANAGERS.test(word) || PROGRAMS.test(word);

/** Lists the packages that a command of a package manager installs: `canvas` of `npm install canvas`. */
export function listInstalled(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words.filter((word) => !isOptionWord(word));
  const at = rest.findIndex((word) => INSTALLS.test(word));
  return PACKAGE_MANAGERS.test(program) && at >= 0 && at < 2 ? rest.slice(at + 1) : [];
}

/** Normalizes the words of a command: `--a=1` is `--a 1`, `/T` is `-T`, `./a/` is `a`, `npm i` is `npm install`. */
export function normalizeWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    const name = i === 0 ? getBaseName(word).replace(/\.exe$/i, '') : word;
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

/** Options with one letter that most programs also spell out. */
const SPELLED_OUT: Readonly<Record<string, readonly string[]>> = {
  a: ['all'],
  d: ['delete'],
  f: ['force'],
  g: ['global'],
  k: ['insecure'],
  n: ['no-verify'],
  q: ['quiet'],
  r: ['recursive'],
  R: ['recursive'],
  v: ['volumes'],
  X: ['request'],
  y: ['yes'],
};

/** Lists the other spellings of an option that most programs share. */
export function listOtherForms(option: string): readonly string[] {
  const name = getOptionName(option);
  if (name.length === 1) return (SPELLED_OUT[name] ?? []).map((long) => `--${long}`);
  return Object.keys(SPELLED_OUT).flatMap((short) =>
    SPELLED_OUT[short]?.includes(name) ? [`-${short}`] : [],
  );
}

const getOptionName = (option: string): string => option.replace(/^--?/, '');

/** Long options that no short form stands for. */
const UNABBREVIATED = /^(?:amend|dry-run|help)$/;

/** Options of one letter, alone or together: `-k`, `-rf`, `-fsSLk`. Longer words of one case are options of their own: `-race`. */
const CLUSTER = /^-(?:[A-Za-z]{1,3}|(?=[A-Z]*[a-z]+[A-Z])[A-Za-z]{4,6})$/;

/** Returns true if a call has the first letter of a long option as a flag. Before a value it is most often another option; `-k`, `-q` and `-y` take none. */
function hasFirstLetter(name: string, words: readonly string[]): boolean {
  if (UNABBREVIATED.test(name)) return false;
  const known = listOtherForms(`--${name}`).map((form) => form.slice(1));
  const letters = known.length > 0 ? known : [name.charAt(0)];
  return words.some((word, i) => {
    if (!CLUSTER.test(word)) return false;
    const isBeforeValue = /[\d/.:=]/.test(words[i + 1] ?? '');
    return letters.some(
      (letter) => word.includes(letter) && !(word.endsWith(letter) && isBeforeValue && !/[kqy]/.test(letter)),
    );
  });
}

/** Returns true if a call has an option, in its short or long form, alone or in a cluster. */
export function hasOption(option: string, words: readonly string[], alike = true): boolean {
  const name = getOptionName(option);
  const letters = words.filter((one) => CLUSTER.test(one)).join('');
  const isOne = (one: string): boolean => {
    const other = getOptionName(one);
    if (other === name) return true;
    if (!alike || name.length !== 1 || !one.startsWith('--') || UNABBREVIATED.test(other)) return false;
    return listOtherForms(option).includes(one) || (/^\w{4,}$/.test(other) && other.startsWith(name));
  };
  if (words.some((one) => isOptionWord(one) && isOne(one))) return true;
  if (/^-[A-Za-z]{2,3}$/.test(option)) return [...name].every((letter) => letters.includes(letter));
  if (name.length === 1) return letters.includes(name);
  return alike && option.startsWith('--') && hasFirstLetter(name, words);
}

/**
 * Returns true if a call runs a command: the same program, the other words in order, the options anywhere. A program with
 * a subcommand is found anywhere in a call, unless that only looks: behind `ssh web1`, `pnpm exec` or `sail`.
 */
export function isCommandIn(
  command: readonly string[],
  { words: call, settings }: Pick<ShellCommand, 'words' | 'settings'>,
  isAnywhere = true,
): boolean {
  const start = command.findIndex((word) => !SETTING.test(word));
  const wanted = stripRunner(normalizeWords(command.slice(start)));
  const [program, subcommand] = wanted;
  if (
    program === undefined ||
    start < 0 ||
    HARMLESS.some((word) => call.includes(word) && !command.includes(word))
  )
    return false;
  if (!command.slice(0, start).every((one) => settings.includes(one) || call.includes(one))) return false;
  const places =
    !isAnywhere || subcommand === undefined || isOptionWord(subcommand)
      ? listProgramPlaces(call)
      : call.flatMap((word, at) => (at === 0 || !isOptionWord(word) ? [at] : [])).slice(0, MOST_PLACES);
  return places.some((at) => {
    const words = normalizeWords(call.slice(at));
    if (words[0] === `${program}-${subcommand}`) return areWordsIn(wanted.slice(2), words.slice(1));
    return words[0] === program && areWordsIn(wanted.slice(1), words.slice(1));
  });
}

/** Options with which a call changes nothing. */
export const HARMLESS = ['--help', '--version', '--dry-run'];
/** An assignment before a command. */
const SETTING = /^\w+=/;
/** Places of a call at which a program is looked for. */
const MOST_PLACES = 12;

/** Removes a runner or an interpreter: the program of `npx jest` is `jest`, that of `python manage.py` is `manage.py`. */
export function stripRunner(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  const isRunner = /^(?:npx|bunx|pnpx|sudo|env|time|nohup|nice|command|exec)$/.test(first);
  const isScript = /^(?:python|node|ruby|perl|php|bash|sh)$/.test(first) && !isOptionWord(second);
  return (isRunner || isScript) && words.length > 1 ? [getBaseName(second), ...words.slice(2)] : words;
}

function areWordsIn(wanted: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  return wanted.every((word, i) => {
    if (isOptionWord(word)) return hasOption(word, words) || isOptionValue(word, wanted[i + 1] ?? '', words);
    const option = wanted[i - 1];
    if (
      option !== undefined &&
      isOptionWord(option) &&
      /^\d|^\w+$/.test(word) &&
      isOptionValue(option, word, words)
    )
      return true;
    if (option !== undefined && isOptionWord(option) && /^\d/.test(word)) return false;
    const place = words.findIndex((one, n) => n >= at && isSameWord(word, one));
    at = place + 1;
    return place >= 0;
  });
}

/** `*.gz` names all such files, `module.dns` also `module.dns["a"]`, and `postgresql` also `postgresql@14`. */
const isSameWord = (wanted: string, word: string): boolean =>
  wanted.includes('*')
    ? isWordMatched(wanted, word)
    : word === wanted ||
      word.replace(/^https?:\/\//, '').replace(/[?#].*$/, '') === wanted ||
      (word.startsWith(wanted) && /^[@[]/.test(word.slice(wanted.length)));

/** A word of a command is matched whole; `a|b` matches either, and a `*` in it any text. */
export function isWordMatched(wanted: string, word: string): boolean {
  return wanted.split('|').some((one) => {
    if (one === word) return true;
    if (!one.includes('*')) return false;
    const pieces = one.split('*');
    const last = pieces.pop() ?? '';
    let at = 0;
    const isInOrder = pieces.every((piece, i) => {
      const place = i === 0 ? (word.startsWith(piece) ? 0 : -1) : word.indexOf(piece, at);
      at = place + piece.length;
      return place >= 0;
    });
    return isInOrder && word.length - last.length >= at && word.endsWith(last);
  });
}

/** Returns true if a call has a value directly after its option, or in the same word: `-X DELETE`, `-XDELETE`. */
export const isOptionValue = (option: string, value: string, words: readonly string[]): boolean =>
  words.some((word, i) => {
    if (word === value) return isOptionWord(words[i - 1] ?? '') && hasOption(option, [words[i - 1] ?? '']);
    return value !== '' && option.length === 2 && word === `${option}${value}`;
  });
