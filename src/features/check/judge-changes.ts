import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { GuardedEntry } from '../guard/guarded-entries.js';
import { evaluateRule, explainVerdict, isNameIn } from '../guard/match-call.js';
import type { ExactThing } from '../guard/read-exact-things.js';
import { type CallCommand, describeCall, type ToolAction } from '../guard/tool-action.js';
import type { AddedLine, FileChange } from './parse-diff.js';
import { findManifestReader, listDependencies, type ManifestReader } from './read-dependencies.js';

/** An entry that may judge a change, with its rule if it has one. */
export interface Judge {
  readonly entry: LocatedEntry;
  readonly guarded: GuardedEntry | null;
  /** What the change does to the entry itself; null for an entry that it leaves. */
  readonly note: 'removed' | 'superseded' | null;
}

/** A place in a change that goes against an entry. */
export interface CheckFinding {
  readonly path: string;
  readonly line: number;
  readonly judge: Judge;
  /** What the place has: `use of axios`. */
  readonly found: string;
  readonly level: 'error' | 'warning';
}

/** Most findings of one entry in one file. */
const MOST_IN_FILE = 20;
/** Characters that the guard reads at once. */
const MOST_CHARS = 16_000;
/** Files that programs write: what they name stands in a manifest, too. */
const GENERATED =
  /(?:^|\/)(?:[\w.-]*[.-]lock(?:\.\w+)?|(?:[\w-]+-)?lock\.\w+|go\.sum|npm-shrinkwrap\.json|[\w.-]+\.min\.\w+)$/i;

/** Judges files by the rules of the guard, and by what entries reject by name. */
export function judgeChanges(
  files: readonly FileChange[],
  judges: readonly Judge[],
): readonly CheckFinding[] {
  const ruled = judges.flatMap((judge) => (judge.guarded ? [{ judge, guarded: judge.guarded }] : []));
  const named = judges.flatMap((judge) => {
    const names = judge.entry.proof === null ? listRejectedNames(judge) : [];
    return names.length === 0 ? [] : [{ judge, names }];
  });
  return files.flatMap((file) => {
    const reader = findManifestReader(file.path);
    const found = [
      ...judgePaths(file, ruled),
      ...(reader ? judgeDependencies(file, reader, ruled) : []),
      ...(file.isRemoved || GENERATED.test(file.path) ? [] : judgeLines(file, reader !== null, ruled, named)),
    ];
    const counts = new Map<string, number>();
    const places = new Set<string>();
    return found
      .toSorted((a, b) => a.line - b.line || (a.level < b.level ? -1 : 1))
      .filter(({ line, judge: { entry } }) => {
        const count = (counts.get(entry.id) ?? 0) + 1;
        const isNew = !places.has(`${entry.id} ${line}`) && count <= MOST_IN_FILE;
        if (isNew) counts.set(entry.id, count);
        places.add(`${entry.id} ${line}`);
        return isNew;
      });
  });
}

interface Ruled {
  readonly judge: Judge;
  readonly guarded: GuardedEntry;
}

const toFinding = (
  path: string,
  line: number,
  { judge, guarded }: Ruled,
  action: ToolAction,
): CheckFinding => ({
  path,
  line,
  judge,
  found: explainVerdict(guarded.trap, action).replace(/^warns: the call has /, ''),
  level: guarded.forbids ? 'error' : 'warning',
});

const NO_ACTION: ToolAction = { commands: [], files: [], lines: [], isManifest: false };

/** A change of a file is a write, and a commit where the file stays. To remove what was rejected is right. */
function judgePaths({ path, from, isRemoved }: FileChange, ruled: readonly Ruled[]): readonly CheckFinding[] {
  const files = from === null || from === path ? [path] : [path, from];
  const commit = createCommand(['git', 'add', path]);
  return ruled.flatMap((rule) => {
    const paths = rule.guarded.trap.wrong.filter(({ how }) => how === 'path');
    if (paths.length === 0 || (isRemoved && /^(?:rejected|failure)$/.test(rule.judge.entry.type))) return [];
    const action = { ...NO_ACTION, files, commands: isRemoved ? [] : [commit] };
    return evaluateRule({ wrong: paths, right: [] }, action) === 'breaks'
      ? [
          toFinding(
            path,
            1,
            { ...rule, guarded: { ...rule.guarded, trap: { wrong: paths, right: [] } } },
            action,
          ),
        ]
      : [];
  });
}

const createCommand = (words: readonly string[], isAdding = false): CallCommand => ({
  words,
  settings: [],
  isLooking: false,
  isAdding,
  writes: [],
});

/** A new dependency is judged as the command that adds it. One that was there before, in a version that breaks no rule less, is not new. */
function judgeDependencies(
  { path, added, removed }: FileChange,
  reader: ManifestReader,
  ruled: readonly Ruled[],
): readonly CheckFinding[] {
  const toAction = (names: readonly string[]): ToolAction => ({
    ...NO_ACTION,
    commands: names.map((name) => createCommand([...reader.command, name], true)),
  });
  const before = listDependencies(
    reader,
    removed.map((text) => ({ line: 0, text })),
  );
  const listed = listDependencies(reader, added);
  return ruled.flatMap((rule) => {
    const breaks = (names: readonly string[]) =>
      evaluateRule(rule.guarded.trap, toAction(names)) === 'breaks';
    const broken = listed.filter(({ names }) => breaks(names));
    if (broken.length === 0 || before.some(({ names }) => breaks(names))) return [];
    return broken.map(({ line, names }) => ({
      ...toFinding(path, line, rule, toAction(names)),
      found: `dependency \`${names[0]}\``,
    }));
  });
}

