import type { ActivityMark, CommandContext } from '../../command/define-command.js';
import type { Heartbeat } from '../../command/hook-records.js';
import type { LocalTime } from '../../dates/local-time.js';
import { appendBlock } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../notes/edit/upsert-note.js';
import { dayNotePath } from '../../notes/kinds/note-paths.js';
import type { RecentActivity } from '../../transcripts/tool-call.js';
import { CONTINUING_SOURCES, DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { formatSessionHeading } from '../daily-notes/day-note.js';

/** What is written of a session's beginning, and the mark that it was looked after. */
interface SessionStartPlan {
  readonly changes: readonly Change[];
  readonly marks: readonly ActivityMark[];
}

/**
 * Handles the session starts in the log of hooks: the day gets one line for each, and a person's edit
 * of it stays. A continued session (resumed, compacted, forked) does not begin, and the trace of its day has one
 * that began before today.
 */
export function planSessionStart(ctx: CommandContext): SessionStartPlan {
  const { query: ask, local, now, actor: who } = ctx;
  const { session } = who;
  if (session === null || session === DOCTOR_SESSION || !isOwed(ask('recentActivity', session))) return EMPTY;
  const start = ask('hookRuns', session).find(({ event }) => event === 'SessionStart');
  const at = start && local(Date.parse(start.at));
  const goesOn = !at || at.date !== local(now).date || CONTINUING_SOURCES.has(start.source ?? '');
  const change = goesOn ? null : logSessionStart(ctx, start.agent, session, at);
  return { changes: change ? [change] : [], marks: [{ mark: 'begun' }] };
}

const EMPTY: SessionStartPlan = { changes: [], marks: [] };

/** A session with any activity whose start is not in the day yet. */
const isOwed = ({ calls, marks }: RecentActivity): boolean =>
  calls.length + marks.length > 0 && !marks.some(({ mark }) => mark === 'begun');

/**
 * Plans to note at the end of a day that a session began (Mutable §Content Types): a heading with the time, and a line that
 * is no entry, since it has nothing to act on. Null where the day has that session already.
 */
function logSessionStart(
  { notebook, query }: CommandContext,
  agent: string,
  session: string,
  at: LocalTime,
): Change | null {
  const path = dayNotePath(at.date, notebook);
  const line = `session \`${session}\` of ${agent}`;
  if (notebook.note(path)?.text.includes(line)) return null;
  const spot = {
    path,
    blank: () => createDayNote((name) => query('template', name), at.date),
    why: 'a session began',
  };
  const lines = [`## ${formatSessionHeading(at)}`, '', line];
  return upsertNote(spot, notebook, (note) => appendBlock(note.text, notebook.outline(note), lines));
}

/** Returns true if so long a quiet ends a session: longer than the limit, by however little. */
export const isSessionGap = (lastActivity: number, now: number, limitMinutes: number): boolean =>
  now - lastActivity > limitMinutes * 60_000;

/**
 * Finds the gap before this moment. Where the heartbeat is missing it is measured from the newest entry of the session,
 * but only a heartbeat ends a session: a lost cache never promotes, clears or moves anything.
 */
export function findSessionGap(
  now: number,
  heartbeat: Heartbeat | null,
  newestEntry: number | null,
  limitMinutes: number,
) {
  const { lastActivity = null, sessionEnds = [] } = heartbeat ?? {};
  const isQuiet = lastActivity !== null && isSessionGap(lastActivity, now, limitMinutes);
  const ends = isQuiet ? [...sessionEnds, lastActivity] : sessionEnds;
  const since = ends.at(-1) ?? lastActivity ?? newestEntry;
  return { minutes: since === null ? null : Math.max(0, Math.floor((now - since) / 60_000)), ends };
}
