import type { CommandContext } from '../../command/define-command.js';
import { formatEntryId } from '../../command/find-entry.js';
import type { HookRun } from '../../command/hook-records.js';
import { LOG_DAYS } from '../../config/settings.js';
import { addDays } from '../../dates/local-time.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { groupByKeys } from '../../text/group-by.js';
import { pluralize } from '../../text/pluralize.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { collectBriefSources } from '../context-block/brief-sources.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';
import { buildGuardRule, type GuardRule } from '../guard/guard-rule.js';
import { type GuardedEntry, listGuardedEntries } from '../guard/guarded-entries.js';
import { evaluateRule, type GuardVerdict } from '../guard/match-call.js';
import { MENTIONS_HEAD } from '../guard/mentions.js';
import { describeCall } from '../guard/tool-action.js';
import { isLearnableFailure } from '../tool-log/attempt.js';
import { createShownReader, readShownText } from './shown-entries.js';

/** What a session did with an entry that a hook showed it. */
export interface EntryUse {
  readonly entry: LocatedEntry;
  readonly session: string;
  /** When it was shown first, ISO 8601 in UTC. */
  readonly at: string;
  /** True if a later call did what the entry says; or what it rejects. Both false where no call is certain. */
  readonly isFollowed: boolean;
  readonly isOverridden: boolean;
}

/** What calls are compared with: the rule of the guard, and what else counts as the right way. */
interface Judge {
  readonly rule: GuardRule;
  readonly instead: readonly GuardRule[];
}

/** The hooks that show entries to the agent that acts next. */
const SHOWING: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse']);

/** Lists the runs of hooks since a day, oldest first; those of trials and without a session are left out. */
export const listHookRuns = (ctx: CommandContext, since: string): readonly HookRun[] =>
  ctx.query('hookRuns', '', since).filter(({ session }) => session !== null && session !== DOCTOR_SESSION);

/** Lists what sessions did with entries since a day; what the log does not prove is neither followed nor overridden. */
export function listUses(
  ctx: CommandContext,
  runs: readonly HookRun[],
  only: readonly LocatedEntry[] = [],
): readonly EntryUse[] {
  const first = runs[0]?.at.slice(0, 'YYYY-MM-DD'.length);
  if (first === undefined) return [];
  const guarded = listGuardedEntries(ctx.notebook, ctx.entries);
  const guardedEntries = guarded.map(({ entry }) => entry);
  const read = createShownReader(listShowable(ctx, guardedEntries, only));
  const wanted = new Set(only.map(({ id }) => id));
  const judges = new Map(guarded.map((one) => [one.entry.id, createJudge(one)]));
  const mayJudge = only.length === 0 || only.some(({ id }) => judges.has(id));
  const calls = groupByKeys(
    (mayJudge ? ctx.query('toolCalls', { since: first }) : []).map((call) => [call.session, call]),
  );
  return [...groupByKeys(runs.map((run) => [run.session ?? '', run]))].flatMap(([session, own]) =>
    followSession(own, calls.get(session) ?? [], read, judges)
      .filter(({ entry }) => only.length === 0 || wanted.has(entry.id))
      .map((use) => ({ ...use, session })),
  );
}

/** Lists the entries that hooks show, with others; each once. */
export function listShowable(
  ctx: CommandContext,
  ...others: readonly (readonly LocatedEntry[])[]
): readonly LocatedEntry[] {
  const { entries, reminders, todos, awaited } = collectBriefSources(ctx, ctx.notebook);
  const all = [entries, reminders, todos, awaited, ...others].flat();
  return [...new Map(all.map((entry) => [`${entry.path} ${entry.start} ${entry.type}`, entry])).values()];
}

/** Builds what calls are compared with; the right commands are in the rule. */
const createJudge = ({ trap, instead }: GuardedEntry): Judge => ({
  rule: trap,
  instead: instead
    .flatMap((what) => buildGuardRule({ what, isRejection: true, instead: [] }) ?? [])
    .filter(({ wrong }) => wrong.every(({ how }) => how !== 'command')),
});

/** One time that an entry was shown: before which call, by which agent. */
interface Showing {
  readonly call: string | undefined;
  readonly parent: string | null;
}

