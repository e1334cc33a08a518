import { addAtOption } from '../../command/as-of.js';
import { type CommandContext, type CommandPlan, defineCommand } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson, toReminderJson } from '../../command/entry-format.js';
import { defineFlag, defineNumber, defineText, defineWords } from '../../command/params.js';
import { createHistoryPromotionDeps, createPromotionDeps } from '../../command/planning-deps.js';
import { createTimeContext } from '../../dates/due-date.js';
import { editEntries, setCheckbox } from '../../notes/edit/edit-entry.js';
import { notePath, parsePathDate } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import type { SearchHit } from '../../search/query.js';
import { pluralize } from '../../text/pluralize.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { describeWorkers } from '../agent-sessions/live-sessions.js';
import { checkDeletion, NO_REMINDER } from '../agent-sessions/soon-deleted.js';
import { summarizeNights } from '../cron/night-report.js';
import { demoteStale, type FreshnessLookup, queryFreshness } from '../freshness/assess-references.js';
import { NO_BRANCH_PROPOSALS, proposeBranchEntries } from '../inbox/propose-branch-entries.js';
import { formatPromoted } from '../promotion/format-promoted.js';
import { promoteFromHistory } from '../promotion/promote-from-history.js';
import { NO_QUESTIONS, planQuestions, toWaitingJson } from '../promotion/waiting/plan-questions.js';
import { describeUnchecked } from '../proofs/proved-entries.js';
import { rollOnTicked } from '../reminders/complete.js';
import { isReminding, sortPendingReminders } from '../reminders/due-reminders.js';
import { findRelatedHits } from '../search/find-relevant.js';
import { mergeOutside, type OutsideHit, searchOutside } from '../search/search-outside.js';
import { planUnreadNotices } from '../sharing/unread-notes.js';
import { searchColdArchive } from '../snapshots/recall-cold.js';
import { endSession, type SessionEnd } from '../working-session/end-session.js';
import { listSessionEntries } from '../working-session/session-entries.js';
import { findSessionGap } from '../working-session/session-start.js';
import { describeBlockChanges, readLoadedBlock } from './block-changes.js';
import { formatBriefLine } from './brief-lines.js';
import { createTopicMatcher } from './brief-sources.js';
import { type Brief, buildBrief, findUnknownSources } from './build-brief.js';
import { NO_REFRESH, planRefresh } from './refresh-block.js';
import { describeUnreadRules } from './rules-import.js';

/** Entries shown for a query, above the brief. */
const QUERY_HITS = 5;

/** Sessions and files of other tools shown with them. */
const OUTSIDE_HITS = 2;

