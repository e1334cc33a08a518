import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type ResultItem,
} from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { findNotesOrigin } from '../../command/find-origin.js';
import { defineWords } from '../../command/params.js';
import { createArchiveDeps, createHistoryPromotionDeps } from '../../command/planning-deps.js';
import { SCHEDULER_USER } from '../../config/jobs.js';
import { addDays } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { describeLeap } from '../../notes/clock-leap-message.js';
import { KINDS, notePath } from '../../notes/kinds/index.js';
import type { NoteKind } from '../../notes/kinds/kind.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import type { Origin } from '../../notes/origin.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { pluralize } from '../../text/pluralize.js';
import { propose } from '../inbox/propose.js';
import { promoteFromDays } from '../promotion/promote-from-history.js';
import { proposeUnneeded, UNNEEDED_DAYS } from '../receipts/unneeded.js';
import { planSnapshotCleanup } from '../snapshots/snapshot-retention.js';
import { findExpiredTaskNotes } from '../tasks/expiry.js';
import { consolidateFindings, findTasksToConsolidate } from '../tasks/synthesis.js';
import { archiveEntries, archiveNotes, isMovable, planTrim } from './archive-entries.js';

import { getTierAges, isDayPinned, listColdDays, selectArchivableDays } from './retention-tiers.js';

/** The result of one clean-up. */
interface Part {
  readonly changes: readonly Change[];
  /** One sentence; '' if nothing was done. */
  readonly said: string;
  readonly rows?: readonly ResultItem[];
  /** Paths of the notes that are moved. */
  readonly archived?: readonly string[];
  /** Number of entries that are moved. */
  readonly moved?: number;
  /** Number of proposals for further moves. */
  readonly proposals?: number;
  readonly forgotten?: number;
  /** The origin of the words in new notes. */
  readonly origins?: CommandPlan['origins'];
}

/** All clean-ups, in order; text of notes is moved, never deleted. */
const PARTS: Readonly<Record<string, (ctx: CommandContext, notebook: Notebook) => Part>> = {
  days,
  entries,
  tasks,
  snapshots,
  history,
};

/** Moves notes and entries to the archive (FEATURES C3, B13, E7): by age, by size, or when completed. */
export const cleanup = defineCommand({
  name: 'cleanup',
  description: 'archive what is old or settled, and delete history older than `keep.days`',
  group: 'Other names and plumbing',
  params: {
    what: defineWords(`${Object.keys(PARTS).join(', ')}; all of them if left out`),
  },
  examples: ['daybook cleanup', 'daybook cleanup days', 'daybook cleanup history'],
  whenUnknown: 'write',
  plan(ctx, { what }) {
    const newest = ctx.query('clockLeap');
    const leap = newest === null ? null : describeLeap(ctx.now, newest);
    const done: Part[] = [];
    let notebook = ctx.notebook;
    for (const name of partsNamed(what)) {
      const before = notebook;
      const part = ctx.known(() => PARTS[name]?.(ctx, before) ?? EMPTY, EMPTY);
      done.push(part);
      notebook = notebook.after(part.changes);
    }
    return leap === null ? outcomeOf(done, ctx) : heldBack(done, leap, ctx);
  },
});

const EMPTY: Part = { changes: [], said: '' };

/** While the clock may be wrong history is not pruned, since that cannot be undone, and a job moves nothing. */
function heldBack(parts: readonly Part[], leap: string, ctx: CommandContext): CommandPlan {
  const isJob = ctx.actor.by === SCHEDULER_USER;
  const isHeld = ({ changes, forgotten = 0 }: Part) => forgotten > 0 || (isJob && changes.length > 0);
  const plan = outcomeOf(
    parts.filter((part) => !isHeld(part)),
    ctx,
  );
  if (!parts.some(isHeld)) return plan;
  const say = isJob ? `Held back: ${leap}.` : plan.message;
  return { ...plan, message: say, notices: [{ level: 'warning', message: leap }] };
}

function partsNamed(what: string | undefined): readonly string[] {
  const names = Object.keys(PARTS);
  const request = what?.split(/[\s,]+/).filter(Boolean) ?? names;
  const strange = request.find((name) => !names.includes(name));
  if (strange === undefined) return names.filter((name) => request.includes(name));
  const [near] = suggestNames(strange, names);
  throw createUsageError(
    `there is no clean-up of \`${strange}\``,
    near ? `did you mean: daybook cleanup ${near}` : `one of: ${names.join(', ')}`,
  );
}

function outcomeOf(parts: readonly Part[], { settings }: CommandContext): CommandPlan {
  const lines = parts.flatMap((part) => (part.said === '' ? [] : [part.said]));
  const forgotten = sum(parts, ({ forgotten: count }) => count);
  return {
    message: lines.length === 0 ? 'Nothing to clean up.' : lines.join(' '),
    items: parts.flatMap(({ rows = [] }) => rows),
    data: {
      archived: parts.flatMap(({ archived = [] }) => archived),
      moved: sum(parts, ({ moved }) => moved),
      asked: sum(parts, ({ proposals: request }) => request),
      forgotten,
    },
    changes: parts.flatMap(({ changes }) => changes),
    origins: Object.assign({}, ...parts.map(({ origins }) => origins)),
    ...(forgotten === 0 ? {} : { pruneHistoryDays: settings['keep.days'] }),
  };
}

const sum = (parts: readonly Part[], of: (part: Part) => number | undefined): number =>
  parts.reduce((all, part) => all + (of(part) ?? 0), 0);

