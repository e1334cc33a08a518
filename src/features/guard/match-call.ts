import { listOtherForms, normalizeWords, trimPath } from './call-words.js';
import type { GuardRule } from './guard-rule.js';
import { getBaseName } from './parse-shell.js';
import { findPatternMatch, isCommandMatched, isLineMatched } from './pattern.js';
import type { ExactThing } from './read-exact-things.js';
import type { CallCommand, ToolAction } from './tool-action.js';

/** Whether a call has what a rule rejects, does it the right way, or has nothing to do with it. */
export type GuardVerdict = 'breaks' | 'follows' | null;

/** Compares a rule with what a call would do (FEATURES H6). */
export function evaluateRule({ wrong, right }: GuardRule, action: ToolAction): GuardVerdict {
  const isRight = (one: CallCommand) => right.some((words) => isRightWay(words, one));
  const others = { ...action, commands: action.commands.filter((one) => !isRight(one)) };
  if (wrong.some((thing) => isShown(thing, others))) return 'breaks';
  const isAvoided = (thing: ExactThing) =>
    thing.how === 'command' &&
    thing.lacks !== undefined &&
    action.commands.some((one) => isCommandMatched(thing.words, one));
  return others.commands.length < action.commands.length || wrong.some(isAvoided) ? 'follows' : null;
}

/** Returns true if a command is the way to do it right, with the same assignments. */
function isRightWay(words: readonly string[], call: CallCommand): boolean {
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  const settings = words.slice(0, Math.max(0, start));
  return settings.every((one) => call.settings.includes(one)) && isCommandMatched(words.slice(start), call);
}

/** Formats why a call breaks a rule, or does not. */
export function explainVerdict(rule: GuardRule, action: ToolAction): string {
  const verdict = evaluateRule(rule, action);
  if (verdict === 'breaks')
    return `warns: the call has ${rule.wrong
      .filter((thing) => isShown(thing, action))
      .map(formatThing)
      .join(', ')}`;
  return verdict === 'follows'
    ? 'does not warn: the call is the way to do it right'
    : `does not warn: the call has no ${[...new Set(rule.wrong.map(formatThing))].join(', no ')}`;
}

function formatThing(thing: ExactThing): string {
  switch (thing.how) {
    case 'command': {
      const limit = thing.lacks ? ` without ${thing.lacks}` : '';
      return `command \`${[...thing.settings, ...thing.words].join(' ')}\`${limit}`;
    }
    case 'option':
      return `option \`${thing.option}\``;
    case 'name':
      return `use of \`${thing.name}\``;
    case 'path':
      return `${thing.isCommit ? 'commit' : 'change'} of \`${thing.path}\``;
    case 'pattern':
      return `match of the pattern \`${thing.words.join(' ')}\``;
  }
}

/** Returns true if a call has a thing. */
function isShown(thing: ExactThing, action: ToolAction): boolean {
  const { commands, lines } = action;
  switch (thing.how) {
    case 'command':
      return commands.some((one) => isCommandShown(thing, one)) || isCommandWritten(thing, lines);
    case 'option':
      return commands.some(({ words }) =>
        words.some((word) => word === thing.option || word.startsWith(`${thing.option}=`)),
      );
    case 'name':
      return (
        commands.some(
          (one) => isAdded(thing.name, one) || (!thing.isPackage && isStarted(thing.name, one)),
        ) ||
        ((!thing.isPackage || action.isManifest) &&
          lines.some((line) => isNameIn(thing.name, line, action.isManifest)))
      );
    case 'path':
      return isPathChanged(thing, action);
    case 'pattern':
      return findPatternMatch(thing.words, action) !== null;
  }
}

type ExactCommand = ExactThing & { readonly how: 'command' };

function isCommandShown({ words, settings, lacks }: ExactCommand, call: CallCommand): boolean {
  const own = [...call.settings, ...call.words];
  return (
    isCommandMatched(words, call) &&
    settings.every((one) => own.includes(one)) &&
    (lacks === undefined || ![lacks, ...listOtherForms(lacks)].some((one) => own.includes(one)))
  );
}

/** A command in code: `"dev": "wrangler dev --remote"`, `RUN npm ci`. */
const isCommandWritten = ({ words, settings, lacks }: ExactCommand, lines: readonly string[]): boolean =>
  words.length > 1 && settings.length === 0 && !lacks && isLineMatched(words, lines);

