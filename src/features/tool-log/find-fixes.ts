import type { LocalTime } from '../../dates/local-time.js';
import { groupByKeys } from '../../text/group-by.js';
import { cutText, toPlainLine } from '../../text/sanitize.js';
import type { ActivityEvent } from '../../transcripts/activity-event.js';
import { selectErrorLines } from '../../transcripts/error-lines.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { callEffect, classifyCommandStage } from '../daily-notes/trace/workflow-stage.js';
import { createAttemptKey } from './attempt.js';
import { isEqualError, listErrorNames, rateSameError } from './error-similarity.js';

/** A fix of an error. */
export interface Fix {
  /** The most specific line of the error. */
  readonly error: string;
  /** The command that failed and passed later. */
  readonly attempt: string;
  /** Commands that ran and files that changed between, the likeliest first; empty if the command was only run again. */
  readonly changes: readonly FixChange[];
  /** When the command passed: ISO 8601 in UTC. */
  readonly at: string;
  readonly session: string | null;
  /** How often the error occurred before. */
  readonly times: number;
}

interface FixChange {
  readonly call: ToolCall;
  /** The command, or the path of the file. */
  readonly what: string;
}

/** Most changes shown for a fix. */
const MOST_CHANGES = 3;

/** How errors are compared. */
interface FixOptions {
  /** True without a question: then both errors must have the same words. */
  readonly isUnasked?: boolean;
}

/** Finds in the tool log, oldest first, what made an error go away; fixes of the errors that are most alike first, then the newest. */
export function findFixes(
  calls: readonly ToolCall[],
  error: readonly string[],
  { isUnasked = false }: FixOptions = {},
): readonly Fix[] {
  const bySession = groupByKeys(calls.map((call) => [call.session, call]));
  const found = [...bySession.values()].flatMap((own) => {
    const rates = new Map(
      own.filter(({ ok }) => !ok).map((call) => [call, rateSameError(error, getErrorLines(call))]),
    );
    const failures = own.filter(
      (call) => (rates.get(call) ?? 0) > 0 && (!isUnasked || isEqualError(getErrorLines(call), error)),
    );
    const byAttempt = groupByKeys(failures.map((call) => [createAttemptKey(call), call]));
    return [...byAttempt.values()].flatMap((same) =>
      findFixOf(same, own).map((fix) => ({
        fix,
        rate: Math.max(...same.map((call) => rates.get(call) ?? 0)),
      })),
    );
  });
  return found
    .toSorted((a, b) => (a.rate === b.rate ? (a.fix.at < b.fix.at ? 1 : -1) : b.rate - a.rate))
    .map(({ fix }) => fix);
}

/** Returns the lines of a failed call that say what failed. */
export const getErrorLines = ({
  errorLines,
  error = null,
}: Partial<Pick<ToolCall, 'errorLines' | 'error'>>): readonly string[] =>
  errorLines ?? (error === null ? [] : selectErrorLines(error));

/** Returns the fix of the last of these failures of one command, if the command passed later, alike or with more options. */
function findFixOf(failures: readonly ToolCall[], calls: readonly ToolCall[]): Fix[] {
  const [first] = failures;
  if (!first) return [];
  const attempt = createAttemptKey(first);
  const runs = calls.filter((call) => createAttemptKey(call) === attempt);
  const passed = runs.findLast((call, at) => call.ok && failures.some((one) => runs.indexOf(one) < at));
  const last = failures.findLast((one) => !passed || runs.indexOf(one) < runs.indexOf(passed));
  if (!last) return [];
  const lines = getErrorLines(last);
  const toFix = (changes: readonly FixChange[], { at, session }: ToolCall): Fix[] => [
    { error: lines[0] ?? '', attempt, changes, at, session, times: failures.length },
  ];
  const after = calls.slice(calls.indexOf(last) + 1);
  const next = runs[runs.indexOf(last) + 1];
  if (passed && next) {
    const end = runs.slice(runs.indexOf(next)).find(({ ok }) => ok) ?? passed;
    return toFix(rankChanges(after.slice(0, after.indexOf(next)), last, lines), end);
  }
  const variant = after.find((call) => call.ok && isRun(call) && isExtended(attempt, createAttemptKey(call)));
  if (!variant) return [];
  const likely = after
    .slice(0, after.indexOf(variant))
    .some((call) => call.ok && mayChangeFiles(call) && !BESIDE.test(call.files[0] ?? call.input));
  return likely ? [] : toFix([{ call: variant, what: createAttemptKey(variant) }], variant);
}