/** Moves cold days to the archive; their lasting decisions are copied to memory first (FEATURES C3). */
function days(ctx: CommandContext, notebook: Notebook): Part {
  const deps = createArchiveDeps(ctx);
  const cold = listColdDays(notebook, deps.today, getTierAges(ctx.settings));
  const stays = (path: string): boolean => {
    const unknown = notebook.unknown(path);
    return unknown ? !isMovable(unknown, notebook) : isDayPinned(readEntriesAt(ctx, notebook, path));
  };
  const { going: now, later } = selectArchivableDays(cold, stays);
  if (now.length === 0) return EMPTY;
  const readable = now.filter((path) => !notebook.unknown(path));
  const promoted = promoteFromDays(readable, notebook, {
    ...createHistoryPromotionDeps(ctx),
    until: deps.today,
  });
  const left = archiveNotes(
    now,
    notebook.after(promoted.changes),
    deps.linking,
    'a cold day moves into the archive',
  );
  return {
    changes: [...promoted.changes, ...left],
    said: `Archived ${pluralize(now.length, 'day')}${
      promoted.promoted.length === 0
        ? ''
        : `, promoted ${pluralize(promoted.promoted.length, 'entry', 'entries')} to MEMORY.md`
    }${later === 0 ? '' : `; ${later} more next time`}.`,
    rows: now.map((path) => ({ group: 'Archived', what: path })),
    archived: now,
  };
}

/** Moves settled entries out of a note that is too large; more than a quarter of them needs a person's consent. */
function entries(ctx: CommandContext, notebook: Notebook): Part {
  const deps = createArchiveDeps(ctx);
  const limit = {
    kb: ctx.settings['retention.note'],
    before: addDays(deps.today, -ctx.settings['retention.warm']),
  };
  let now = notebook;
  const partOf = ({ name }: NoteKind): Part => {
    const note = now.note(`${now.content}/${notePath(name)}`);
    const shedding = note && planTrim(note, ctx.entries(note), limit);
    if (!shedding) return EMPTY;
    const { going, all, asks } = shedding;
    const changes = asks
      ? propose({ act: 'shed', shedding, limit }, now, deps)
      : archiveEntries(shedding, now, deps.linking, deps.today);
    const what = `${going.length} of ${pluralize(all, 'entry', 'entries')} of ${note.path}`;
    if (asks && changes.length === 0) return EMPTY;
    return asks
      ? { changes, said: `Moving ${what} waits for your consent in ${notePath('inbox')}.`, proposals: 1 }
      : { changes, said: `${what} moved into the archive.`, moved: going.length };
  };
  const parts = KINDS.filter(({ isTrimmed: sheds }) => sheds).map((kind) => {
    const part = ctx.known(() => partOf(kind), EMPTY);
    now = now.after(part.changes);
    return part;
  });
  const retiring = ctx.known(() => ({ changes: proposeUnneeded(ctx, now) }), EMPTY).changes;
  if (retiring.length > 0) {
    const what = `${pluralize(retiring.length, 'entry', 'entries')} that no hook showed for ${UNNEEDED_DAYS} days`;
    const said = `Retiring ${what} waits for your consent in ${notePath('inbox')}.`;
    parts.push({ changes: retiring, said, proposals: retiring.length });
  }
  return {
    changes: parts.flatMap(({ changes }) => changes),
    said: parts.flatMap(({ said: text }) => text || []).join(' '),
    moved: sum(parts, ({ moved }) => moved),
    proposals: sum(parts, ({ proposals: request }) => request),
  };
}

/** Joins findings, and archives finished or stale notes of long tasks (FEATURES E7). */
function tasks(ctx: CommandContext, notebook: Notebook): Part {
  const { linking } = createArchiveDeps(ctx);
  const deps = { now: ctx.local(ctx.now), template: ctx.query('template', 'finding') };
  const joined = findTasksToConsolidate(notebook, ctx.now);
  const origins: { [path: string]: Origin } = {};
  const syntheses = collectChanges(joined, notebook, (task, now) => {
    const made = consolidateFindings(task, now, deps);
    if (!made) return [];
    const sources = made.findings.map(({ path }) => path);
    origins[made.path] = findNotesOrigin(ctx, sources);
    return [made.change];
  });
  const after = notebook.after(syntheses);
  const gone = findExpiredTaskNotes(ctx, after);
  const archived = gone.map(({ path }) => path);
  const left = archiveNotes(archived, after, linking, 'a note of a long task has expired');
  return {
    changes: [...syntheses, ...left],
    origins,
    said: [
      joined.length === 0 ? '' : `Joined the findings of ${joined.join(', ')}.`,
      gone.length === 0 ? '' : `${pluralize(gone.length, 'note')} of long tasks moved into the archive.`,
    ]
      .filter(Boolean)
      .join(' '),
    rows: gone.map(({ path, why }) => ({ group: 'Archived', what: path, why })),
    archived,
  };
}

/** Archives earlier snapshots as each save does (MindSave §Snapshot Cleanup). */
function snapshots(ctx: CommandContext, notebook: Notebook): Part {
  const { changes, archived } = planSnapshotCleanup(ctx, notebook);
  const phrase = `${pluralize(archived.length, 'completed snapshot')} moved into the archive.`;
  return { changes, said: archived.length === 0 ? '' : phrase, archived };
}

/** Deletes changes and versions older than `keep.days`, except the last of every note. */
function history(ctx: CommandContext): Part {
  const limit = ctx.settings['keep.days'];
  const forgotten = ctx.query('prunableRecords', limit);
  if (forgotten === 0) return EMPTY;
  return {
    changes: [],
    said: `Forgot ${pluralize(forgotten, 'change')} of more than ${limit} days ago.`,
    forgotten,
  };
}
