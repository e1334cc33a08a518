import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { isOwnFile, listForeignCalls } from '../../../notes/kinds/own-files.js';
import { pluralize } from '../../../text/pluralize.js';
import type { ActivityEvent, Commit } from '../../../transcripts/activity-event.js';
import { type FailureTrace, findFailureTraces } from './failure-repairs.js';
import { countOccurrences, formatCode, getFirstLine, quoteText, truncateList } from './format-day-trace.js';
import {
  findHandoffOnlySessions,
  findSessionSpans,
  formatSessionSpan,
  type SessionSpan,
} from './session-spans.js';
import { listToolUses, type ToolUse } from './tools.js';
import type { Known } from './types.js';
import {
  callEffect,
  classifyCommandStage,
  commitStage,
  STAGES,
  type WorkflowStage,
} from './workflow-stage.js';

/** A day in one line: counted, not judged, and what it decided word for word. */
function tally(known: Known, spans: readonly SessionSpan[], failures: readonly FailureTrace[]): string {
  const { commits, noted, handoffs, happened } = known;
  const of = (wanted: string) => noted.filter(({ type }) => type === wanted);
  const files = new Set(commits.flatMap((commit) => commit.files)).size;
  const failed = failures.length + of('error').length;
  const fixed =
    failures.filter((one) => one.fixed).length +
    of('error').filter(({ why, status }) => why !== null || status === 'resolved').length;
  const calls = happened.filter(({ tool }) => tool !== null).length + of('tool').length;
  const parts = [
    pluralize(spans.length + findHandoffOnlySessions(handoffs, spans).length, 'session'),
    pluralize(calls, 'tool call'),
    `${pluralize(commits.length, 'commit')}${files === 0 ? '' : ` to ${pluralize(files, 'file')}`}`,
    pluralize(commits.filter((commit) => commitStage(commit) === 'Deploy').length, 'release'),
    `${pluralize(failed, 'error')}, ${fixed} fixed`,
  ];
  const counted = parts.filter((words) => !words.startsWith('0 ')).join('; ');
  const decided = of('decision').map(({ text }) => quoteText(getFirstLine(text)));
  return `Counted from what happened: ${counted}${decided.length === 0 ? '' : `; decided: ${truncateList(decided, 3)}`}`;
}

/** What happened on a day: tool calls, sessions, and the work of each step. */
export interface DayTrace {
  readonly tools: readonly ToolUse[];
  readonly sessions: readonly string[];
  readonly stages: readonly { readonly stage: WorkflowStage; readonly lines: readonly string[] }[];
  /** The day in one line, counted from what happened. */
  readonly summary: string;
}

/** A step lists so many things of a sort; the rest are counted. */
const MAX_COUNT = 12;

/** The trace of a day (Mutable §Automation; FEATURES C4), from what happened alone; null where nothing did. */
export function buildDayTrace(all: Known): DayTrace | null {
  const { content } = all;
  const isForeign = (path: string) => !isOwnFile(path, content);
  const known = {
    ...all,
    happened: listForeignCalls(all.happened, content),
    commits: all.commits.map((commit) => ({ ...commit, files: commit.files.filter(isForeign) })),
  };
  const { happened, commits, handoffs, noted } = known;
  const spans = findSessionSpans(happened);
  const calls = happened.filter(({ tool }) => tool !== null);
  const failures = findFailureTraces(calls);
  const [tools, errors] = (['tool', 'error'] as const).map((own) => noted.filter(({ type }) => type === own));
  if ([spans, calls, commits, handoffs, tools, errors].every((some) => some?.length === 0)) return null;
  const lines: Record<WorkflowStage, string[]> = { Research: [], Build: [], Deploy: [] };
  lines.Research.push(...looked(calls));
  lines.Build.push(...written(calls));
  for (const [stage, own] of commands(calls, tools ?? [])) lines[stage].push(...own);
  for (const stage of STAGES) lines[stage].push(...committed(commits, stage));
  lines.Build.push(...failures.map(formatFailureLine), ...(errors ?? []).map(errorLine));
  return {
    tools: listToolUses(calls, known),
    sessions: [
      ...spans.map((span) => formatSessionSpan(span, known)),
      ...findHandoffOnlySessions(handoffs, spans),
    ],
    stages: STAGES.map((stage) => ({ stage, lines: lines[stage] })).filter(
      ({ lines: own }) => own.length > 0,
    ),
    summary: tally(known, spans, failures),
  };
}

