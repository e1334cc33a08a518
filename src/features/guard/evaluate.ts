import {
  hasOption,
  isCommandIn,
  isOptionValue,
  isOptionWord,
  normalizeWords,
  trimPath,
} from './call-words.js';
import type { GuardLiteral } from './guard-literal.js';
import type { GuardRule } from './guard-rule.js';
import { getBaseName, listProgramPlaces, parseShellCommands } from './parse-shell.js';
import { findPatternMatch } from './pattern.js';
import type { CallCommand, ToolAction } from './tool-action.js';

/** Whether a call breaks a rule, follows it, edits what the entry names, or has nothing to do with it. */
export type GuardVerdict = 'breaks' | 'follows' | 'names' | null;

/** Compares a rule with what a call would do (FEATURES H6). */
export function evaluateRule({ wrong, right, names = [] }: GuardRule, action: ToolAction): GuardVerdict {
  const isBroken = wrong.some((literal) => {
    const excused = right.filter((way) => isCommandShown(literal, way));
    const isRight = (one: CallCommand) => excused.some((way) => isCommandIn(way, one));
    return isShown(literal, {
      ...action,
      commands: action.commands.filter((one) => !isRight(one)),
    });
  });
  if (isBroken) return 'breaks';
  const isFollowing = (call: CallCommand) =>
    right.some((way) => isCommandIn(way, call)) ||
    wrong.some((one) => one.how === 'command' && one.lacks !== undefined && isCommandIn(one.words, call));
  if (action.commands.some(isFollowing)) return 'follows';
  return findEditedName(names, action) === null ? null : 'names';
}

/** Returns the first of some names that a call edits: a file by its path, a symbol in a new line of code. */
function findEditedName(names: readonly string[], { files, lines }: ToolAction): string | null {
  const isEdited = (name: string) =>
    files.some((file) => file === name || file.endsWith(`/${name}`)) ||
    (!/[./]/.test(name) && lines.some((line) => line.split(/[^\w$]+/).includes(name)));
  return names.find(isEdited) ?? null;
}

/** Formats why a call breaks a rule, or does not. */
export function explainVerdict(rule: GuardRule, action: ToolAction): string {
  const verdict = evaluateRule(rule, action);
  const shown = rule.wrong.filter((literal) => isShown(literal, action)).map(formatLiteral);
  if (verdict === 'names')
    return `is shown once a session: the call edits ${findEditedName(rule.names ?? [], action)}`;
  if (verdict === 'breaks') return `warns: the call has ${shown.join(', ')}`;
  if (shown.length > 0) return 'does not warn: the call is the way to do it right';
  const looked = `the call has no ${[...new Set(rule.wrong.map(formatLiteral))].join(', no ')}`;
  return verdict === 'follows'
    ? 'does not warn: the call is the way to do it right'
    : `does not warn: ${looked}`;
}

function formatLiteral(literal: GuardLiteral): string {
  switch (literal.how) {
    case 'command': {
      const lacks = literal.lacks === undefined ? '' : ` without ${literal.lacks.join(' ') || 'more'}`;
      return `command \`${literal.words.join(' ')}\`${lacks}`;
    }
    case 'option':
      return `option \`${literal.words.join(' ')}\``;
    case 'name':
      return `use of \`${literal.name}\``;
    case 'version':
      return `use of \`${literal.name}\` ${literal.version}`;
    case 'path':
      return `${literal.act} of \`${literal.path}\``;
    case 'code':
      return `code \`${literal.code}\``;
    case 'pattern':
      return `match of the pattern \`${literal.words.join(' ')}\``;
  }
}

/** Returns true if the right command contains the literal: `bundle update --conservative rack`. */
const isCommandShown = (literal: GuardLiteral, words: readonly string[]): boolean =>
  literal.how === 'command' && isCommandIn(literal.words, { words, settings: words });

