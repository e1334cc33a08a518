import type { CommandContext } from '../../command/define-command.js';
import { addDays, type LocalTime } from '../../dates/local-time.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { createAttemptKey } from '../tool-log/attempt.js';
import { formatQuote, getErrorLines } from '../tool-log/find-fixes.js';

import { findSolutions, type Solution } from '../tool-log/solutions.js';
import type { GuardRule } from './guard-rule.js';
import { evaluateRule } from './match-call.js';
import { describeCall } from './tool-action.js';

/** A failed command of the log, with what passed instead (FEATURES H6, K13). */
export interface SolvedCall {
  readonly id: string;
  /** When, what failed with which error, and what passed. */
  readonly line: string;
  readonly trap: GuardRule;
}

/** Days of the log that are searched, and the most that is compared. */
const DAYS = 30;
const MAX_COUNT = 20;

/** Lists the solved failures of this workspace's log of calls, the newest first. */
export const listSolvedCalls = (ctx: CommandContext): readonly SolvedCall[] =>
  ctx.settings.guard === 'off'
    ? []
    : findSolvedCalls(ctx.query('toolCalls', { since: addDays(ctx.local(ctx.now).date, -DAYS) }), ctx.local);

/** Lists the solved failures among calls, without those that passed later. */
export function findSolvedCalls(
  calls: readonly ToolCall[],
  local: (ms: number) => LocalTime,
): readonly SolvedCall[] {
  const byWords = new Map(findSolutions(calls).map((one) => [one.words.join(' '), one]));
  const newest = [...byWords.values()]
    .toSorted((a, b) => (a.passed.at < b.passed.at ? 1 : -1))
    .slice(0, MAX_COUNT)
    .map((one) => ({ program: one.words[0] ?? '', ...toSolvedCall(one, local) }));
  const later = calls
    .filter(({ ok, at, input }) => ok && newest.some(({ id, program }) => at > id && input.includes(program)))
    .map(({ at, tool, input: words }) => ({
      at,
      action: describeCall({ tool, words }),
    }));
  return newest.filter(
    ({ trap, id }) => !later.some(({ at, action }) => at > id && evaluateRule(trap, action) === 'breaks'),
  );
}

function toSolvedCall(
  { words, failures, passed }: Solution<ToolCall>,
  local: (ms: number) => LocalTime,
): SolvedCall {
  const times = failures.length > 1 ? ` ${failures.length} times` : '';
  const [error = ''] = failures.slice(-1).flatMap(getErrorLines);
  const day = local(Date.parse(passed.at)).date;
  return {
    id: passed.at,
    line: `${day}: \`${formatQuote(words.join(' '))}\` failed${times} («${formatQuote(error)}»); \`${formatQuote(createAttemptKey(passed))}\` passed`,
    trap: { wrong: [{ how: 'command', words, settings: [] }], right: [] },
  };
}