/** What was read and looked up. */
function looked(calls: readonly ActivityEvent[]): readonly string[] {
  const read = calls.filter((call) => callEffect(call) === 'reads').flatMap(({ files }) => files);
  const request = calls
    .filter((call) => callEffect(call) === 'looks up')
    .map(({ input }) => input)
    .filter(Boolean);
  return [
    ...(read.length === 0 ? [] : [`read ${countOccurrences(read.map(formatCode), MAX_COUNT)}`]),
    ...(request.length === 0
      ? []
      : [`looked up ${truncateList([...new Set(request)].map(formatCode), MAX_COUNT)}`]),
  ];
}

function written(calls: readonly ActivityEvent[]): readonly string[] {
  const files = calls
    .filter((call) => call.ok && callEffect(call) === 'writes')
    .flatMap((call) => call.files);
  return files.length === 0 ? [] : [`wrote ${countOccurrences(files.map(formatCode), MAX_COUNT)}`];
}

/** Commands by their step, each once with how often it ran; what the day's note names as a tool is one too. */
function commands(
  calls: readonly ActivityEvent[],
  tools: readonly LocatedEntry[],
): Map<WorkflowStage, readonly string[]> {
  const ran = calls
    .filter((call) => ['runs', 'else'].includes(callEffect(call)))
    .map(({ tool, input }) => ({ command: input || (tool ?? ''), words: formatCode(input || (tool ?? '')) }));
  const noted = tools.map(({ text }) => ({
    command: getFirstLine(text),
    words: quoteText(getFirstLine(text)),
  }));
  return new Map(
    STAGES.map((stage) => {
      const own = [...ran, ...noted].filter(({ command }) => classifyCommandStage(command) === stage);
      const words = own.map((one) => one.words);
      return [stage, own.length === 0 ? [] : [`ran ${countOccurrences(words, MAX_COUNT)}`]];
    }),
  );
}

/** Commits of a step, oldest first: hash, subject, branch, and what it changed. */
function committed(commits: readonly Commit[], stage: WorkflowStage): readonly string[] {
  const own = commits.filter((commit) => commitStage(commit) === stage);
  const authors = new Set(commits.map(({ author }) => author));
  const lines = own.slice(0, MAX_COUNT * 2).map((commit) => {
    const { hash, subject, branch, tags, author, files, added, deleted } = commit;
    const place = [branch === null ? '' : `on ${branch}`, ...tags, authors.size > 1 ? `by ${author}` : ''];
    const where = place.filter(Boolean).join(', ');
    const what =
      files.length === 0 ? '' : `: ${truncateList(files.map(formatCode), 5)} +${added} −${deleted}`;
    return `commit \`${hash.slice(0, SHORT)}\` ${quoteText(subject)}${where ? ` (${where})` : ''}${what}`;
  });
  return own.length <= lines.length
    ? lines
    : [...lines, `and ${pluralize(own.length - lines.length, 'commit')} more`];
}

/** Digits of a commit's hash. */
const SHORT = 8;

export function formatFailureLine({ what, times, fixed, by, other }: FailureTrace): string {
  const failed = `${formatCode(what)} failed${times === 1 ? '' : ` ${times} times`}`;
  if (!fixed) return `${failed}, not fixed`;
  if (other !== undefined) return `${failed}, then ${formatCode(other)} passed`;
  return by.length === 0
    ? `${failed}, then passed`
    : `${failed}, then passed after ${truncateList(by.map(formatCode), 5)} was written`;
}

const errorLine = ({ text, why, status }: LocatedEntry): string =>
  `error: ${quoteText(getFirstLine(text))}${why === null ? '' : `, fixed: ${quoteText(why)}`}${status === 'resolved' ? ', resolved' : ''}`;