const listWrongNames = ({ guarded }: Ruled): readonly string[] =>
  guarded.trap.wrong.flatMap((thing) => (thing.how === 'name' ? [thing.name.toLowerCase()] : []));

interface Named {
  readonly judge: Judge;
  readonly names: readonly string[];
}

function judgeLines(
  { path, added, removed }: FileChange,
  isManifest: boolean,
  ruled: readonly Ruled[],
  named: readonly Named[],
): readonly CheckFinding[] {
  const had = new Set(removed.map((text) => text.trim()));
  const fresh = added.filter(
    ({ text }) => text.trim() !== '' && !had.has(text.trim()) && !/^\s*\*(?:\s|$)/.test(text),
  );
  return splitParts(fresh).flatMap((part) => {
    const text = part.map((one) => one.text).join('\n');
    const whole = describeCall({ tool: 'Write', words: '', files: [path], text });
    const action = { ...whole, files: [], isManifest: whole.isManifest && !isManifest };
    if (action.lines.length === 0) return [];
    const rows = locateLines(action.lines, part);
    const lower = text.toLowerCase();
    const broken = ruled.flatMap((rule) => {
      if (!rule.guarded.trap.wrong.some((thing) => mayBeIn(thing, lower))) return [];
      if (evaluateRule(rule.guarded.trap, action) !== 'breaks') return [];
      return rows.flatMap(({ line, text: own }) => {
        const alone = { ...action, lines: [withoutLonger(rule.judge, listWrongNames(rule), own)] };
        return evaluateRule(rule.guarded.trap, alone) === 'breaks'
          ? [toFinding(path, line, rule, alone)]
          : [];
      });
    });
    const mentioned = (isManifest ? [] : named).flatMap(({ judge, names }) => {
      const own = names.filter((name) => lower.includes(name.replace(/\(\)$/, '(')));
      if (own.length === 0) return [];
      return rows
        .flatMap(({ line, text: one }) => {
          const rest = withoutLonger(judge, own, one);
          const name = own.find((each) => isNameIn(each, rest, true));
          return name === undefined
            ? []
            : [{ path, line, judge, found: `mention of \`${name}\``, level: 'warning' as const }];
        })
        .slice(0, 1);
    });
    return [...broken, ...mentioned];
  });
}

/** Takes longer names out of a line that the entry names besides: `cron/v3` is not the rejected `cron`. */
const withoutLonger = ({ entry }: Judge, names: readonly string[], line: string): string =>
  listCode(formatEntryText(entry))
    .filter((code) => names.some((name) => code.toLowerCase() !== name && code.toLowerCase().includes(name)))
    .reduce((rest, code) => rest.replaceAll(code, ''), line);

/** Returns false if a text in lower case lacks a word that each match has: that is much faster than the rule. */
function mayBeIn(thing: ExactThing, lower: string): boolean {
  if (thing.how === 'path' || thing.how === 'option') return false;
  const words = thing.how === 'name' ? [/[\w$]+/.exec(thing.name)?.[0] ?? ''] : thing.words;
  return words.every((word) => /^-|[*|]/.test(word) || lower.includes(word.toLowerCase()));
}

/** Splits lines into parts that the guard reads whole. */
function splitParts(lines: readonly AddedLine[]): readonly (readonly AddedLine[])[] {
  const parts: AddedLine[][] = [];
  let chars = MOST_CHARS;
  for (const line of lines) {
    chars += line.text.length + 1;
    if (chars > MOST_CHARS) {
      parts.push([]);
      chars = line.text.length;
    }
    parts.at(-1)?.push(line);
  }
  return parts;
}

/** Finds the numbers of lines whose comments and spaces were removed; both lists have the same order. */
function locateLines(lines: readonly string[], part: readonly AddedLine[]): readonly AddedLine[] {
  let at = 0;
  return lines.map((text) => {
    const found = part.findIndex((one, i) => i >= at && one.text.includes(text.slice(0, 100)));
    if (found >= 0) at = found;
    return { text, line: part[at]?.line ?? 1 };
  });
}

/** Types whose first clause with code names the thing; the others say what to do instead. */
const WARNING_TYPES: ReadonlySet<string> = new Set(['failure', 'rejected', 'gotcha', 'rule', 'constraint']);

const listCode = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]{2,80})`/g)].map(([, name = '']) => name);

/** Lists the code that an entry warns of: what a rule or a warning names first, and what stands behind a "not". */
function listRejectedNames({ entry }: Judge): readonly string[] {
  const clauses = formatEntryText(entry)
    .split(/[;:—–]\s|[,.!?](?=\s)/)
    .filter((clause) => clause.includes('`'));
  const isWarning = WARNING_TYPES.has(entry.type);
  const warning = clauses.filter(
    (clause, at) => (isWarning && at === 0) || DENIES.test(clause.split('`', 1)[0] ?? ''),
  );
  return [
    ...new Set([...entry.alternatives, ...warning.flatMap(listCode)].map((name) => name.toLowerCase())),
  ];
}

const DENIES = /\b(?:never|not?|don[’']t|avoid|without|instead of|rather than)\b/i;
