import { addHandDates } from '../../command/add-hand-dates.js';
import {
  type CommandContext,
  type CommandReply,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import type { LineCommit } from '../../command/git-answers.js';
import type { HookRun } from '../../command/hook-records.js';
import { LOG_DAYS } from '../../config/settings.js';
import { addDays, parseInstant } from '../../dates/local-time.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { groupByKeys } from '../../text/group-by.js';
import { sanitizeLine } from '../../text/sanitize.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { PART_OF } from '../context-block/brief-candidates.js';
import { formatBriefLine } from '../context-block/brief-lines.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';
import { describeCall } from '../guard/tool-action.js';
import { findKnownEntries } from '../search/find-relevant.js';
import { listHookRuns, listShowable } from './receipts.js';
import { createShownReader, readShownText } from './shown-entries.js';

/** A line of a file that is no note. */
export interface LinePlace {
  /** From the top of the worktree. */
  readonly path: string;
  readonly line: number;
}

/** Parses `FILE:LINE`; null for anything else, and for a place in a note. */
export function parseLinePlace(ctx: CommandContext, typed: string): LinePlace | null {
  const [, name = '', line] = /^(.+?):([1-9]\d{0,6})(?::\d{1,7})?$/.exec(typed.trim()) ?? [];
  if (line === undefined || !/[./]/.test(name)) return null;
  const { root, worktree } = ctx.query('root');
  const file = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const folder = [worktree, root].find((top) => file.startsWith(`${top}/`));
  const path = folder === undefined ? file : file.slice(folder.length + 1);
  return ctx.notebook.list().some((note) => note === path || note.endsWith(`/${path}`))
    ? null
    : { path, line: Number(line) };
}

/** The session that wrote a line, as far as the log proves it. */
interface LineSession {
  readonly id: string;
  readonly agent: string | null;
  /** Its last change of the file before the commit, ISO 8601 in UTC. */
  readonly at: string;
}

/** Most entries of a list in the reply. */
const MOST_LISTED = 5;
/** Entries about the line that are looked up. */
const MOST_RELEVANT = 8;

/** Plans the reply that explains a line: its commit, the session that wrote it, and what this session knew. */
export function planBlame(ctx: CommandContext, place: LinePlace): CommandReply {
  const found = ctx.query('lineCommit', place.path, place.line);
  if (found === null)
    throw new UserError(
      'no-line',
      `there is no line ${place.line} in ${place.path}`,
      'write a file below the folder of the workspace and a line that it has, e.g. daybook why src/a.ts:12',
    );
  const since = addDays(ctx.local(ctx.now).date, -LOG_DAYS);
  const runs = listHookRuns(ctx, since);
  const { session, unknown } = findLineSession(ctx, found, runs, since);
  const { shown, notShown } = session
    ? listKnowledge(ctx, session, runs, `${place.path}\n${found.text ?? ''}`)
    : { shown: [], notShown: [] };
  const { commit } = found;
  const today = ctx.local(ctx.now).date;
  const line = (entry: LocatedEntry) =>
    `${formatBriefLine(entry, today).slice('- '.length)} [${entry.path}:${entry.line} ${formatEntryId(entry.id)}]`;
  const was = found.paths[0] ?? place.path;
  const time = (at: string) => ctx.local(Date.parse(at)).iso.slice(0, 16).replace('T', ' ');
  return {
    message: sanitizeLine(`${place.path}:${place.line} ${found.text?.trim() ?? ''}`),
    items: [
      row(
        'Commit',
        commit
          ? `${commit.hash} ${time(new Date(commit.at).toISOString())} by ${commit.author} «${commit.subject}»`
          : found.text === null
            ? 'none: git does not track this file'
            : 'none yet: this line is not committed',
      ),
      ...(was === place.path ? [] : [row('Was', `${was} in that commit`)]),
      ...(session
        ? [
            row(
              'Session',
              `${session.id}${session.agent === null ? '' : ` of ${session.agent}`}, which changed the file last at ${time(session.at)}`,
            ),
          ]
        : []),
      ...limit(
        shown.map((entry) => row(isStanding(entry) ? 'Shown' : 'Shown, not valid any more', line(entry))),
      ),
      ...limit(notShown.map(({ entry, why }) => row('Not shown', `${line(entry)}: ${why}`))),
      ...unknown.map((text) => row('Not known', text)),
    ],
    data: {
      blame: {
        ...place,
        text: found.text,
        commit: commit && {
          ...commit,
          at: ctx.local(commit.at).iso,
          committed: ctx.local(commit.committed).iso,
          path: was,
        },
        session,
        shown: shown.map((entry) => toEntryJson(ctx, entry)),
        notShown: notShown.map(({ entry, why }) => ({ ...toEntryJson(ctx, entry), reason: why })),
        unknown,
      },
    },
  };
}

const row = (label: string, what: string): ResultItem => ({ what: `**${label}**: ${sanitizeLine(what)}` });

const limit = (rows: readonly ResultItem[]): readonly ResultItem[] =>
  rows.length <= MOST_LISTED
    ? rows
    : [...rows.slice(0, MOST_LISTED), row('And', `${rows.length - MOST_LISTED} more: add --json`)];

/** Finds the one session that changed the file before the commit and after the one before it. */
function findLineSession(
  ctx: CommandContext,
  { commit, paths, since }: LineCommit,
  runs: readonly HookRun[],
  first: string,
) {
  const calls = ctx.query('toolCalls', { since: first }).filter(({ session }) => session !== null);
  const changes = calls.filter((call) => call.ok && listChanged(call).some((path) => paths.includes(path)));
  const within = (from: number, to: number) =>
    changes.filter(({ at }) => toSecond(Date.parse(at)) > from && toSecond(Date.parse(at)) <= to);
  const start = since ?? 0;
  const [authored, committed] = commit ? [commit.at, commit.committed] : [ctx.now, ctx.now];
  // A rebase keeps the time of the author, an amended commit has later changes.
  const own = within(start, authored).length > 0 ? within(start, authored) : within(start, committed);
  const committer = commit && findCommitter(calls, commit);
  const beside = committer ? own.filter(({ worktree }) => worktree === committer.worktree) : own;
  const bySession = groupByKeys((beside.length > 0 ? beside : own).map((call) => [call.session ?? '', call]));
  const [[id = '', last] = []] = [...bySession].map(([key, all]) => [key, all.at(-1)] as const);
  if (bySession.size !== 1 || !last)
    return {
      session: null,
      unknown: [
        bySession.size > 1
          ? `which session: ${[...bySession.keys()].join(', ')} changed this file since the commit before`
          : commit && commit.committed < Date.parse(first)
            ? `no session: the logs go back ${LOG_DAYS} days, and the commit is older`
            : commit && start > commit.at
              ? 'no session: the commit was moved onto a later one, so its time does not tell which changes it has'
              : 'no session: by the log no agent changed this file before; a person did, an agent without hooks, or a command that does not name the file',
      ],
    };
  const agent = runs.findLast(({ session }) => session === id)?.agent ?? null;
  return {
    session: { id, agent, at: last.at },
    unknown: ['whether a person changed this line by hand in the same time: the log has files, not lines'],
  };
}

const toSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** Lists the files that a call changed, from the top of the worktree where that is known; a shell names some. */
function listChanged(call: ToolCall): readonly string[] {
  if (call.changed) return call.changed;
  const effect = callEffect(call);
  if (effect === 'writes') return call.files;
  if (effect !== 'runs') return [];
  const [words = ''] = call.input.split('<<');
  const { files } = describeCall({ tool: call.tool, words });
  return files.map((path) => path.replace(/^\.\//, ''));
}

/** A commit is logged so long after it was made at most: hooks of git may run before. */
const COMMIT_MS = 120_000;

/** Finds the call that made a commit: by its time, and its message. */
function findCommitter(
  calls: readonly ToolCall[],
  { committed, subject }: NonNullable<LineCommit['commit']>,
): ToolCall | undefined {
  const near = calls.filter(({ at, ok, input }) => {
    const ms = toSecond(Date.parse(at)) - committed;
    return ok && ms >= 0 && ms <= COMMIT_MS && /\bgit\b.{0,200}\bcommit\b/.test(input);
  });
  return near.find(({ input }) => input.includes(subject)) ?? (near.length === 1 ? near[0] : undefined);
}

/** Lists what hooks showed a session before it wrote a line, what is about the line first; and what is about it and was not shown. */
function listKnowledge(ctx: CommandContext, { id, at }: LineSession, runs: readonly HookRun[], text: string) {
  const relevant = findKnownEntries(ctx, { text, purpose: 'call', most: MOST_RELEVANT });
  const read = createShownReader(listShowable(ctx, relevant));
  const texts = runs.filter((run) => run.session === id && run.at <= at).map(readShownText);
  const shown = [...new Set(texts.flatMap((one) => [...read(one)]))];
  const about = new Set(relevant.map((entry) => entry.id));
  const ids = new Set(shown.map((entry) => entry.id));
  const wasCut = texts.some((one) => /^Memory: \d+ of /m.test(one));
  const start = runs.find(({ session }) => session === id)?.at ?? at;
  return {
    shown: shown.toSorted((a, b) => Number(about.has(b.id)) - Number(about.has(a.id))),
    notShown: addHandDates(
      ctx,
      ctx.notebook,
      relevant.filter((entry) => !ids.has(entry.id)),
    ).map((entry) => {
      const written = entry.at === null ? null : parseInstant(entry.at, ctx.local);
      if (written === null) return { entry, why: 'not known whether it was there' };
      if (written > Date.parse(at)) return { entry, why: `written later, ${ctx.local(written).date}` };
      const isCut = wasCut && PART_OF.has(entry.type) && written <= Date.parse(start);
      return { entry, why: isCut ? 'the brief had no room for it' : 'no hook showed it' };
    }),
  };
}
