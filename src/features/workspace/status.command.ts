import { type CommandContext, defineCommand, type Notice } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { defineFlag } from '../../command/params.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { ENTRY_TYPES, type EntryType, isNamedType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { explainUnknown, type Unknown } from '../../notes/unknown-note.js';
import { pluralize } from '../../text/pluralize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { describeWorkers, listOtherSessions } from '../agent-sessions/live-sessions.js';
import { DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { checkJobs, formatJobStatus, nextRuns } from '../cron/check-jobs.js';
import { describeGone } from '../history/revert-changes.js';
import { checkLint, LINT_CHECK } from '../lint/find-notices.js';
import { describeUnchecked } from '../proofs/proved-entries.js';
import { formatWeek, readWeek, toWeekJson } from '../receipts/report-week.js';
import { checkGitSetup } from '../sharing/git-setup.js';
import { checkUnreadNotes } from '../sharing/unread-notes.js';
import { checkHooks } from './check-hooks.js';

/** Prints the state of the memory in five lines, and one suggestion. */
export const status = defineCommand({
  name: 'status',
  description: 'show the state of this memory in five lines and one suggestion',
  group: 'Every day',
  params: {
    week: defineFlag('show what hooks gave agents this week, and what came of it'),
  },
  examples: ['daybook status', 'daybook', 'daybook status --week'],
  isTool: true,
  plan(ctx, { week: isWeek }) {
    const week = isWeek ? readWeek(ctx) : null;
    const { root, reason, content, global, trusted = false, foreign, timer = null } = ctx.query('root');
    const counts = ctx.query('counts');
    const heartbeat = ctx.query('heartbeat');
    const checks = [
      ...ctx.query('checkup', false),
      ...checkHooks(ctx),
      checkJobs(ctx),
      ...checkGitSetup(ctx, false),
      ...checkUnreadNotes(ctx),
      checkLint(ctx),
    ];
    const bad = checks.filter(({ ok }) => !ok);
    const proposals = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('inbox')}`).filter(
      (entry) => entry.status === 'open',
    );
    const lastActivity = heartbeat ? ctx.local(heartbeat.lastActivity).iso : null;
    const sorts = Object.entries(counts.types)
      .filter(([type]) => isNamedType(type as EntryType))
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 5);
    const known = sorts.map(([type, count]) => {
      const home = ENTRY_TYPES[type as EntryType]?.home;
      return pluralize(count, type, PLURALS[type] ?? home?.section.toLowerCase());
    });
    const others = sorts.reduce((left, [, count]) => left - count, counts.entries);
    if (known.length > 0 && others > 0) known.push(pluralize(others, 'other'));
    const health =
      bad.length === 0
        ? 'all checks passed'
        : `${pluralize(bad.length, 'check')} failed: ${bad.map(({ name }) => name).join(', ')}`;
    const waiting =
      proposals.length === 0
        ? ''
        : `; ${pluralize(proposals.length, 'proposal waits', 'proposals wait')} in ${notePath('inbox')}`;
    const seen = lastSeen(ctx);
    const atWork = describeWorkers(ctx);
    return {
      message: week
        ? formatWeek(week)
        : [
            `Workspace ${root} (${[reason, trusted ? 'trusted' : '', foreign === undefined ? '' : 'read-only'].filter(Boolean).join(', ')})`,
            `${pluralize(counts.entries, 'entry', 'entries')} in ${pluralize(counts.notes, 'note')}${known.length > 0 ? `: ${known.join(', ')}` : ''}${waiting}`,
            `Last activity: ${lastActivity?.slice(0, 16).replace('T', ' ') ?? 'none yet'}${seen ? `; ${seen.agent} last read ${seen.tokens} tokens (${seen.event}, ${seen.ms} ms)` : ''}`,
            ...(atWork === '' ? [] : [`At work now: ${atWork}`]),
            `Jobs: ${formatJobStatus(ctx)}`,
            `Health: ${health}`,
            ...describeGone(ctx).map((line) => `Gone: ${line}`),
            ...checks.filter(({ name }) => name === HIDDEN_CHECK).map(({ detail }) => `Not read: ${detail}`),
            ...[describeUnchecked(ctx)].flatMap((line) => (line === null ? [] : [`Proofs: ${line}`])),
            ...bad.filter(({ name }) => name === 'links').map(({ detail }) => `Links: ${detail}`),
            `Next: ${suggestion(counts.entries, proposals.length, bad)}`,
          ].join('\n'),
      data: {
        root,
        reason,
        content,
        global,
        trusted,
        counts,
        health: { ok: bad.length === 0, checks },
        lastActivity,
        lastInjected: seen,
        atWork: listOtherSessions(ctx),
        nextRuns: nextRuns(ctx),
        timer,
        ...(week ? { week: toWeekJson(ctx, week) } : {}),
      },
      notices: [
        ...checks.flatMap(({ unknown = [], unmerged = [] }) => [
          ...unknown.slice(0, MOST_NAMED).map(unknownNotice),
          ...unmerged.slice(0, MOST_NAMED).map((note): Notice => ({ level: 'warning', ...note })),
        ]),
      ],
    };
  },
});

/** The check that names hidden folders. */
const HIDDEN_CHECK = 'hidden folders';

/** Plurals that are neither the name of a type’s own section nor formed with `s`. */
const PLURALS: Readonly<Record<string, string>> = {
  feedback: 'feedback',
  obs: 'obs',
  summary: 'summaries',
  todo: 'todos',
};

/** Unreadable notes that are listed; `doctor` lists all. */
const MOST_NAMED = 3;

const unknownNotice = (unknown: Unknown): Notice => ({
  level: 'warning',
  path: unknown.path,
  message: explainUnknown(unknown),
});

/** What a hook last injected, with estimated tokens; null if older than a day or two. */
function lastSeen({ query: ask, local }: CommandContext) {
  const run = ask('hookRuns').findLast(
    ({ text, session }) => text !== undefined && session !== DOCTOR_SESSION,
  );
  if (!run) return null;
  const { event, agent, session, ms, text = '' } = run;
  return { text, tokens: estimateTokens(text), at: local(Date.parse(run.at)).iso, event, agent, session, ms };
}

function suggestion(entries: number, proposals: number, bad: readonly HealthCheckResult[]): string {
  if (bad.length > 0) return bad.every(({ name }) => name === LINT_CHECK) ? 'daybook lint' : 'daybook doctor';
  if (entries === 0) return 'daybook log "decided X because Y"';
  return proposals > 0 ? 'daybook inbox' : 'daybook recall';
}
