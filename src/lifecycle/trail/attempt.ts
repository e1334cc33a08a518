import type { Happened } from '../../wiki/happened.js';
import type { ToolCall } from '../../wiki/tool-call.js';
import { doesOf, stageOfCommand } from '../trace/stage.js';

/** A call of a tool, as far as it tells one attempt from another. */
export type Call = Pick<Happened, 'tool' | 'input' | 'ok'>;

/**
 * What a call attempts: the same is what is given the same input. Of a command, neither the folder that it goes to first
 * nor where its words go tells attempts apart.
 */
export const attemptOf = (call: Call): string =>
  (doesOf(call) === 'runs' ? commandIn(call.input) : oneLine(call.input)) || (call.tool ?? '');

/** A command without `cd`, redirections, and what only shortens its words. */
const commandIn = (input: string): string =>
  oneLine(input)
    .replace(/^cd \S+ (?:&&|;) /, '')
    .replace(/ (?:2>&1|&?>>? ?\S+)/g, '')
    .replace(/ \| (?:tail|head|cat|tee|grep|less)\b.*$/, '');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The failures that the last call makes good: of the same attempt, with no success between; none where it failed itself. */
export function madeGood<C extends Call>(calls: readonly C[]): readonly C[] {
  const last = calls.at(-1);
  if (!last?.ok || calls.every(({ ok }) => ok)) return [];
  const same = calls.slice(0, -1).filter((one) => attemptOf(one) === attemptOf(last));
  return same.slice(same.findLastIndex(({ ok }) => ok) + 1);
}

/**
 * A call that failed and may teach something (Mutable §Loop Prevention: on error an entry). Looking for what is not there is
 * no mistake, and neither is what the user stopped.
 */
export function isMishap(call: ToolCall): boolean {
  if (call.ok || STOPPED.test(call.error ?? '')) return false;
  const does = doesOf(call);
  if (does === 'reads' || does === 'looks up') return false;
  return does !== 'runs' || (stageOfCommand(call.input) !== 'Research' && !ASKS.test(call.input));
}

const STOPPED =
  /stopped by the user|user (?:doesn't want|rejected|denied|declined)|permission (?:to use|was denied)/i;

/** Commands whose status is an answer. */
const ASKS = /^\s*(?:test|\[|diff|cmp|pgrep|command -v|type|true|false)(?:\s|$)/;
