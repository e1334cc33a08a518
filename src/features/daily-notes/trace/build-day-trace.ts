import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { isOwnFile, listForeignCalls } from '../../../notes/kinds/agent-files.js';
import type { Handoff } from '../../../records/handoff.js';
import { groupByKeys } from '../../../text/group-by.js';
import { pluralize } from '../../../text/pluralize.js';
import type { ActivityEvent, Commit } from '../../../transcripts/activity-event.js';
import { createAttemptKey } from '../../tool-log/attempt.js';
import { findSolutions } from '../../tool-log/solutions.js';
import { countOccurrences, formatCode, getFirstLine, quoteText, truncateList } from './format-day-trace.js';
import {
  callEffect,
  classifyCommandStage,
  commitStage,
  STAGES,
  type WorkflowStage,
} from './workflow-stage.js';

/** What a session was for, and how it ended. */
type Goal = Pick<Handoff, 'label' | 'goal' | 'agent' | 'outcome'>;

/** All that is known of a day beside its note. */
interface Known {
  readonly commits: readonly Commit[];
  readonly happened: readonly ActivityEvent[];
  /** The content folder, whose notes are left out. */
  readonly content: string;
  /** What is known of the sessions of that day beside what happened in them. */
  readonly handoffs: readonly Goal[];
  /** The entries of the day's own note. */
  readonly noted: readonly LocatedEntry[];
  /** `09:12` of a moment in ISO 8601. */
  readonly time: (iso: string) => string;
}

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

/** One session of an agent on a day, recorded by its hooks. */
interface SessionSpan {
  /** Null where the client sends none. */
  readonly session: string | null;
  readonly agent: string;
  /** The first and the last that is known of it, ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly prompts: number;
  readonly calls: number;
}

/** The sessions with prompts or tool calls, by the time they began. */
function findSessionSpans(happened: readonly ActivityEvent[]): readonly SessionSpan[] {
  const spans = new Map<string, SessionSpan>();
  for (const { at, event, agent, session, tool } of happened) {
    const key = session ?? agent ?? '';
    const known = spans.get(key) ?? { session, agent: 'an agent', from: at, to: at, prompts: 0, calls: 0 };
    spans.set(key, {
      ...known,
      agent: agent ?? known.agent,
      to: at,
      prompts: known.prompts + (event === 'UserPromptSubmit' ? 1 : 0),
      calls: known.calls + (tool === null ? 0 : 1),
    });
  }
  return [...spans.values()].filter(({ prompts, calls }) => prompts + calls > 0);
}

/** A session in one line: its time, prompts, actions and goal. */
function formatSessionSpan(
  { session, agent, from, to, prompts, calls }: SessionSpan,
  { handoffs, time }: Known,
): string {
  const goal = handoffs.find(({ label }) => label === session)?.goal;
  const did = [pluralize(prompts, 'prompt'), ...(calls === 0 ? [] : [pluralize(calls, 'tool call')])].join(
    ', ',
  );
  const name = session === null ? agent : `${agent} (${quoteText(session)})`;
  const span = [...new Set([time(from), time(to)])].join('–');
  return `${name} ${span}: ${did}${goal ? `; ${quoteText(goal)}` : ''}`;
}

/** Sessions known only from their hand-off. */
const findHandoffOnlySessions = (
  handoffs: readonly Goal[],
  spans: readonly SessionSpan[],
): readonly string[] =>
  handoffs
    .filter(({ label }) => !spans.some(({ session }) => session === label))
    .map(({ label, agent, goal, outcome: plan }) =>
      [
        `${agent ?? 'session'} (${quoteText(label)})`,
        `: ${quoteText(goal)}`,
        plan === null ? '' : `; ${plan}`,
      ].join(''),
    );

/** One input of a tool on a day, with its count (Mutable §Content Types). */
interface ToolUse {
  /** `Bash → npm test`, as in the heading of its entry. */
  readonly what: string;
  /** How often it was called, when, and what failed; null for one call that went well. */
  readonly calls: string | null;
}

/** The inputs of tools on a day, by first use; those that the day's note names already are left out. */
export function listToolUses(calls: readonly ActivityEvent[], { noted, time }: Known): readonly ToolUse[] {
  const known = new Set(
    noted.filter(({ type }) => type === 'tool').map(({ text }) => plain(getFirstLine(text))),
  );
  const uses = usesOf(calls).filter(({ what }) => !known.has(plain(what)));
  const shown = new Set(uses.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_COUNT));
  const rest = uses.filter((use) => !shown.has(use)).flatMap((use) => use.calls);
  return [
    ...uses
      .filter((use) => shown.has(use))
      .map(({ what, calls: own }) => ({ what, calls: callsIn(own, time) })),
    ...(rest.length === 0 ? [] : [{ what: left(rest), calls: null }]),
  ];
}

