import type { ActivityMark, CommandContext } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import type { RecentActivity } from '../../transcripts/tool-call.js';
import { CONTINUING_SOURCES, DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { logSessionStart } from './log-session-start.js';

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
  const { query: ask, local, now, notebook, actor: who } = ctx;
  const { session } = who;
  if (session === null || session === DOCTOR_SESSION || !isOwed(ask('recentActivity', session))) return EMPTY;
  const start = ask('hookRuns', session).find(({ event }) => event === 'SessionStart');
  const at = start && local(Date.parse(start.at));
  const goesOn = !at || at.date !== local(now).date || CONTINUING_SOURCES.has(start.source ?? '');
  const change = goesOn
    ? null
    : logSessionStart({ agent: start.agent, session, at }, notebook, (name) => ask('template', name));
  return { changes: change ? [change] : [], marks: [{ mark: 'begun' }] };
}

const EMPTY: SessionStartPlan = { changes: [], marks: [] };

/** A session with any activity whose start is not in the day yet. */
const isOwed = ({ calls, marks }: RecentActivity): boolean =>
  calls.length + marks.length > 0 && !marks.some(({ mark }) => mark === 'begun');
