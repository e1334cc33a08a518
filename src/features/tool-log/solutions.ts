import { groupByKeys } from '../../text/group-by.js';
import type { ActivityEvent } from '../../transcripts/activity-event.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { isOptionWord, normalizeWords, stripRunner } from '../guard/call-words.js';
import { parseShellCommands } from '../guard/parse-shell.js';
import { createAttemptKey, isTrial } from './attempt.js';
import { getErrorLines, mayChangeFiles, SELECTS } from './find-fixes.js';

type Call = Pick<ActivityEvent, 'at' | 'session' | 'tool' | 'input' | 'ok'> &
  Partial<Pick<ToolCall, 'error' | 'errorLines'>>;

/** A command that failed, and another one that passed later for the same aim (FEATURES K13). */
export interface Solution<C extends Call = Call> {
  /** The words that failed: the program, its subcommands, and the words that the good command lacks. */
  readonly words: readonly string[];
  readonly failures: readonly C[];
  readonly passed: C;
}

/** One program with its words, without what only starts it. */
interface Run {
  readonly words: readonly string[];
  readonly settings: readonly string[];
}

/** Parses a command of one program that tests something; null for any other call. */
function parseRun(call: Call): Run | null {
  const commands = isTrial(call) ? parseShellCommands(createAttemptKey(call)) : [];
  const [command] = commands;
  if (!command || commands.length > 1) return null;
  const words = stripRunner(normalizeWords(command.words));
  const isModule = words[0] === 'python' && words[1] === '-m' && words.length > 2;
  return { words: isModule ? words.slice(2) : words, settings: command.settings };
}

/** A call with its program. */
interface Tried<C> {
  readonly call: C;
  readonly run: Run;
}

/** Finds commands that failed twice, or with an error that quotes one of their words, and the command that passed later. Takes calls oldest first. */
export const findSolutions = <C extends Call>(calls: readonly C[]): readonly Solution<C>[] =>
  [...groupByKeys(calls.map((call) => [call.session, call])).values()].flatMap((own) => {
    const open: Tried<C>[] = [];
    return own.flatMap((call) => {
      const isBeside = call.ok && open.every(({ run }) => !call.input.includes(run.words[0] ?? ''));
      const run = isBeside ? null : parseRun(call);
      if (run && !call.ok) open.push({ call, run });
      const solved = run && call.ok ? findSolved(open, { call, run }, own) : null;
      for (const one of solved?.failures ?? [])
        open.splice(
          open.findIndex((two) => two.call === one),
          1,
        );
      return solved ?? [];
    });
  });

/** Finds which of some failures a command that passed solved. */
function findSolved<C extends Call>(
  open: readonly Tried<C>[],
  { call: passed, run: good }: Tried<C>,
  calls: readonly C[],
): Solution<C> | null {
  const failures = open.flatMap(({ call, run }) => {
    const wrong = findDifference(run, good, getErrorLines(call));
    return wrong ? [{ call, run, wrong }] : [];
  });
  const last = failures.at(-1);
  if (!last) return null;
  const same = failures.filter(({ wrong }) => wrong.words.some((word) => last.wrong.words.includes(word)));
  const shared = last.wrong.words.filter((word) => same.every(({ wrong }) => wrong.words.includes(word)));
  const isChanged = calls
    .slice(calls.indexOf(last.call) + 1, calls.indexOf(passed))
    .some((call) => call.ok && mayChangeFiles(call));
  const isTwice = same.length > 1 && shared.some(isOptionWord) && !isChanged;
  if (!isTwice && !last.wrong.isNamed) return null;
  // Leave out the arguments that both share: the next call may have another file.
  const words = last.run.words.filter(
    (word) => shared.includes(word) || (good.words.includes(word) && /^[\w-]+$/.test(word)),
  );
  return { words, failures: same.map(({ call }) => call), passed };
}

/** The words that a failed command has and the good one lacks; null if the good one has another aim. */
function findDifference(run: Run, good: Run, error: readonly string[]) {
  if (run.words[0] !== good.words[0]) return null;
  const only = (one: readonly string[], other: readonly string[]) =>
    one.filter((word) => !other.includes(word));
  const isNamed = (word: string) =>
    error.some((line) => CLEAR.test(line) && line.split(/[^\w@./-]+/).includes(word));
  const [mine, theirs] = [only(run.words, good.words), only(good.words, run.words)];
  const isFree = (word: string, { words }: Run) =>
    isOptionWord(word) || isOptionWord(words[words.indexOf(word) - 1] ?? '');
  const named = mine.filter(isNamed);
  const others = theirs.filter((word) => !isFree(word, good));
  if (theirs.some((word) => SELECTS.test(word)) || mine.length === 0) return null;
  if (!mine.every((word) => isFree(word, run) || isNamed(word))) return null;
  return others.length > named.filter((word) => !isFree(word, run)).length
    ? null
    : { words: mine, isNamed: named.length > 0 };
}

/** Errors about the command itself. */
const CLEAR =
  /unknown|unrecogni|invalid|illegal|no such|not (?:an? |found|recogni|supported|exist|allowed)|missing|unexpected|unsupported|did you mean/i;
