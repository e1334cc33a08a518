import { getBaseName } from './parse-shell.js';

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

/** Options of one letter that are written together: `-rf` is `-r -f`. */
export const splitCluster = (word: string): readonly string[] =>
  /^-[A-Za-z]{2,3}$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word];

/** Returns true for an option that says only in which list a package is saved. */
export const isSaveOption = (word: string): boolean =>
  /^(?:-[DSEy]|--(?:save(?:-\w+)?|dev|exact|yes))$/.test(word);

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

/** Options with which a call changes nothing. */
export const HARMLESS = ['--help', '--version', '--dry-run'];

/** Removes a runner or an interpreter: the program of `npx jest` is `jest`, that of `python manage.py` is `manage.py`. */
export function stripRunner(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  const isRunner = /^(?:npx|bunx|pnpx|sudo|env|time|nohup|nice|command|exec)$/.test(first);
  const isScript = /^(?:python|node|ruby|perl|php|bash|sh)$/.test(first) && !isOptionWord(second);
  return (isRunner || isScript) && words.length > 1 ? [getBaseName(second), ...words.slice(2)] : words;
}

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
