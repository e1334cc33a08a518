import type { ActivityMark, CommandContext } from '../../command/define-command.js';
import type { ParamDefinition } from '../../command/params.js';
import type { Change } from '../../notes/changes/change.js';
import type { ActivityMarkRecord } from '../../transcripts/tool-call.js';
import type { PressureRequest } from '../auto-save/auto-save.js';
import { planContextSnapshot } from '../tasks/context-snapshot.js';
import { measurePressure } from './measure-pressure.js';
import { getThresholds, type PressureLevel, type TokenZone } from './pressure.js';
import { findClientUsage } from './usage-from-client.js';

/** How full the context of an agent is by what its client wrote, what is to be said of it, and what to be done about it. */
interface ContextUsage {
  readonly signal: Readonly<Record<string, unknown>>;
  /** What the agent is told where it has become worse; empty otherwise. */
  readonly message: string;
  /** The same to the person, where it is urgent (MindSave §Pressure Level Actions: an interrupting message). */
  readonly notice: string;
  /** What is saved for it, where it has become worse; null for nothing. */
  readonly pressed: PressureRequest | null;
  /** The context snapshot that its tokens call for, at the crossing into the save zone (External Memory §Token Estimation). */
  readonly snapped: { readonly say: string; readonly changes: readonly Change[] } | null;
  /** When it must be looked at again: at so many tokens, or when half of those of now are left. */
  readonly next: { readonly tokens: number; readonly window: number; readonly lookAt: number };
  readonly marks: readonly ActivityMark[];
}

/** The parameter of a verb that looks at it. */
export const TRANSCRIPT_PARAM = {
  kind: 'text',
  reaches: 'transcript',
  description: 'the transcript of this session: how full its context is',
  placeholder: 'FILE',
} as const satisfies ParamDefinition;

const LEVELS: readonly PressureLevel[] = ['GREEN', 'YELLOW', 'RED'];
const ZONES: readonly TokenZone[] = ['free', 'warning', 'save'];

/** The real ratio, by the client's own account or the end of the transcript (FEATURES B8); null where neither tells. */
export function findContextUsage(ctx: CommandContext, transcript: string | undefined): ContextUsage | null {
  if (transcript === undefined) return null;
  const look = ctx.query('transcriptEnd', transcript);
  if (look.tokens === null && findClientUsage(ctx)?.tokens == null) return null;
  const before = lastKnown(ctx);
  const { say, level, signal, data } = measurePressure(ctx, look, {}, before.zone);
  const isWorse = LEVELS.indexOf(level) > LEVELS.indexOf(before.level);
  const isFull = data.zone === 'save' && data.crossed;
  const isTold = isWorse || data.crossed;
  return {
    signal,
    message: isTold ? say : '',
    notice: isWorse && level === 'RED' ? say : '',
    pressed: isWorse ? { layers: data.layers, overflow: level === 'RED' } : null,
    next: planNextLook(ctx, data),
    snapped: isFull && ctx.actor.session !== null ? snapped(ctx) : null,
    marks:
      level === before.level && data.zone === before.zone
        ? []
        : [{ mark: 'pressure', level, zone: data.zone }],
  };
}

/** Above the lowest threshold a context is looked at again after so much of its window. */
const STEP = 0.02;

/** Tokens at which the pressure may become another: a zone begins, or the lowest threshold of all is reached. */
function planNextLook(
  { settings }: CommandContext,
  { ratio, tokens }: { readonly ratio: number; readonly tokens: number },
): ContextUsage['next'] {
  const window = Math.round(ratio > 0 ? tokens / ratio : settings['pressure.window']);
  const base = { warning: settings['pressure.warning'], critical: settings['pressure.critical'] };
  const lowest = getThresholds(base, 'fast', 'high').warning * window;
  const zones = [settings['tokens.warning'], settings['tokens.save']].filter((zone) => zone > tokens);
  const lookAt = Math.round(Math.min(Math.max(lowest, tokens + STEP * window), ...zones));
  return { tokens, window, lookAt };
}

/** What the agent is told: nothing where it was saved quietly, and in any case what is urgent. */
export const formatUsageMessage = (fullness: ContextUsage | null, saved: object | null): string =>
  fullness === null || (saved !== null && fullness.notice === '') ? '' : fullness.message;

/** How it was with this session when it was last looked at; without a session, with whatever the signal file tells of. */
function lastKnown(ctx: CommandContext): { readonly level: PressureLevel; readonly zone: TokenZone } {
  const { session } = ctx.actor;
  const { pressure_state, token_zone } = session === null ? ctx.query('signal') : {};
  const mark = session === null ? undefined : ctx.query('recentActivity', session).marks.findLast(isPressure);
  const level = LEVELS.find((one) => one === (mark?.level ?? pressure_state)) ?? 'GREEN';
  return { level, zone: ZONES.find((one) => one === (mark?.zone ?? token_zone)) ?? 'free' };
}

const isPressure = ({ mark }: ActivityMarkRecord): boolean => mark === 'pressure';

function snapped(ctx: CommandContext): NonNullable<ContextUsage['snapped']> {
  const { message: say, changes } = planContextSnapshot(ctx, { reason: 'token_limit' });
  return { say, changes };
}