interface Use {
  readonly what: string;
  readonly calls: readonly ActivityEvent[];
}

/** Calls that attempted the same, together. */
const usesOf = (calls: readonly ActivityEvent[]): readonly Use[] =>
  [...groupByKeys(calls.map((call) => [whatOf(call), call] as const))].map(([what, own]) => ({
    what,
    calls: own,
  }));

/** `Bash → npm test`: the tool, and its input or its file. */
function whatOf(call: ActivityEvent): string {
  const isWords = call.input !== '' && !call.input.startsWith('{');
  const key = isWords ? createAttemptKey(call) : (call.files[0] ?? '');
  return key === '' ? quoteText(call.tool ?? '') : `${quoteText(call.tool ?? '')} → ${formatCode(key)}`;
}

/** Failures first, then changes, then reads; among equals the most frequent. */
function weightOf({ calls }: Use): number {
  const does = callEffect(calls[0] ?? { tool: null });
  const isLook = does === 'reads' || does === 'looks up';
  return (calls.some(({ ok }) => !ok) ? 2 * MANY : isLook ? 0 : MANY) + Math.min(calls.length, MANY - 1);
}

/** More calls than one day has. */
const MANY = 100_000;

function callsIn(calls: readonly ActivityEvent[], time: Known['time']): string | null {
  const failed = calls.filter(({ ok }) => !ok).length;
  if (calls.length === 1 && failed === 0) return null;
  const [from, to] = [calls[0], calls.at(-1)].map((call) => (call ? time(call.at) : ''));
  const when = from === to ? `at ${from}` : `from ${from} to ${to}`;
  if (failed === 0) return `${calls.length} ${when}`;
  return calls.length === 1 ? `1 ${when}, failed` : `${calls.length} ${when}, ${failed} failed`;
}

/** `38 calls more → Read (30), Grep (8)`. */
const left = (calls: readonly ActivityEvent[]): string =>
  `${pluralize(calls.length, 'call')} more → ${countOccurrences(
    calls.map(({ tool }) => quoteText(tool ?? '')),
    MAX_COUNT,
  )}`;

/** Words alone, to recognize what was noted already. */
const plain = (text: string): string => text.replaceAll('`', '').replace(/\s+/g, ' ').trim().toLowerCase();

/** A failed command or call, and whether it passed later. */
interface FailureTrace {
  /** The command that was run. */
  readonly what: string;
  readonly times: number;
  /** True if the command, or another one for the same aim, passed later that day. */
  readonly fixed: boolean;
  /** Files written between the last failure and that pass. */
  readonly by: readonly string[];
  /** Another command that passed for the same aim. */
  readonly other?: string;
}

/** Finds the failures of a day and the edits until each passed (FEATURES C4), by first failure. */
export function findFailureTraces(calls: readonly ActivityEvent[]): readonly FailureTrace[] {
  const open = new Map<string, FailureTrace>();
  for (const call of calls) {
    const what = createAttemptKey(call);
    const known = open.get(what);
    if (!call.ok) open.set(what, { what, times: (known?.times ?? 0) + 1, fixed: false, by: [] });
    else if (known && !known.fixed) open.set(what, { ...known, fixed: true });
    else if (callEffect(call) === 'writes')
      for (const one of open.values()) if (!one.fixed) note(open, one, call);
  }
  for (const { failures, passed } of findSolutions(calls))
    for (const one of failures) {
      const known = open.get(createAttemptKey(one));
      if (known && !known.fixed)
        open.set(known.what, { ...known, fixed: true, by: [], other: createAttemptKey(passed) });
    }
  return [...open.values()];
}

function note(open: Map<string, FailureTrace>, one: FailureTrace, { files }: ActivityEvent): void {
  open.set(one.what, { ...one, by: [...new Set([...one.by, ...files])] });
}
