import { type Handoff, type HandoffOutcome, parseArtifactPath } from '../../records/handoff.js';
import { pluralize } from '../../text/pluralize.js';
import type { ActivityEvent, Commit } from '../../transcripts/activity-event.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { findFailureTraces, formatFailureLine } from '../daily-notes/trace/build-day-trace.js';
import { countOccurrences, formatCode, quoteText } from '../daily-notes/trace/format-day-trace.js';
import { callEffect, classifyCommandStage } from '../daily-notes/trace/workflow-stage.js';
import { isOrder, readEnding } from '../snapshots/read-passage.js';

/** The session that a transcript belongs to. */
interface SummarySource {
  readonly session: string;
  readonly agent: string;
}

/** Lines for the trace of a day from a transcript; a line without a time has that of the session. */
export function toActivity(
  { prompts, calls, first, last }: SessionSummary,
  { session, agent }: SummarySource,
  otherwise: string,
): readonly ActivityEvent[] {
  const time = (at: string | null): string => at ?? first ?? last ?? otherwise;
  const base = { session, agent, tool: null, input: '', ok: true, files: [] };
  return [
    ...prompts.map(({ at }) => ({ ...base, at: time(at), event: 'UserPromptSubmit' })),
    ...calls.map(({ at, ...call }) => ({ ...base, ...call, at: time(at), event: null })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Most items of one sort in a record; the rest are counted. */
const MAX_COUNT = 12;
const MOST_LINES = 6;
/** Digits of a commit's hash. */
const SHORT = 8;

/** Creates a session's record from its transcript (Mutable §Handoff Record): counts and quotes, without a judgement of the outcome. */
export function createHandoffFromTranscript(
  account: SessionSummary,
  { session, agent }: SummarySource,
  { commits, isRejected }: HandoffContext,
) {
  const happened = toActivity(account, { session, agent }, '').filter(({ tool }) => tool !== null);
  const failures = findFailureTraces(happened);
  const fixed = failures.filter((one) => one.fixed);
  const left = failures.filter(({ what, fixed }) => !fixed && !isRejected(what));
  const of = (does: string) => happened.filter((call) => callEffect(call) === does);
  const ran = of('runs').flatMap(({ input }) =>
    input.trim() === '' || classifyCommandStage(input) === 'Research' ? [] : quoted(input),
  );
  const read = new Set(of('reads').flatMap(({ files }) => files)).size;
  const files = of('writes').flatMap(({ ok, files }) => (ok ? files.filter(Boolean) : []));
  const wrote = [...new Set(files)];
  const outcome = deriveOutcome(happened, left.length + account.todos.length);
  return {
    goal: findSessionGoal(account),
    next: findStatedStep(account) ?? (outcome === 'complete' ? null : findLastOrder(account)),
    outcome,
    turns: account.prompts.length,
    minutes: account.minutes || null,
    actions: [
      ...(read === 0 ? [] : [`read ${pluralize(read, 'file')}`]),
      ...(ran.length === 0 ? [] : [`ran ${countOccurrences(ran, MOST_LINES)}`]),
      ...fixed.slice(0, MOST_LINES).map(formatFailureLine),
    ],
    artifacts: [
      ...wrote.slice(0, MAX_COUNT).map((path) => `File: ${quoted(path)}`),
      ...(wrote.length > MAX_COUNT ? [`and ${pluralize(wrote.length - MAX_COUNT, 'file')} more`] : []),
    ],
    added: [],
    corrected: [],
    blockers: [
      ...left.slice(-MOST_LINES).map(formatFailureLine),
      ...account.todos.slice(0, MAX_COUNT).map((todo) => `still to do: ${quoteText(todo)}`),
    ],
    questions: [],
    commits: during(commits, account).map(({ hash }) => hash.slice(0, SHORT)),
    parent: null,
  };
}

/** What a record takes from the workspace. */
interface HandoffContext {
  readonly commits: readonly Commit[];
  /** True for a call that memory has as rejected: that it failed blocks nothing. */
  readonly isRejected: (call: string) => boolean;
}

/** The outcome by what was left failed or to do; null if no tool was called. */
function deriveOutcome(happened: readonly ActivityEvent[], left: number): HandoffOutcome | null {
  if (happened.length === 0) return null;
  if (left === 0) return 'complete';
  const isUseful = (call: ActivityEvent) => call.ok && ['writes', 'runs'].includes(callEffect(call));
  return happened.some(isUseful) ? 'partial' : 'failed';
}

/** Quotes text as code: a later run finds lines from a transcript by it. */
const quoted = (words: string): string => formatCode(words.replaceAll('`', "'"));

/** The purpose of a session: its title, else its first prompt. */
export const findSessionGoal = ({ about, prompts }: SessionSummary): string =>
  quoteText(about.title ?? prompts[0]?.text ?? '') || 'nothing was asked';

/** The next step that the agent's last words state, else its first open task; null if there is none. */
function findStatedStep({ prompts, calls, todos }: SessionSummary): string | null {
  const { next } = readEnding(prompts.at(-1)?.answer ?? '', calls.length > 0);
  return quoteText(next ?? todos[0] ?? '') || null;
}

/** The last order of the user, if it is not the only prompt. */
export function findLastOrder({ prompts }: SessionSummary): string | null {
  const last = prompts.length > 1 ? prompts.findLast(({ text }) => isOrder(text)) : undefined;
  return last ? quoteText(last.text) || null : null;
}

/** The commits that were made during a session. */
function during(commits: readonly Commit[], { first, last }: SessionSummary): readonly Commit[] {
  const from = Date.parse(first ?? '');
  const to = Date.parse(last ?? '');
  return commits.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
}

/** A record without the lines of an earlier transcript: they are written again, up to the session's new end. */
export const stripTranscriptFields = (
  { actions, artifacts, blockers }: Handoff,
  facts: Pick<Handoff, 'artifacts'>,
) => ({
  turns: null,
  minutes: null,
  actions: actions.filter((line) => !GENERATED_LINE.test(line)),
  artifacts: artifacts.filter(
    (line) =>
      !GENERATED_LINE.test(line) &&
      !facts.artifacts.some((one) => (parseArtifactPath(one) ?? one) === parseArtifactPath(line)),
  ),
  blockers: blockers.filter((line) => !GENERATED_LINE.test(line)),
});

/** Finds generated lines by how they begin or end. */
const GENERATED_LINE =
  /^(?:read \d+ files?$|(?:ran|wrote) `|still to do: |and \d+ files? more$)|^.* failed(?: \d+ times)?, (?:then (?:`.*` )?passed|not fixed|and was left so)/;
