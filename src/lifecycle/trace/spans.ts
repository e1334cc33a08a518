import { amount } from '../../wiki/amount.js';
import type { Happened } from '../../wiki/happened.js';
import type { Goal, Known } from './known.js';
import { said } from './words.js';

/** One session of an agent on a day, as its hooks saw it. */
export interface Span {
  /** Null where the client tells none. */
  readonly session: string | null;
  readonly agent: string;
  /** The first and the last that is known of it, ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly prompts: number;
  readonly calls: number;
}

/** The sessions in which something was asked or done, in the order in which they began. */
export function spansOf(happened: readonly Happened[]): readonly Span[] {
  const spans = new Map<string, Span>();
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

/** A session in one line: when it was, what was asked and done in it, and what it was for. */
export function spanLine(
  { session, agent, from, to, prompts, calls }: Span,
  { handoffs, time }: Known,
): string {
  const goal = handoffs.find(({ label }) => label === session)?.goal;
  const did = [amount(prompts, 'prompt'), ...(calls === 0 ? [] : [amount(calls, 'tool call')])].join(', ');
  const name = session === null ? agent : `${agent} (${said(session)})`;
  const span = [...new Set([time(from), time(to)])].join('–');
  return `${name} ${span}: ${did}${goal ? `; ${said(goal)}` : ''}`;
}

/** Sessions that only their hand-off tells of. */
export const unseen = (handoffs: readonly Goal[], spans: readonly Span[]): readonly string[] =>
  handoffs
    .filter(({ label }) => !spans.some(({ session }) => session === label))
    .map(({ label, agent, goal, outcome }) =>
      [
        `${agent ?? 'session'} (${said(label)})`,
        `: ${said(goal)}`,
        outcome === null ? '' : `; ${outcome}`,
      ].join(''),
    );