/** Reads a session in the order of time. A new context knows nothing of what was shown before. */
function followSession(
  runs: readonly HookRun[],
  calls: readonly ToolCall[],
  read: ReturnType<typeof createShownReader>,
  judges: ReadonlyMap<string, Judge>,
): readonly Omit<EntryUse, 'session'>[] {
  const checks = new Map(runs.flatMap((run) => (run.call === undefined ? [] : [[run.call, run]])));
  const parents = new Map(calls.map(({ id, parent }) => [id, parent]));
  const uses = new Map<LocatedEntry, { at: string; isFollowed: boolean; isOverridden: boolean }>();
  let inContext = new Map<LocatedEntry, readonly Showing[]>();
  const events = [
    ...runs.map((run) => ({ at: run.at, run })),
    ...calls.map((call) => ({ at: call.at, call })),
  ];
  for (const event of events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
    if ('run' in event) {
      const { at, event: name, source, call } = event.run;
      if (name === 'SessionStart' && source !== 'resume') inContext = new Map();
      for (const entry of read(readShownText(event.run))) {
        if (!uses.has(entry)) uses.set(entry, { at, isFollowed: false, isOverridden: false });
        const shown = { call, parent: parents.get(call ?? '') ?? null };
        if (SHOWING.has(name)) inContext.set(entry, [...(inContext.get(entry) ?? []), shown]);
      }
    } else
      for (const [entry, shown] of inContext) {
        const { id, parent } = event.call;
        const [use, judge] = [uses.get(entry), judges.get(entry.id)];
        if (!use || !judge || !shown.some((one) => one.call !== id && one.parent === parent)) continue;
        const verdict = judgeCall(entry.id, judge, event.call, checks.get(id));
        if (verdict === 'follows') use.isFollowed = true;
        if (verdict === 'breaks') use.isOverridden = true;
      }
  return [...uses].map(([entry, use]) => ({ entry, ...use }));
}

/** Tells whether a call that ran did what an entry says: as the guard saw it, else by what the log has of it. */
function judgeCall(id: string, { rule, instead }: Judge, call: ToolCall, check?: HookRun): GuardVerdict {
  const effect = callEffect(call);
  const isRun = effect === 'runs' && isLearnableFailure(call);
  if (!call.ok && !isRun) return null;
  if (check?.followed?.includes(id)) return call.ok ? 'follows' : null;
  const [warning = ''] = (check?.text ?? '').split(MENTIONS_HEAD);
  if (check?.warned?.includes(id) && warning.includes(formatEntryId(id))) return 'breaks';
  if (effect !== 'writes' && (effect !== 'runs' || !isWhole(call))) return null;
  const action = describeCall({ tool: call.tool, words: call.input, files: call.files });
  const verdict = evaluateRule(rule, action);
  if (verdict === 'breaks' || !call.ok) return verdict === 'breaks' ? verdict : null;
  return verdict ?? (instead.some((one) => evaluateRule(one, action) === 'breaks') ? 'follows' : null);
}

/** False for a command that the log shortened, or whose lines it joined so that they read otherwise. */
const isWhole = ({ input }: ToolCall): boolean => !input.endsWith('…') && !input.includes('<<');

/** How often an entry was shown, followed and overridden, in sessions. */
export interface EntryReceipt {
  readonly shown: number;
  readonly followed: number;
  readonly overridden: number;
  /** Sessions in which no call shows whether the agent followed it. */
  readonly noChance: number;
}

/** Counts uses, each session and entry once. */
export function countUses(uses: readonly EntryUse[]): EntryReceipt {
  const count = (test: (use: EntryUse) => boolean) => uses.filter(test).length;
  return {
    shown: uses.length,
    followed: count(({ isFollowed }) => isFollowed),
    overridden: count(({ isOverridden }) => isOverridden),
    noChance: count(({ isFollowed, isOverridden }) => !isFollowed && !isOverridden),
  };
}

/** Counts what sessions did with one entry in the last 90 days; null if no hook ran in them. */
export function readReceipt(ctx: CommandContext, entry: LocatedEntry): EntryReceipt | null {
  const runs = listHookRuns(ctx, addDays(ctx.local(ctx.now).date, -LOG_DAYS));
  return runs.length === 0 ? null : countUses(listUses(ctx, runs, [entry]));
}

/** Formats a receipt: `shown 4 times, followed 2, overridden 1`. */
export const formatReceipt = ({
  shown,
  followed,
  overridden,
}: Pick<EntryReceipt, 'shown' | 'followed' | 'overridden'>): string =>
  `shown ${pluralize(shown, 'time')}, followed ${followed}, overridden ${overridden}`;
