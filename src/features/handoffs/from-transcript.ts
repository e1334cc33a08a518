import { pluralize } from '../../text/pluralize.js';
import type { ActivityEvent, Commit } from '../../transcripts/activity-event.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { formatFailureLine } from '../daily-notes/trace/build-day-trace.js';
import { findFailureTraces } from '../daily-notes/trace/failure-repairs.js';
import {
  countOccurrences,
  formatCode,
  quoteText,
  truncateList,
} from '../daily-notes/trace/format-day-trace.js';
import { callEffect, classifyCommandStage } from '../daily-notes/trace/workflow-stage.js';
import type { HandoffInput } from './handoff-input.js';
import type { Handoff } from './handoff-record.js';

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
const MOST = 12;
const MOST_LINES = 6;
/** Digits of a commit's hash. */
const SHORT = 8;

/** Creates a session's record from its transcript (Mutable §Handoff Record): counts and quotes, without a judgement of the outcome. */
export function createHandoffFromTranscript(
  account: SessionSummary,
  { session, agent }: SummarySource,
  commits: readonly Commit[],
): HandoffInput & { readonly goal: string } {
  const happened = toActivity(account, { session, agent }, '').filter(({ tool }) => tool !== null);
  const failures = findFailureTraces(happened);
  const [mended, left] = [true, false].map((was) => failures.filter((one) => one.mended === was));
  const of = (does: string) => happened.filter((call) => callEffect(call) === does);
  const ran = of('runs').filter(({ input }) => input !== '' && classifyCommandStage(input) !== 'Research');
  const read = new Set(of('reads').flatMap(({ files }) => files)).size;
  const wrote = [
    ...new Set(
      of('writes')
        .flatMap(({ ok, files }) => (ok ? files : []))
        .filter(Boolean),
    ),
  ];
  return {
    goal: findSessionGoal(account),
    outcome: null,
    turns: account.prompts.length,
    minutes: account.minutes || null,
    actions: [
      ...(read === 0 ? [] : [`read ${pluralize(read, 'file')}`]),
      ...(ran.length === 0
        ? []
        : [
            `ran ${countOccurrences(
              ran.map(({ input }) => quoted(input)),
              MOST_LINES,
            )}`,
          ]),
      ...(mended ?? []).slice(0, MOST_LINES).map(formatFailureLine),
    ],
    artifacts: wrote.length === 0 ? [] : [`wrote ${truncateList(wrote.map(quoted), MOST)}`],
    added: [],
    corrected: [],
    blockers: [
      ...(left ?? []).slice(-MOST_LINES).map(formatFailureLine),
      ...account.todos.slice(0, MOST).map((todo) => `still to do: ${quoteText(todo)}`),
    ],
    questions: [],
    commits: during(commits, account).map(({ hash }) => hash.slice(0, SHORT)),
    parent: null,
  };
}

/** Quotes text as code: a later run finds lines from a transcript by it. */
const quoted = (words: string): string => formatCode(words.replaceAll('`', "'"));

/** The purpose of a session: its title, else its first prompt. */
export const findSessionGoal = ({ about, prompts }: SessionSummary): string =>
  quoteText(about.title ?? prompts[0]?.text ?? '') || 'nothing was asked';

/** The commits that were made during a session. */
function during(commits: readonly Commit[], { first, last }: SessionSummary): readonly Commit[] {
  const from = Date.parse(first ?? '');
  const to = Date.parse(last ?? '');
  return commits.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
}

/** A record without the lines of an earlier transcript: they are written again, up to the session's new end. */
export const stripTranscriptFields = ({ actions, artifacts, blockers }: Handoff) => ({
  turns: null,
  minutes: null,
  actions: actions.filter((line) => !TOLD.test(line)),
  artifacts: artifacts.filter((line) => !TOLD.test(line)),
  blockers: blockers.filter((line) => !TOLD.test(line)),
});

/** Finds generated lines by how they begin or end. */
const TOLD =
  /^(?:read \d+ files?$|(?:ran|wrote) `|still to do: )|^.* failed(?: \d+ times)?, (?:then passed|and was left so)/;
