import type { ActivityEvent } from '../../transcripts/activity-event.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { callEffect, classifyCommandStage } from '../daily-notes/trace/workflow-stage.js';

/** The parts of a tool call that tell attempts apart. */
type AttemptCall = Pick<ActivityEvent, 'tool' | 'input' | 'ok'>;

/**
 * What a call attempts: equal inputs are the same attempt. Of a command, neither an absolute folder that it goes to first
 * nor where its words go tells attempts apart.
 */
export const createAttemptKey = (call: AttemptCall): string =>
  (callEffect(call) === 'runs' ? commandIn(call.input) : oneLine(call.input)) || (call.tool ?? '');

/** Removes `cd /…`, redirections and output filters from a command. */
const commandIn = (input: string): string =>
  oneLine(input)
    .replace(/^cd (?:[/~]|[A-Za-z]:)\S* (?:&&|;) /, '')
    .replace(/ (?:2>&1|&?>>? ?\S+)/g, '')
    .replace(/ \| (?:tail|head|cat|tee|grep|less)\b.*$/, '');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the failures that the last call resolved: of the same attempt, with no success between; empty if it failed itself. */
export function findResolvedFailures<C extends AttemptCall>(calls: readonly C[]): readonly C[] {
  const last = calls.at(-1);
  if (!last?.ok || calls.every(({ ok }) => ok)) return [];
  const same = calls.slice(0, -1).filter((one) => createAttemptKey(one) === createAttemptKey(last));
  return same.slice(same.findLastIndex(({ ok }) => ok) + 1);
}

/** Counts the failures of the last attempt since it last succeeded, the last call included. */
export function countSameFailures(calls: readonly ToolCall[]): number {
  const key = createAttemptKey(calls.at(-1) ?? { tool: null, input: '', ok: true });
  const same = calls.filter((one) => createAttemptKey(one) === key);
  return same.slice(same.findLastIndex(({ ok }) => ok) + 1).length;
}

/** Counts the failed commands directly before the last one, if that succeeded; what only reads or edits is not counted. */
export function countFailuresBefore(calls: readonly ToolCall[]): number {
  const last = calls.at(-1);
  if (!last?.ok || !isTrial(last)) return 0;
  const before = calls.slice(0, -1).filter((call) => call.parent === last.parent && isTrial(call));
  const failed = before.slice(before.findLastIndex(({ ok }) => ok) + 1);
  return failed.filter(isLearnableFailure).length;
}

/** True for a command whose exit status says whether something works. */
export const isTrial = (call: Pick<ActivityEvent, 'tool' | 'input'>): boolean =>
  callEffect(call) === 'runs' && classifyCommandStage(call.input) !== 'Research' && !ASKS.test(call.input);

/**
 * A call that failed and may teach something (Mutable §Loop Prevention: on error an entry). Looking for what is not there is
 * no mistake, and neither is what the user stopped.
 */
export function isLearnableFailure(call: ToolCall): boolean {
  if (call.ok || STOPPED.test(call.error ?? '')) return false;
  const does = callEffect(call);
  if (does === 'reads' || does === 'looks up') return false;
  return does !== 'runs' || isTrial(call);
}

const STOPPED =
  /stopped by the user|user (?:doesn't want|rejected|denied|declined)|permission (?:to use|was denied)/i;

/** Commands whose exit status is an answer, not an error. */
const ASKS = /^\s*(?:test|\[|diff|cmp|pgrep|command -v|type|true|false)(?:\s|$)/;
