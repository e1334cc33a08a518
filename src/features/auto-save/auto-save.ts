import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { planSnapshot } from '../snapshots/save-snapshot.js';
import { findSessionSaveTime } from '../snapshots/snapshot-retention.js';
import { type SessionActivity, summarizeActivity } from '../tool-log/session-activity.js';
import { type SaveTrigger, selectTrigger, type TriggerSignals } from './save-triggers.js';

/** The save that a full context asks for. */
export interface PressureRequest {
  readonly layers: string | null;
  readonly overflow: boolean;
}

/** What an event adds to the tool log. */
interface AutoSaveInput {
  readonly signals?: Partial<TriggerSignals>;
  /** The save that the context's pressure calls for, if it rose. */
  readonly pressed?: PressureRequest | null | undefined;
  readonly transcript?: string | undefined;
}

/** Saves if a trigger fires and the cooldown is over (MindSave §Auto-Trigger Rules); null otherwise. */
export function planAutoSave(ctx: CommandContext, request: AutoSaveInput) {
  const lately = ctx.query('recentActivity', ctx.actor.session);
  const last = findSessionSaveTime(ctx) || null;
  const pulse = summarizeActivity(lately, last);
  const pressed = request.pressed ?? null;
  const trigger = triggerFor(pulse, pressed, () => signalsOf(ctx, pulse, last, request.signals));
  if (trigger === null || ctx.actor.session === null) return null;
  const {
    message: say,
    changes,
    statusFields: signal = {},
    data,
  } = planSnapshot(ctx, {
    trigger,
    overflow: pressed?.overflow ?? false,
    layers: pressed?.layers ?? undefined,
    turn: pulse.turn ?? undefined,
    calls: pulse.callsSinceSave,
    transcript: request.transcript,
  });
  const snapshot = data.snapshot as { readonly path: string } | null;
  return snapshot && { trigger, path: snapshot.path, changes, signal, say: say.split('\n')[0] ?? '' };
}

/** Pressure precedes the triggers: an overflow is always saved, a warning only if something was done. */
function triggerFor(
  pulse: SessionActivity,
  pressed: PressureRequest | null,
  signals: () => TriggerSignals,
): SaveTrigger | null {
  if (pressed === null || (!pressed.overflow && !pulse.worked)) return selectTrigger(signals());
  return pulse.refused ? null : 'pressure';
}

/** Returns the signals after a tool call or a turn. */
function signalsOf(
  ctx: CommandContext,
  pulse: SessionActivity,
  last: number | null,
  overrides: Partial<TriggerSignals> = {},
): TriggerSignals {
  const isFresh = ({ at }: LocatedEntry) => at !== null && Date.parse(at) > (last ?? pulse.began ?? 0);
  // Reading all of memory is too slow for each tool call.
  const isAsked = pulse.logged || Boolean(overrides.toolCallsOfTask);
  const fresh = pulse.worked && isAsked ? layer2Of(ctx).filter(isFresh) : [];
  return {
    toolCallsSinceSave: pulse.callsSinceSave,
    toolCallsOfTask: 0,
    subTaskCompleted: false,
    failuresBeforeSuccess: 0,
    prompt: null,
    answer: null,
    decided: pulse.logged && fresh.some(({ type }) => type === 'decision'),
    newLayer2: fresh.length > 0,
    phaseEnded: false,
    agentReturned: false,
    spawning: false,
    worked: pulse.worked,
    refused: pulse.refused,
    ...overrides,
  };
}

/** Types that layer 2 is made of: preferences, constraints and decisions of memory, and rejections of the session. */
function layer2Of(ctx: CommandContext): readonly LocatedEntry[] {
  const session = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('session')}`);
  return [...readMemoryEntries(ctx, ctx.notebook), ...session].filter(({ type }) => LAYER_2.has(type));
}

const LAYER_2: ReadonlySet<string> = new Set(['preference', 'constraint', 'rule', 'decision', 'rejected']);
