import type { CommandContext } from '../../command/define-command.js';
import { addDays } from '../../dates/local-time.js';
import type { RecentActivity } from '../../transcripts/tool-call.js';
import { truncateToTokens } from '../context-block/token-budget.js';
import { isLearnableFailure } from './attempt.js';
import { isSameError } from './error-similarity.js';
import { FIX_DAYS, findFixes, formatFix, getErrorLines } from './find-fixes.js';

/** Tokens of the line that an agent reads after a failure. */
const MOST_TOKENS = 120;

/** Returns what made the error of the last call go away before, once a session for each error; null if unknown. */
export function findKnownFix(ctx: CommandContext, { calls, marks }: RecentActivity) {
  const last = calls.at(-1);
  if (!last || !isLearnableFailure(last)) return null;
  const lines = getErrorLines(last);
  const wasShown = marks.some(
    ({ mark, error = '' }) =>
      mark === 'fix' && (error === lines[0] || isSameError(lines.slice(0, 1), [error])),
  );
  if (wasShown) return null;
  const known = ctx.query('toolCalls', { since: addDays(ctx.local(ctx.now).date, -FIX_DAYS) });
  const fix = findFixes(known, lines, { isUnasked: true }).find(({ changes }) => changes.length > 0);
  if (!fix) return null;
  const text = `This error went away before, by this workspace's log of calls. ${formatFix(fix, ctx.local)}`;
  const most = truncateToTokens(text, MOST_TOKENS, 'daybook fix "…"', ctx.query('tokenizer'));
  return { text: most, error: lines[0] ?? '' };
}