/** Splits a word into a package and its version: `axios@1`, `django==5.1`, `redis:7`. */
function splitVersion(word: string): readonly [name: string, version: string] {
  const [, name = word, version = ''] =
    /^(.[^@=:<>~^]*)(?:@|:|[=<>~^]=?=?){1,2}v?([\d][\w.-]*)$/.exec(word) ?? [];
  return [name.toLowerCase(), version];
}

/** Returns true if a word names a package: in the wanted version or one below it, where one is wanted. */
function isNamed(wanted: string, word: string): boolean {
  const [name, version] = splitVersion(wanted);
  const [own, ownVersion] = splitVersion(
    word.replace(/\[.{0,200}\]/, '').replace(/@(?:latest|next|\w+)$/, (all) => (/\d/.test(all) ? all : '')),
  );
  const isBelow = !own.startsWith('@') && (own.endsWith(`/${name}`) || own.endsWith(`/${name}.git`));
  return (
    (own === name || isBelow) &&
    (version === '' || ownVersion === version || ownVersion.startsWith(`${version}.`))
  );
}

const isAdded = (name: string, { isAdding, words }: CallCommand): boolean =>
  isAdding &&
  normalizeWords(words)
    .slice(1)
    .some((word) => isNamed(name, word));

const RUNS = /^(?:sudo|doas|env|time|nohup|nice|command|npx|bunx|pnpx|dlx|exec|x)$/;

/** Returns true if a call starts the named program, directly or through a runner such as `npx`. */
const isStarted = (name: string, { words, isLooking }: CallCommand): boolean =>
  !isLooking &&
  words
    .slice(0, 4)
    .some(
      (word, i) =>
        isNamed(name, getBaseName(word)) &&
        words.slice(0, i).every((one) => RUNS.test(one) || /^-/.test(one)),
    );

const IMPORTS =
  /\b(?:import|require|from|include|using|use|usepackage|library|gem|implementation|api|image|uses|dependency|deps?|artifact)\b/i;

/** Returns true if a line of code uses a name. A plain word counts only in a manifest, or where it is imported. */
export function isNameIn(wanted: string, line: string, isManifest: boolean): boolean {
  const [name, version] = splitVersion(wanted);
  const own = name.replace(/\(\)$/, '(');
  const at = findWhole(own, line.toLowerCase());
  if (at < 0 || (version !== '' && !line.includes(version))) return false;
  return isManifest || /[\w)][_.:]\w|[a-z][A-Z]|\d|\($/.test(wanted) || IMPORTS.test(line.slice(0, at));
}

/** Returns where a text has a word as a whole word; -1 if it has not, or only as another package: `@scope/word`. */
function findWhole(word: string, text: string): number {
  let found = -1;
  for (let at = text.indexOf(word); word !== '' && at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + word.length] ?? ' '];
    const isWhole =
      (!/[\w-]/.test(before) || !/^\w/.test(word)) && (!/[\w-]/.test(after) || !/\w$/.test(word));
    if (isWhole && /@[\w.-]{1,80}\/$/.test(text.slice(Math.max(0, at - 82), at))) return -1;
    if (isWhole && found < 0) found = at;
  }
  return found;
}

/** Returns true if a file has the path, or is in it. `*` matches any text. */
function isBelowPath(path: string, file: string): boolean {
  const own = trimPath(path.toLowerCase()).replace(/^~\//, '');
  const other = `/${trimPath(file.toLowerCase()).replace(/^\/+/, '')}/`;
  if (!own.includes('*')) return own !== '' && other.includes(`${own.startsWith('/') ? '' : '/'}${own}/`);
  const pieces = own.split('*').map((one) => one.replace(/^\.\//, ''));
  return pieces.every((piece) => other.includes(piece)) && other.slice(0, -1).endsWith(pieces.at(-1) ?? '');
}

function isPathChanged(
  { path, isCommit }: ExactThing & { how: 'path' },
  { files, commands }: ToolAction,
): boolean {
  const added = commands.flatMap(({ words: [program, act, ...rest] }) =>
    program === 'git' && act === 'add' ? rest : [],
  );
  const changed = [...files, ...commands.flatMap(({ writes }) => writes)];
  return (isCommit ? added : changed).some((file) => isBelowPath(path, file));
}
