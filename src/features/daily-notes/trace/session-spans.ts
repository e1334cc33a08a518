import { pluralize } from '../../../text/pluralize.js';
import type { ActivityEvent } from '../../../transcripts/activity-event.js';
import { quoteText } from './format-day-trace.js';
import type { Goal, Known } from './types.js';

/** One session of an agent on a day, recorded by its hooks. */
export interface SessionSpan {
  /** Null where the client sends none. */
  readonly session: string | null;
  readonly agent: string;
  /** The first and the last that is known of it, ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly prompts: number;
  readonly calls: number;
}

/** The sessions with prompts or tool calls, by the time they began. */
export function findSessionSpans(happened: readonly ActivityEvent[]): readonly SessionSpan[] {
  const spans = new Map<string, SessionSpan>();
  for (const { at, event, agent, session, tool } of happened) {
    const key = session ?? agent ?? '';
    const known = spans.get(key) ?? { session, agent: 'an agent', from: at, to: at, prompts: 0, calls: 0 };
    spans.set(key, {
      ...known,
      agent: agent ?? known.agent,
      to: at,
      prompts: known.prompts + (event === 'UserPromptSubmit' ? 1 : 0),
      calls: known.calls + (tool === null ? 0 : 1),
    });
  }
  return [...spans.values()].filter(({ prompts, calls }) => prompts + calls > 0);
}

/** A session in one line: its time, prompts, actions and goal. */
export function formatSessionSpan(
  { session, agent, from, to, prompts, calls }: SessionSpan,
  { handoffs, time }: Known,
): string {
  const goal = handoffs.find(({ label }) => label === session)?.goal;
  const did = [pluralize(prompts, 'prompt'), ...(calls === 0 ? [] : [pluralize(calls, 'tool call')])].join(
    ', ',
  );
  const name = session === null ? agent : `${agent} (${quoteText(session)})`;
  const span = [...new Set([time(from), time(to)])].join('–');
  return `${name} ${span}: ${did}${goal ? `; ${quoteText(goal)}` : ''}`;
}

/** Sessions known only from their hand-off. */
export const findHandoffOnlySessions = (
  handoffs: readonly Goal[],
  spans: readonly SessionSpan[],
): readonly string[] =>
  handoffs
    .filter(({ label }) => !spans.some(({ session }) => session === label))
    .map(({ label, agent, goal, outcome: plan }) =>
      [
        `${agent ?? 'session'} (${quoteText(label)})`,
        `: ${quoteText(goal)}`,
        plan === null ? '' : `; ${plan}`,
      ].join(''),
    );