/** Returns true if a call contains a literal. */
function isShown(literal: GuardLiteral, action: ToolAction): boolean {
  const { commands, lines } = action;
  const acting = commands.filter(({ isLooking }) => !isLooking);
  switch (literal.how) {
    case 'command':
      return (
        commands.some(
          (one) => isCommandIn(literal.words, one, !one.isLooking) && isLacking(literal, one.words),
        ) ||
        (literal.words.length > 1 &&
          literal.lacks === undefined &&
          !literal.runs &&
          isCommandInLines(literal.words, lines))
      );
    case 'option':
      return (
        acting.some(({ words }) =>
          isOptionGiven(
            literal,
            words.flatMap((word) => (/^[\w-]+=.*\s-/.test(word) ? word.split(/[\s=]+/) : [word])),
          ),
        ) || lines.some((line) => isOptionGiven(literal, ['', ...line.split(/[\s"'`,()[\]{}]+/)]))
      );
    case 'name':
      return (
        acting.some(
          (one) =>
            isAdded(literal.name, one) ||
            (literal.starts && isStarted(literal.name, one)) ||
            (!literal.adds && isGiven(literal.name, one)),
        ) || lines.some((line) => isNameIn(literal.name, line, action.isManifest, literal.adds))
      );
    case 'version':
      return acting.some((one) => isVersionAdded(literal, one)) || hasVersion(literal, lines);
    case 'path':
      return isPathTouched(
        literal,
        action,
        commands.filter(({ isLooking, writes }) => !isLooking || writes.length > 0),
      );
    case 'code':
      return (
        lines.some((line) => bare(line).includes(bare(literal.code)) || isSettingIn(literal.code, line)) ||
        acting.some(({ words, settings }) =>
          [...settings, ...words].some(
            (word) =>
              bare(word.replace(/^-D/, '')) === bare(literal.code) ||
              isSettingIn(literal.code, word.replace(/^--?\w:/, '')),
          ),
        )
      );
    case 'pattern':
      return findPatternMatch(literal.words, action) !== null;
  }
}

/** Returns true if code runs a command: `"dev": "wrangler dev --remote"`, `RUN npm ci`, `["git", "clean"]`. */
function isCommandInLines(words: readonly string[], lines: readonly string[]): boolean {
  const [program = ''] = words;
  return lines.some((line) => {
    if (!line.toLowerCase().includes(program.toLowerCase())) return false;
    const quoted = line.replace(/(["'])\s*,\s*["']/g, ' ').match(/"[^"]*"|'[^']*'/g) ?? [];
    return [
      line.replace(/^(?:RUN|CMD|- run:|run:|-|@)\s+/, ''),
      ...quoted.map((one) => one.slice(1, -1)),
    ].some((one) => parseShellCommands(one).some((command) => isCommandIn(words, command, false)));
  });
}

/** The key and the value of a setting: `PublishTrimmed=true`. */
const SETTING = /^([\w.-]+)\s*[=:]\s*['"]?([\w.-]+)['"]?$/;

/** Returns true if a line sets a key to a value, in whatever form: `<A>true</A>`, `"A": true`, `-p:A=true`. */
function isSettingIn(code: string, line: string): boolean {
  const [, key = '', value = ''] = SETTING.exec(code) ?? [];
  if (key === '') return false;
  const words = line.split(/[^\w.-]+/).filter(Boolean);
  return words.some((word, at) => word === key && words[at + 1]?.toLowerCase() === value.toLowerCase());
}

const bare = (code: string): string => code.replace(/\s+/g, '');

/** Returns true if a call lacks the option or the further words that the entry asks for. */
function isLacking(
  { words: wanted, lacks }: GuardLiteral & { how: 'command' },
  words: readonly string[],
): boolean {
  if (lacks === undefined) return true;
  const own = normalizeWords(words);
  if (lacks.length > 0) return !lacks.some((option) => hasOption(option, own, false));
  return (
    own.filter((word) => !isOptionWord(word)).length <= wanted.filter((word) => !isOptionWord(word)).length
  );
}

function isOptionGiven(
  { words: wanted, of }: GuardLiteral & { how: 'option' },
  call: readonly string[],
): boolean {
  const [option = '', value] = normalizeWords(['-', ...wanted]).slice(1);
  const places = call[0] === '' ? call.keys() : listProgramPlaces(call);
  if (of.length > 0 && ![...places].some((at) => of.includes(getBaseName(call[at] ?? '').toLowerCase())))
    return false;
  const own = normalizeWords(call).slice(1);
  return value === undefined ? hasOption(option, own, of.length > 0) : isOptionValue(option, value, own);
}

/** Returns true if a word is a name, with or without a version, extras or an address around it. */
function isNamed(name: string, word: string): boolean {
  if (/\s/.test(word)) return false;
  for (let at = findWhole(name, word); at >= 0; at = findWhole(name, word, at + 1))
    if (
      /^(?:$|[@=<>~^![]|:|\.git$|\/v?\d)/.test(word.slice(at + name.length)) &&
      (/(?:^|[/=:])$/.test(word.slice(0, at)) || /^:/.test(name))
    )
      return true;
  return false;
}

const isAdded = (name: string, { isAdding, words }: CallCommand): boolean =>
  isAdding &&
  normalizeWords(words)
    .slice(1)
    .some((word) => isNamed(name.toLowerCase(), word.toLowerCase()));

/** Returns true if a call has a name in its arguments that is no plain word, and does not remove it. */
const isGiven = (name: string, { isTakingOut, words }: CallCommand): boolean =>
  !isTakingOut &&
  normalizeWords(words)
    .slice(1)
    .some(
      (word) =>
        isNamed(name.toLowerCase(), word.toLowerCase()) &&
        (isCodeName(name) || /[:@]$/.test(word.slice(0, -name.length)) || /\w@v?\d/.test(word)),
    );

/** Returns true if a name has signs or digits that a plain word has not. */
const isCodeName = (name: string): boolean => /[\w)][_./:]\w|[a-z][A-Z]|[A-Za-z]-?\d|\($/.test(name);

const RUNS = /^(?:sudo|doas|env|time|nohup|nice|command|npx|bunx|pnpx|dlx|exec|x)$/;

/** Returns true if a call starts the named program, directly or through a runner such as `npx`. */
const isStarted = (name: string, { words }: CallCommand): boolean =>
  words.some(
    (word, i) =>
      i < 4 &&
      isNamed(getBaseName(name).toLowerCase(), getBaseName(word).toLowerCase()) &&
      (i === 0 ||
        RUNS.test(words[i - 1] ?? '') ||
        (RUNS.test(words[0] ?? '') && /^-/.test(words[i - 1] ?? ''))),
  );

/** Returns where a text has a word as a whole word, from a place on; -1 if it has not. */
function findWhole(word: string, text: string, from = 0): number {
  if (word === '') return -1;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1))
    if (
      !/[\w-]/.test(
        (/^\w/.test(word) ? (text[at - 1] ?? ' ') : ' ') +
          (/\w$/.test(word) ? (text[at + word.length] ?? ' ') : ' '),
      )
    )
      return at;
  return -1;
}

const IMPORTS =
  /\b(?:import|require|from|include|using|use|usepackage|library|gem|implementation|api|FROM|image|uses|dependency|deps?|artifact)\b/i;

/** Returns true if a line of code uses a name. A plain word counts only in a manifest, or where it is imported. */
function isNameIn(name: string, line: string, isManifest: boolean, isPackage = false): boolean {
  if (isManifest && findWhole(name.toLowerCase(), line.toLowerCase()) >= 0) return true;
  const own = name.replace(/\(\)$/, '(');
  const at = findWhole(own, line);
  if (at < 0) return false;
  const isCode = !isPackage && /[\w)][-_./:]\w|[a-z][A-Z]|\d|\($/.test(own);
  return isCode || IMPORTS.test(line.slice(0, at));
}

/** Returns true if a version is the wanted one: `8` includes `8.1`. */
const isVersion = (wanted: string, found: string): boolean =>
  found === wanted ||
  (found.startsWith(wanted) &&
    /^[.-]/.test(found.slice(wanted.length)) &&
    wanted.split('.').length < 3 &&
    !wanted.includes('-'));

const listNames = (name: string): readonly string[] => [
  name,
  ...(name.includes(':') ? [name.split(':').at(-1) ?? name] : []),
  ...(name.includes('/') && !name.startsWith('@') ? [getBaseName(name)] : []),
];

const NUMBERS = /(?<![\w.])v?\d+(?:\.\d+)*[\w-]*(?:\.[\w-]+)*/g;

const listVersions = (text: string): readonly string[] =>
  (text.match(NUMBERS) ?? []).map((one) => one.replace(/^v/, ''));

/** Options whose value is a version. */
const VERSION_OPTION = /^--?(?:version|v|branch|b|mr|tag|ref|rev|revision)$/;

function isVersionAdded(
  { name, version }: GuardLiteral & { how: 'version' },
  { isAdding, isTakingOut, words }: CallCommand,
): boolean {
  if (isTakingOut) return false;
  const all = normalizeWords(words)
    .slice(1)
    .map((word) => word.toLowerCase());
  return all.some((word) => {
    const own = listNames(name).find((one) => isNamed(one, word));
    if (own === undefined) return false;
    const rest = word.slice(findWhole(own, word) + own.length);
    const candidates = all.filter((_, at) => isAdding || VERSION_OPTION.test(all[at - 1] ?? ''));
    const versions =
      rest === '' || rest === '.git'
        ? listVersions(candidates.filter((one) => /^[@=~^v]*\d/.test(one)).join(' '))
        : isAdding || /^[@=:]/.test(rest)
          ? listVersions(rest.replace(/^[@=:~^<>]+/, ''))
          : [];
    return versions.some((one) => isVersion(version, one));
  });
}

function hasVersion({ name, version }: GuardLiteral & { how: 'version' }, lines: readonly string[]): boolean {
  return lines.some((line) => {
    const text = line.toLowerCase();
    return listNames(name).some((one) => {
      const at = findWhole(one, text.replaceAll('_', ' ').includes(one) ? text.replaceAll('_', ' ') : text);
      if (at < 0) return false;
      const rest = text.slice(at + one.length, at + one.length + 60).replace(/^[_@=:]+/, ' ');
      return listVersions(rest)
        .slice(0, 1)
        .some((found) => isVersion(version, found));
    });
  });
}

/** Returns true if a file has the path, or lies in it. `*` matches any text. */
function isBelowPath(path: string, file: string): boolean {
  const own = trimPath(path.toLowerCase()).replace(/^~\//, '');
  const other = `/${trimPath(file.toLowerCase()).replace(/^\/+/, '')}/`;
  if (own.includes('*')) {
    const pieces = own.split('*').map((one) => one.replace(/^\.\//, ''));
    return pieces.every((piece) => other.includes(piece)) && other.slice(0, -1).endsWith(pieces.at(-1) ?? '');
  }
  return own !== '' && other.includes(`${own.startsWith('/') ? '' : '/'}${own}/`);
}

function isPathTouched(
  { path, act, but }: GuardLiteral & { how: 'path' },
  { files, commands }: ToolAction,
  acting: readonly CallCommand[],
): boolean {
  const own = acting.filter(
    ({ words }) => !words.some((word) => but.some((one) => word.toLowerCase().split(/\W+/).includes(one))),
  );
  const named = own.flatMap(({ words, writes }) => {
    if (act === 'use') return normalizeWords(words).slice(1);
    if (act === 'commit') return words[0] === 'git' && words[1] === 'add' ? words.slice(2) : [];
    return writes;
  });
  const written =
    act === 'commit' ? [] : files.filter((file) => !commands.some(({ writes }) => writes.includes(file)));
  return [...written, ...named].some((file) => isBelowPath(path, file));
}
