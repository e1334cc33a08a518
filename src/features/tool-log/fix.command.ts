import { type CommandContext, type CommandReply, defineCommand } from '../../command/define-command.js';
import { defineNumber, defineText, defineWords } from '../../command/params.js';
import { addDays } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import { selectErrorLines } from '../../transcripts/error-lines.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { listSearchableSessions } from '../agent-sessions/search-transcripts.js';
import { createAttemptKey } from './attempt.js';
import { FIX_DAYS, type Fix, findFixes, formatFix } from './find-fixes.js';

const MOST_SHOWN = 5;

/** Shows what made an error go away before, or how a tool was called successfully (FEATURES K13). */
export const fix = defineCommand({
  name: 'fix',
  description: 'show what made an error go away before, from the log of tool calls',
  group: 'Agents',
  params: {
    error: defineWords('the error as it was printed', { placeholder: 'ERROR' }),
    how: defineText('list successful calls of a tool or program instead', 'TOOL'),
    limit: defineNumber('at most this many (5)'),
  },
  examples: ['daybook fix "Cannot find module \'dayjs\'"', 'daybook fix --how docker'],
  isTool: true,
  plan(ctx, { error, how, limit = MOST_SHOWN }): CommandReply {
    const since = addDays(ctx.local(ctx.now).date, -FIX_DAYS);
    const logged = ctx.query('toolCalls', { since });
    const calls = [...listTranscriptCalls(ctx, logged, since), ...logged];
    if (how !== undefined) return listGoodCalls(ctx, calls, how, limit);
    if (error === undefined)
      throw createUsageError(
        'no error is given',
        'write: daybook fix "the error line", or daybook fix --how TOOL',
      );
    return listFixes(ctx, findFixes(calls, selectErrorLines(error)).slice(0, limit));
  },
});

/** Lists the calls of this project's sessions that the tool log lacks, from their transcripts, oldest first. */
function listTranscriptCalls(
  ctx: CommandContext,
  logged: readonly ToolCall[],
  since: string,
): readonly ToolCall[] {
  const known = new Set(logged.map(({ session }) => session));
  const heads = listSearchableSessions(ctx).allowed.here.filter(
    ({ id, last }) => !known.has(id) && (last ?? since) >= since,
  );
  const summaries = ctx.query('sessionSummaries', heads);
  const calls = heads.flatMap(({ id, last }) =>
    (summaries.get(id)?.calls ?? []).map(({ at, tool, input, ok, files, errors = [] }, place): ToolCall => {
      const time = at ?? last ?? since;
      return {
        id: `${id} ${place}`,
        parent: null,
        session: id,
        at: time,
        tool,
        input,
        ok,
        files,
        started: null,
        error: errors[0] ?? null,
        errorLines: errors,
      };
    }),
  );
  return calls.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function listFixes(ctx: CommandContext, fixes: readonly Fix[]): CommandReply {
  return {
    message:
      fixes.length === 0
        ? `No call in the last ${FIX_DAYS} days failed with this error and passed later.`
        : 'This error went away before:',
    items: fixes.map((one) => ({ what: formatFix(one, ctx.local) })),
    data: {
      fixes: fixes.map(({ error, attempt, changes, at, session, times }) => ({
        error,
        command: attempt,
        changes: changes.map(({ what }) => what),
        at: ctx.local(Date.parse(at)).iso,
        session,
        times,
      })),
    },
  };
}

/** Lists the different calls of a tool or program that succeeded, newest first. */
function listGoodCalls(
  ctx: CommandContext,
  calls: readonly ToolCall[],
  tool: string,
  limit: number,
): CommandReply {
  const wanted = tool.trim().toLowerCase();
  const isMeant = (call: ToolCall): boolean => {
    const key = createAttemptKey(call).toLowerCase();
    return call.tool.toLowerCase() === wanted || key === wanted || ` ${key}`.includes(` ${wanted} `);
  };
  const good = new Map<string, { readonly last: ToolCall; readonly times: number }>();
  for (const call of calls) {
    if (!call.ok || !isMeant(call)) continue;
    const key = createAttemptKey(call);
    const times = (good.get(key)?.times ?? 0) + 1;
    good.delete(key);
    good.set(key, { last: call, times });
  }
  const shown = [...good].toReversed().slice(0, limit);
  const isoTime = ({ at }: ToolCall) => ctx.local(Date.parse(at)).iso;
  return {
    message:
      shown.length === 0
        ? `No call of \`${tool}\` in the last ${FIX_DAYS} days succeeded.`
        : `Calls of \`${tool}\` that succeeded, the last one first:`,
    items: shown.map(([key, { last, times }]) => ({
      what: `${isoTime(last).slice(0, 10)}: \`${key}\`${times > 1 ? ` (${times} times)` : ''}`,
    })),
    data: {
      fixes: shown.map(([key, { last, times }]) => ({
        error: null,
        command: key,
        changes: [],
        at: isoTime(last),
        session: last.session,
        times,
      })),
    },
  };
}
