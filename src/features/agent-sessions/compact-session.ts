import {
  type CommandContext,
  type CommandPlan,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import {
  assessCompaction,
  type CompactionStrategy,
  countSummary,
  createExtractiveSummary,
  DEFAULT_KEEP,
  formatSummaryPrompt,
  HARD_LIMIT,
  planCut,
  STRATEGIES,
  selectKept,
  toCompactionEvents,
} from '../../transcripts/compact.js';
import type { SessionEvent } from '../../transcripts/event.js';
import { buildModelContext } from '../../transcripts/model-context.js';
import type { SessionState } from '../../transcripts/session-state.js';
import { describeSession, getStoredSession, previewState, toSessionPlan } from './find-session.js';

/** Options of `compact`. */
interface CompactOptions {
  readonly strategy: string | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly summariser: string | undefined;
}

/** Compacts the active context in one step, which `undo` takes back. */
export function compactSession(
  ctx: CommandContext,
  id: string | undefined,
  request: CompactOptions,
): CommandPlan {
  const { name, state } = getStoredSession(ctx, id);
  const strategy = strategyNamed(request.strategy);
  const keeping = { first: request.first ?? DEFAULT_KEEP.first, last: request.last ?? DEFAULT_KEEP.last };
  const cut = planCut(state, selectKept(strategy, keeping));
  if (!cut) return describeSession(name, state, `${name} is short enough: nothing to compact.`);
  const { summary, notices } = summaryFor(ctx, state, cut, strategy, request.summariser);
  const events = toCompactionEvents(state, cut, summary);
  const before = tokensIn(state);
  const now = tokensIn(previewState(state, events));
  if (now >= before) {
    const why = `it takes about ${before} tokens, and would take ${now}`;
    return { ...describeSession(name, state, `${name} is short enough: ${why}.`), notices };
  }
  const say = `Compacted ${cut.replaced.length} messages of ${name}: about ${before} tokens are ${now}. Undo: daybook sessions undo ${name}`;
  return { ...toSessionPlan(name, state, events, say), notices };
}

type Cut = NonNullable<ReturnType<typeof planCut>>;

function summaryFor(
  ctx: CommandContext,
  state: SessionState,
  cut: Cut,
  strategy: CompactionStrategy,
  command: string | undefined,
): { readonly summary: string; readonly notices: readonly Notice[] } {
  if (strategy !== 'summary') return { summary: countSummary(cut), notices: [] };
  const said = ctx.query('summary', command, formatSummaryPrompt(cut));
  if (said === null) return { summary: createExtractiveSummary(cut, state), notices: [] };
  if ('text' in said) return { summary: said.text, notices: [] };
  const message = `the summariser failed (${said.failed}); the built-in one was used`;
  return { summary: createExtractiveSummary(cut, state), notices: [{ level: 'warning', message }] };
}

/** Default context window, in tokens. */
const tokensIn = (state: SessionState): number =>
  estimateTokens(JSON.stringify(buildModelContext(state, state.leaf).map(({ message }) => message)));

/** What a filling context needs: nothing, a notice, or a compaction. */
export function adviseCompaction(
  ctx: CommandContext,
  name: string,
  state: SessionState,
): { readonly events: readonly SessionEvent[]; readonly say: string } {
  const window = ctx.settings['pressure.window'];
  const tokens = tokensIn(state);
  const need = assessCompaction(tokens, window);
  if (need === 'none') return { events: [], say: '' };
  const full = `about ${tokens} of ${window} tokens`;
  const cut = need === 'hard' ? planCut(state) : null;
  if (!cut)
    return {
      events: [],
      say: `The context is filling up: ${full}. Shorten it: daybook sessions compact ${name}`,
    };
  return {
    events: toCompactionEvents(state, cut, createExtractiveSummary(cut, state)),
    say: `The context was full (${full}, over ${HARD_LIMIT * 100} %): ${cut.replaced.length} messages were compacted. Undo: daybook sessions undo ${name}`,
  };
}

function strategyNamed(name = 'summary'): CompactionStrategy {
  const found = STRATEGIES.find((strategy) => strategy === name);
  if (found) return found;
  throw new UserError('usage', `no strategy \`${name}\``, `one of: ${STRATEGIES.join(', ')}`, {}, 2);
}