/** Brings back what matters (Mind: call it first). After a gap it begins a new session: promotes, and empties the old one into the day. */
const readBrief = defineCommand({
  name: 'recall',
  description: 'print what matters now, within a token budget',
  group: 'Every day',
  params: {
    words: defineWords('with --cold what to look for there; else the same as --query'),
    query: defineText('the topic of the work; entries about it come first', 'Q'),
    budget: defineNumber('tokens of the brief (800)'),
    characters: defineNumber('characters of the brief at most'),
    client: defineText('the agent that starts; it gets only what its context block lacks', 'AGENT'),
    session: defineFlag('list the entries of the working session instead'),
    'no-promote': defineFlag('only show the brief: write nothing'),
    cold: defineFlag(
      'read the cold archive of snapshots instead; filters: type: topic: file: after: before:',
    ),
  },
  examples: [
    'daybook recall',
    'daybook recall --query "session storage"',
    'daybook recall --no-promote',
    'daybook recall --session',
    'daybook recall --at 2026-06-01',
    'daybook recall --cold "JWT"',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: (input) => !input['no-promote'] && !input.cold,
  whenUnknown: 'write',
  plan: (ctx, { cold, session, words, ...input }) =>
    cold
      ? searchColdArchive(ctx, words)
      : session
        ? listSessionEntries(ctx)
        : bringBack(ctx, { ...input, query: input.query ?? words }),
});

/** The same for earlier notes, too. */
export const recall = addAtOption(readBrief, ['cold', 'client'], { 'no-promote': true });

/** The options of a brief. */
interface Wish {
  readonly query: string | undefined;
  readonly budget: number | undefined;
  readonly characters: number | undefined;
  readonly client: string | undefined;
  readonly 'no-promote': boolean;
}

function bringBack(
  ctx: CommandContext,
  { query, budget: request, characters, client, 'no-promote': onlyShow }: Wish,
): CommandPlan {
  const readOnly = onlyShow || ctx.query('root').foreign !== undefined;
  const budget = request ?? ctx.settings['context.budget'];
  const heartbeat = ctx.query('heartbeat');
  const gap = findSessionGap(ctx.now, heartbeat, newestOfSession(ctx), ctx.settings['session.gap']);
  const rolled =
    gap.ends.length > 0 && !readOnly
      ? ctx.known<SessionEnd>(() => endSessions(ctx, gap.ends), STAYED)
      : STAYED;
  const moved = ctx.notebook.after(rolled.changes);
  const ticked = readOnly ? { changes: [] } : ctx.known(() => rollOnTicked(ctx, moved), { changes: [] });
  const rolledOn = moved.after(ticked.changes);
  const ofBranches =
    gap.ends.length > 0 && !readOnly
      ? ctx.known(() => proposeBranchEntries(ctx, rolledOn), NO_BRANCH_PROPOSALS)
      : NO_BRANCH_PROPOSALS;
  const notebook = rolledOn.after(ofBranches.changes);
  // Questions are for agents; a person sees the number of proposals.
  const questions = readOnly || ctx.actor.by === null ? NO_QUESTIONS : planQuestions(ctx, notebook);
  const night = summarizeNights(ctx, gap.ends.at(-1) ?? heartbeat?.lastActivity ?? null);
  const waited = () => comingUp(ctx, notebook, { query, isNew: gap.ends.length > 0 });
  const reminders = ctx.known(waited, { ...waited(), changes: [] });
  const read = (most: number) => buildBrief(ctx, notebook, most, reminders.shown);
  const whole = read(budget);
  const brief = within(characters, budget, whole, read);
  const changed = client === undefined ? '' : describeBlockChanges(ctx, client, brief, notebook);
  const loaded = client === undefined ? null : readLoadedBlock(ctx, client);
  const atWork = client === undefined ? '' : describeWorkers(ctx);
  const deletion = client === undefined || readOnly ? NO_REMINDER : checkDeletion(ctx);
  const context =
    client === undefined
      ? brief.text
      : [
          describeUnreadRules(ctx, client),
          atWork && `At work now: ${atWork}.`,
          deletion.line,
          changed,
          questions.text,
        ]
          .filter(Boolean)
          .join('\n\n');
  const isPlain =
    budget === ctx.settings['context.budget'] &&
    reminders.shown.length === 0 &&
    findUnknownSources(ctx, notebook).length === 0;
  const refresh = readOnly
    ? NO_REFRESH
    : planRefresh(ctx, notebook, {
        brief: isPlain ? whole : undefined,
        ...(client === undefined ? {} : { whileOpen: 'write' as const }),
      });
  const found =
    query === undefined ? [] : findRelatedHits(ctx, query, QUERY_HITS).filter((entry) => !isReminding(entry));
  const fresh = queryFreshness(ctx, [...found, ...brief.feedback]);
  const about = demoteStale(found, fresh);
  const unread = planUnreadNotices(ctx);
  const signal = {
    ...deletion.fields,
    ...(readOnly ? {} : unread.statusFields),
    ...(rolled === STAYED ? {} : { sessionEnds: undefined }),
  };
  const outside = searchOutside(ctx, { words: query ?? '', hits: about, most: OUTSIDE_HITS });
  return {
    historyMessage: newSession(gap.minutes, rolled) || 'Refreshed the context block.',
    message: [
      newSession(gap.minutes, rolled),
      night?.line,
      ctx.query('isAttended') ? describeUnchecked(ctx) : null,
      ...aboutLines(query, about, { fresh, outside, today: ctx.local(ctx.now).date }),
      context.trimEnd(),
      client === undefined ? questions.text : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    data: {
      context,
      ...(loaded === null ? {} : { trace: { loaded } }),
      tokens: context === brief.text ? brief.tokens : ctx.query('tokens', context),
      omitted: brief.omitted,
      night,
      waiting: toWaitingJson(questions),
      gap: { minutes: gap.minutes, promoted: rolled.promoted.length, rolled: rolled.moved },
      reminders: brief.reminders.map((entry) => toReminderJson(ctx, entry)),
      feedback: brief.feedback.map((entry) => ({ ...toEntryJson(ctx, entry), freshness: fresh.of(entry) })),
      ...(query === undefined
        ? {}
        : {
            about: about.map((hit) => ({ ...hit, freshness: fresh.of(hit) })),
            outside: outside.map(({ data }) => data),
          }),
    },
    changes: [
      ...rolled.changes,
      ...ticked.changes,
      ...ofBranches.changes,
      ...(readOnly ? [] : reminders.changes),
      ...refresh.changes,
    ],
    ...(rolled === STAYED && ticked.changes.length + reminders.changes.length === 0 ? { isFinal: true } : {}),
    notices: [...refresh.notices, ...unread.notices],
    ...(refresh.effects?.length ? { effects: refresh.effects } : {}),
    ...(questions.batch === null ? {} : { questions: questions.batch }),
    ...(Object.keys(signal).length > 0 ? { statusFields: signal } : {}),
  };
}

/**
 * Reminders beyond those of every brief: what waits for a topic of the query, and what waited for this session, which
 * is done when it was shown (FEATURES A9).
 */
function comingUp(
  ctx: CommandContext,
  notebook: Notebook,
  { query, isNew }: { query: string | undefined; isNew: boolean },
) {
  const note = notebook.note(`${notebook.content}/${notePath('reminders')}`);
  if (!note) return { shown: [], changes: [] };
  const { context, session } = sortPendingReminders(ctx.entries(note), createTimeContext(ctx));
  const request = query === undefined ? [] : context.filter(createTopicMatcher(query, ctx));
  const now = isNew ? session : [];
  return {
    shown: [...now, ...request],
    changes: editEntries(
      now,
      note,
      notebook.outline(note),
      setCheckbox('done'),
      'shown in the session it waited for',
    ),
  };
}

/** The brief itself, or one of a smaller budget that stays within so many characters. */
function within(
  most: number | undefined,
  budget: number,
  brief: Brief,
  read: (budget: number) => Brief,
): Brief {
  if (most === undefined || brief.text.length <= most || budget <= LEAST_BUDGET) return brief;
  const fitting = Math.max(LEAST_BUDGET, Math.floor((budget * most) / brief.text.length) - 1);
  return within(most, fitting, read(fitting), read);
}

/** No brief is smaller (settings: `context.budget`). */
const LEAST_BUDGET = 100;

const STAYED = { changes: [], promoted: [], moved: 0, day: '' };

/**
 * Plans the end of sessions: each moves into its day, and what lasts of them and of the days since is promoted to
 * memory (FEATURES A5, C11). Days before them were climbed when their own sessions ended, or are by the nightly job.
 */
function endSessions(ctx: CommandContext, ends: readonly number[]): SessionEnd {
  const lastActivity = ctx.query('heartbeat')?.lastActivity;
  let now = ctx.notebook;
  const rolled = ends.map((end) => {
    const ended = endSession(now, {
      ...createPromotionDeps(ctx),
      lastActivity: end,
      isFollowed: end !== lastActivity,
    });
    now = now.after(ended.changes);
    return ended;
  });
  const moved = rolled.filter(({ day }) => day !== '');
  const promotionPlan = promoteFromHistory(now, {
    ...createHistoryPromotionDeps(ctx),
    since: parsePathDate(moved[0]?.day ?? '') ?? ctx.local(ends[0] ?? ctx.now).date,
    until: ctx.local(ctx.now).date,
  });
  const steps = [...rolled, promotionPlan];
  return {
    changes: steps.flatMap(({ changes }) => changes),
    promoted: steps.flatMap(({ promoted }) => promoted),
    moved: moved.reduce((sum, one) => sum + one.moved, 0),
    day: moved.at(-1)?.day ?? '',
  };
}

function newestOfSession(ctx: CommandContext): number | null {
  const entries = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('session')}`);
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return times.length === 0 ? null : Math.max(...times);
}

function newSession(
  minutes: number | null,
  { promoted, moved, day }: Pick<SessionEnd, 'promoted' | 'moved' | 'day'>,
): string {
  if (moved === 0 && promoted.length === 0) return '';
  const last = minutes === null ? '' : ` (the last one ended ${formatMinutes(minutes)} ago)`;
  const to = moved === 0 ? '' : `, moved ${moved} to ${day}`;
  const names = promoted.length === 0 ? '' : `: ${formatPromoted(promoted)}`;
  return `New session${last}. Promoted ${pluralize(promoted.length, 'entry', 'entries')}${names}${to}.`;
}

/** Formats a time span: `45 min`, `16 h 40 min`, `3 days 2 h`. */
function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts =
    hours < 24
      ? [hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`]
      : [pluralize(Math.floor(hours / 24), 'day'), hours % 24 > 0 && `${hours % 24} h`];
  return parts.filter(Boolean).join(' ');
}

function aboutLines(
  query: string | undefined,
  hits: readonly SearchHit[],
  {
    fresh,
    outside,
    today,
  }: {
    readonly fresh: FreshnessLookup;
    readonly outside: readonly OutsideHit[];
    readonly today: string;
  },
): string[] {
  if (hits.length + outside.length === 0) return [];
  const entries = hits.map((hit) => formatBriefLine(hit, today, fresh.mark(hit)));
  const lines = mergeOutside(entries, outside, ({ row }) =>
    sanitizeLine(`- ${row.type}: ${row.what} — ${row.why}`),
  );
  return [`### About ${sanitizeLine(query ?? '')}\n\n${lines.join('\n')}`];
}