/** True if a command is another one with further options or settings: `PYTHONPATH=src pytest`, `gcc a.c -lm`. */
function isExtended(command: string, other: string): boolean {
  if (/[;&|]/.test(other)) return false;
  const wanted = command.split(' ');
  const added: string[] = [];
  let at = 0;
  for (const word of other.split(' '))
    if (word === wanted[at]) at++;
    else added.push(word);
  if (at < wanted.length || added.length === 0) return false;
  return added.every(
    (word, i) =>
      !SELECTS.test(word) &&
      (/^-|^\w+=/.test(word) || (word !== 'env' && /^--?[\w-]+$/.test(added[i - 1] ?? ''))),
  );
}

/** Options with which a command does less, or only looks. */
export const SELECTS =
  /^-(?:k|t|n|h|v|-?(?:grep|filter|test\w*|ignore\S*|exclude\S*|skip\S*|deselect\S*|help|version|dry-run|no-verify|list\S*|collect-only|check|stat|summary))(?:=|$)/i;

/** Lists the calls that changed something between a failure and the next run: first what the error names, then the latest. */
function rankChanges(
  between: readonly ToolCall[],
  failed: ToolCall,
  lines: readonly string[],
): readonly FixChange[] {
  const names = listErrorNames(lines);
  const ownNames = listErrorNames([createAttemptKey(failed)]);
  const changes = between
    .filter((call) => call.ok && mayChangeFiles(call))
    .map((call) => {
      const what = callEffect(call) === 'runs' ? createAttemptKey(call) : (call.files[0] ?? call.input);
      return { call, what };
    })
    .toReversed();
  const inError = changes.filter(({ what }) => isNamedIn(what, names));
  const inCommand = changes.filter(({ what }) => isNamedIn(what, ownNames));
  const named = inError.length > 0 ? inError : inCommand.slice(0, 1);
  if (named.length > 0) return named.slice(0, MOST_CHANGES).toReversed();
  const likely = changes.filter(({ what }) => !BESIDE.test(what));
  return (likely.length > 0 ? likely : changes).slice(0, 1);
}

const isRun = (call: ToolCall): boolean => callEffect(call) === 'runs';

/** True if a call may have made a difference: a changed file, or a command that does more than read. */
export function mayChangeFiles(call: Pick<ActivityEvent, 'tool' | 'input'>): boolean {
  const does = callEffect(call);
  if (does === 'writes') return true;
  return does === 'runs' && classifyCommandStage(call.input) !== 'Research' && !ONLY_LOOKS.test(call.input);
}

/** Commands that change nothing, besides those that `classifyCommandStage` knows. */
const ONLY_LOOKS =
  /^(?:\S+ )?(?:-v|-V|--?version|version)$|-o \/dev\/null\b|^(?:echo|env|df|du|ps|date|id|whoami|test|\[|jq|node -[ep]|python3? -c|nm|ldd|file|openssl x509|docker (?:ps|images|info|logs)|git (?:blame|remote -v|config --get|ls-files|rev-parse|stash list)|npm (?:ls|view|outdated)|pip (?:list|show)|daybook)\b|^(?:sqlite3|psql|mysql)\b.*['"](?:\.(?!read|import)|\\d|select\b|show\b)/i;

/** Changes that seldom fix an error that does not name them: prose, styles, git commands. */
const BESIDE =
  /\.(?:md|txt|rst|css|scss|svg|png)$|\bgit (?:\S+ )*?(?:commit|add|tag|stash|checkout|switch)\b/;

/** True if a command or path has one of the names as a word. */
const isNamedIn = (what: string, names: readonly string[]): boolean =>
  what
    .toLowerCase()
    .split(/[\s/\\'"`=:<>|&;]+/)
    .some((word) => names.includes(word));

/** Characters of an error, a command or a path in a line. */
const MAX_LENGTH = 110;

/** Returns a fix as one line: when, the error in quotes, and what was done before the command passed. */
export function formatFix(fix: Fix, local: (ms: number) => LocalTime): string {
  const day = local(Date.parse(fix.at)).date;
  const did = fix.changes.map(({ call, what }) =>
    call.files.length > 0 ? `a change of \`${formatQuote(what)}\`` : `\`${formatQuote(what)}\``,
  );
  const after = did.length === 0 ? 'when it ran again' : `after ${did.join(', then ')}`;
  const times = fix.times > 1 ? ` (it failed ${fix.times} times)` : '';
  return `${day}: «${formatQuote(fix.error)}» — \`${formatQuote(fix.attempt)}\` passed ${after}${times}`;
}

export function formatQuote(words: string): string {
  const clean = toPlainLine(words).replaceAll('`', "'").replaceAll('«', '‹').replaceAll('»', '›');
  return cutText(clean, MAX_LENGTH);
}

/** Days of the tool log that are searched for the fix of an error. */
export const FIX_DAYS = 90;
