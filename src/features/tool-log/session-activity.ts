import type { ActivityMarkRecord, RecentActivity, ToolCall } from '../../transcripts/tool-call.js';
import { isInCooldown } from '../auto-save/save-triggers.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';
import { countFailuresBefore, findResolvedFailures, isLearnableFailure } from './attempt.js';

/** What a session did lately. Calls of sub-agents are not counted: they fill contexts of their own. */
export interface SessionActivity {
  readonly callsSinceSave: number;
  /** Calls since the last prompt of the user. */
  readonly callsOfTurn: number;
  /** Number of prompts; null if unknown. */
  readonly turn: number | null;
  /** True if any tool was called. */
  readonly worked: boolean;
  /** When its first known call ran, in ms. */
  readonly began: number | null;
  /** True if the user refused saves, and has requested none since. */
  readonly refused: boolean;
  /** True if the last call completed something that can be verified: a commit, or a green test run. */
  readonly completed: boolean;
  /** True if the last call ended the planning. */
  readonly planned: boolean;
  /** True if the last call stored something in memory. */
  readonly logged: boolean;
  /** Failures that the last call resolved. */
  readonly madeGood: readonly ToolCall[];
  /** How many attempts failed before the last call succeeded: of the same command, or of any directly before it. */
  readonly failuresBefore: number;
  readonly last: ToolCall | null;
  /** The last automatic save by the session's marks: in ms, and in turns. */
  readonly saved: { readonly at: number | null; readonly turn: number | null };
}

/** Summarizes the activity of a session; calls are counted from a moment (ms) if it was saved then. */
export function summarizeActivity(
  { calls, marks }: RecentActivity,
  savedAt: number | null = null,
): SessionActivity {
  const own = calls.filter(({ parent }) => parent === null);
  const lastOf = (...what: readonly ActivityMarkRecord['mark'][]) =>
    timeOf(marks.findLast(({ mark }) => what.includes(mark)));
  const since = (ms: number) => own.filter((call) => timeOf(call) > ms).length;
  const prompts = marks.filter(({ mark }) => mark === 'prompt');
  const [auto, last] = [lastOf('saved'), calls.at(-1) ?? null];
  const madeGood = findResolvedFailures(calls).filter(isLearnableFailure);
  return {
    callsSinceSave: since(Math.max(auto, savedAt ?? 0)),
    callsOfTurn: since(lastOf('prompt')),
    turn: prompts.length === 0 ? null : prompts.length,
    worked: own.length > 0,
    began:
      timeOf([...calls.slice(0, 1), ...marks.slice(0, 1)].toSorted((a, b) => timeOf(a) - timeOf(b))[0]) ||
      null,
    refused: lastOf('refused') > auto,
    completed: last?.ok === true && completes(last),
    planned: last?.ok === true && last.tool === ENDS_PLANNING,
    logged: last?.ok === true && logs(last),
    madeGood,
    failuresBefore: Math.max(madeGood.length, countFailuresBefore(calls)),
    last,
    saved: {
      at: auto === 0 ? null : auto,
      turn: auto === 0 ? null : prompts.filter((one) => timeOf(one) <= auto).length,
    },
  };
}

/** The tool by which Claude Code leaves its plan mode, once the plan is approved. */
const ENDS_PLANNING = 'ExitPlanMode';

/** In ms; 0 if there is none. */
const timeOf = (one: { readonly at: string } | undefined): number => (one && Date.parse(one.at)) || 0;

/** After so many calls the triggers are checked whatever the calls were: a context may fill within one turn. */
const MANY = 10;

/**
 * True where the table of triggers has nothing to say after a tool call, so that nothing need be loaded to ask it. It may be
 * wrong to the side of asking; the verb decides.
 */
export function canSkipTriggers(lately: RecentActivity, now: number, tokens: number | null = null): boolean {
  const pulse = summarizeActivity(lately);
  if (pulse.last === null) return true;
  if (isLearnableFailure(pulse.last) || pulse.madeGood.length > 0) return false;
  if (
    (pulse.completed || pulse.planned || pulse.logged || pulse.failuresBefore > 1) &&
    !isInCooldown(pulse.saved, { at: now, turn: pulse.turn })
  )
    return false;
  if (tokens !== null && mayChangePressure(lately, tokens)) return false;
  if (pulse.callsSinceSave > 0 && pulse.callsSinceSave % MANY === 0) return false;
  const looked = timeOf(lately.marks.findLast(({ mark }) => mark === 'looked'));
  return lately.calls.filter((call) => call.parent === null && timeOf(call) > looked).length < MANY;
}

/** True if the context has so many tokens that its pressure may have changed since the last check. */
function mayChangePressure({ marks }: RecentActivity, tokens: number): boolean {
  const last = marks.findLast(({ mark, lookAt }) => mark === 'looked' && lookAt !== undefined);
  return last === undefined || tokens >= (last.lookAt ?? 0) || tokens < (last.tokens ?? 0) / 2;
}

const COMMITS = /\bgit (?:-\S+ (?:\S+ )?)*commit\b(?!.*--dry-run)/;
const TESTS =
  /\b(?:(?:npm|pnpm|yarn|bun|deno) (?:run )?t(?:est\b)?|(?:npx |pnpm |yarn )?(?:vitest|jest|mocha|ava|playwright test)\b|node --test|pytest|tox|python3? -m (?:pytest|unittest)|cargo (?:test|nextest)|go test|mvn (?:\S+ )*(?:test|verify)|gradlew? (?:\S+ )*test|make (?:test|check)|rspec|phpunit|dotnet test|ctest|mix test|swift test)/;

/** A pipe or `||` hides the status of a test run. */
const HIDES = /\|(?!\|)|\|\| *(?:true|:|echo)|; *(?:true|echo)/;

/** A quick check: every command that completes something contains one of these. */
const MAY_COMPLETE = ['commit', 'test', 'spec', 'check', 'jest', 'mocha', 'tox', 'verify', ' t'];

/** A commit, or a test run that passed (FEATURES B9). */
function completes(call: ToolCall): boolean {
  const { input } = call;
  if (!MAY_COMPLETE.some((word) => input.includes(word)) || callEffect(call) !== 'runs') return false;
  return COMMITS.test(input) || (TESTS.test(input) && !HIDES.test(input));
}

/** Something was logged, through the server or the command line. */
const logs = ({ tool, input }: ToolCall): boolean =>
  tool.endsWith('mind_log') ||
  tool.endsWith('_memory_add') ||
  (input.includes('daybook ') && /\bdaybook (?:log|memory|reject)\b/.test(input));
