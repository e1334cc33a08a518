import { GOES_ON, TRIAL } from '../kinds/agents.js';
import { noteBegun } from '../lifecycle/session-begun.js';
import type { Change } from '../wiki/change.js';
import type { Lately } from '../wiki/tool-call.js';
import type { Marked, World } from './verb.js';

/** What is written of a session's beginning, and the mark that it was looked after. */
export interface Beginning {
  readonly changes: readonly Change[];
  readonly marks: readonly Marked[];
}

/**
 * Works off what the start of a session left in the log of hooks: the day is told once that it began, and what somebody makes
 * of that stays. A session that goes on (resumed, compacted, forked) does not begin, and the trace of its day tells of one
 * that began before today.
 */
export function beginning(world: World): Beginning {
  const { ask, local, now, wiki, who } = world;
  const { session } = who;
  if (session === null || session === TRIAL || !isOwed(ask('lately', session))) return NOTHING;
  const start = ask('hookRuns', session).find(({ event }) => event === 'SessionStart');
  const at = start && local(Date.parse(start.at));
  const goesOn = !at || at.date !== local(now).date || GOES_ON.has(start.source ?? '');
  const change = goesOn
    ? null
    : noteBegun({ agent: start.agent, session, at }, wiki, (name) => ask('template', name));
  return { changes: change ? [change] : [], marks: [{ mark: 'begun' }] };
}

const NOTHING: Beginning = { changes: [], marks: [] };

/** A session in which anything was asked or done, and whose beginning nobody looked after. */
const isOwed = ({ calls, marks }: Lately): boolean =>
  calls.length + marks.length > 0 && !marks.some(({ mark }) => mark === 'begun');
