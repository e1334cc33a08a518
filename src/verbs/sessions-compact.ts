import { estimateTokens } from '../recall/brief/tokens.js';
import {
  compacted,
  counted,
  cutOf,
  extractive,
  HARD,
  KEEPING,
  keepingOf,
  needOf,
  STRATEGIES,
  type Strategy,
  toSummarise,
} from '../sessions/compact.js';
import { contextAt } from '../sessions/context.js';
import type { SessionEvent } from '../sessions/event.js';
import type { SessionState } from '../sessions/state.js';
import { keptNamed, moved, stateAfter, told } from './sessions-own.js';
import { type Notice, type Outcome, Refusal, type World } from './verb.js';

/** How `compact` is asked. */
export interface Compaction {
  readonly strategy: string | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly summariser: string | undefined;
}

/** Cuts the active context down, as one step that `undo` takes back. */
export function compact(world: World, id: string | undefined, asked: Compaction): Outcome {
  const { name, state } = keptNamed(world, id);
  const strategy = strategyNamed(asked.strategy);
  const keeping = { first: asked.first ?? KEEPING.first, last: asked.last ?? KEEPING.last };
  const cut = cutOf(state, keepingOf(strategy, keeping));
  if (!cut) return told(name, state, `${name} is short enough: nothing to compact.`);
  const { summary, notices } = summaryFor(world, state, cut, strategy, asked.summariser);
  const events = compacted(state, cut, summary);
  const before = tokensIn(state);
  const now = tokensIn(stateAfter(state, events));
  if (now >= before) {
    const why = `it takes about ${before} tokens, and would take ${now}`;
    return { ...told(name, state, `${name} is short enough: ${why}.`), notices };
  }
  const say = `Compacted ${cut.replaced.length} messages of ${name}: about ${before} tokens are ${now}. Back: daybook sessions undo ${name}`;
  return { ...moved(name, state, events, say), notices };
}

type Cut = NonNullable<ReturnType<typeof cutOf>>;

function summaryFor(
  world: World,
  state: SessionState,
  cut: Cut,
  strategy: Strategy,
  command: string | undefined,
): { readonly summary: string; readonly notices: readonly Notice[] } {
  if (strategy !== 'summary') return { summary: counted(cut), notices: [] };
  const said = world.ask('summary', command, toSummarise(cut));
  if (said === null) return { summary: extractive(cut, state), notices: [] };
  if ('text' in said) return { summary: said.text, notices: [] };
  const message = `the summariser was of no use (${said.failed}); the built-in one took its place`;
  return { summary: extractive(cut, state), notices: [{ level: 'warning', message }] };
}

/** About so many tokens a model gets of a session. */
export const tokensIn = (state: SessionState): number =>
  estimateTokens(JSON.stringify(contextAt(state, state.leaf).map(({ message }) => message)));

/** What a context that fills asks for: nothing, a word about it, or a compaction at once. */
export function relief(
  world: World,
  name: string,
  state: SessionState,
): { readonly events: readonly SessionEvent[]; readonly say: string } {
  const window = world.settings['pressure.window'];
  const tokens = tokensIn(state);
  const need = needOf(tokens, window);
  if (need === 'none') return { events: [], say: '' };
  const full = `about ${tokens} of ${window} tokens`;
  const cut = need === 'hard' ? cutOf(state) : null;
  if (!cut)
    return { events: [], say: `The context fills: ${full}. Cut it down: daybook sessions compact ${name}` };
  return {
    events: compacted(state, cut, extractive(cut, state)),
    say: `The context was full (${full}, over ${HARD * 100} %): ${cut.replaced.length} messages were compacted. Back: daybook sessions undo ${name}`,
  };
}

function strategyNamed(name = 'summary'): Strategy {
  const found = STRATEGIES.find((strategy) => strategy === name);
  if (found) return found;
  throw new Refusal('usage', `no strategy \`${name}\``, `one of: ${STRATEGIES.join(', ')}`, {}, 2);
}
