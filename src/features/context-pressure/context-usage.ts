import type { ActivityMark, CommandContext } from '../../command/define-command.js';
import { defineText } from '../../command/params.js';
import type { ActivityMarkRecord } from '../../transcripts/tool-call.js';
import { planContextSnapshot } from '../tasks/context-snapshot.js';
import { findClientUsage, measurePressure } from './measure-pressure.js';
import { getThresholds, type PressureLevel, type TokenZone } from './pressure.js';

/** The parameter of commands that measure it. */
export const TRANSCRIPT_PARAM = defineText(
  'the transcript of this session: how full its context is',
  'FILE',
  { reaches: 'transcript' },
);

const LEVELS: readonly PressureLevel[] = ['GREEN', 'YELLOW', 'RED'];
const ZONES: readonly TokenZone[] = ['free', 'warning', 'save'];

/** The real ratio, from the client's report or the end of the transcript (FEATURES B8); null if neither has one. */
export function findContextUsage(ctx: CommandContext, transcript: string | undefined) {
  if (transcript === undefined) return null;
  const look = ctx.query('transcriptEnd', transcript);
  if (look.tokens === null && findClientUsage(ctx)?.tokens == null) return null;
  const before = lastKnown(ctx);
  const { say, level, signal, data } = measurePressure(ctx, look, {}, before.zone);
  const isWorse = LEVELS.indexOf(level) > LEVELS.indexOf(before.level);
  const isFull = data.zone === 'save' && data.crossed;
  const isTold = isWorse || data.crossed;
  const marks: readonly ActivityMark[] =
    level === before.level && data.zone === before.zone ? [] : [{ mark: 'pressure', level, zone: data.zone }];
  return {
    signal,
    /** For the agent, if the pressure rose. */
    message: isTold ? say : '',
    /** For the person, if it is urgent (MindSave §Pressure Level Actions: an interrupting message). */
    notice: isWorse && level === 'RED' ? say : '',
    /** The save if the pressure rose. */
    pressed: isWorse ? { layers: data.layers, overflow: level === 'RED' } : null,
    next: planNextLook(ctx, data),
    snapped: isFull && ctx.actor.session !== null ? snapped(ctx) : null,
    marks,
  };
}

/** Above the lowest threshold a context is measured again after this share of its window. */
const STEP = 0.02;

/** Tokens at which the pressure may change: the next zone, or the lowest threshold. */
function planNextLook(
  { settings }: CommandContext,
  { ratio, tokens }: { readonly ratio: number; readonly tokens: number },
) {
  const window = Math.round(ratio > 0 ? tokens / ratio : settings['pressure.window']);
  const base = { warning: settings['pressure.warning'], critical: settings['pressure.critical'] };
  const lowest = getThresholds(base, 'fast', 'high').warning * window;
  const zones = [settings['tokens.warning'], settings['tokens.save']].filter((zone) => zone > tokens);
  const lookAt = Math.round(Math.min(Math.max(lowest, tokens + STEP * window), ...zones));
  return { tokens, window, lookAt };
}

/** The message for the agent: empty for a quiet save, always for an urgent one. */
export const formatUsageMessage = (
  fullness: ReturnType<typeof findContextUsage>,
  saved: object | null,
): string => (fullness === null || (saved !== null && fullness.notice === '') ? '' : fullness.message);

/** The last measurement of this session; without a session, that of the signal file. */
function lastKnown(ctx: CommandContext) {
  const { session } = ctx.actor;
  const { pressure_state, token_zone } = session === null ? ctx.query('signal') : {};
  const mark = session === null ? undefined : ctx.query('recentActivity', session).marks.findLast(isPressure);
  const level = LEVELS.find((one) => one === (mark?.level ?? pressure_state)) ?? 'GREEN';
  return { level, zone: ZONES.find((one) => one === (mark?.zone ?? token_zone)) ?? 'free' };
}

const isPressure = ({ mark }: ActivityMarkRecord): boolean => mark === 'pressure';

/** Plans the context snapshot at the crossing into the save zone (External Memory §Token Estimation). */
function snapped(ctx: CommandContext) {
  const { message: say, changes } = planContextSnapshot(ctx, { reason: 'token_limit' });
  return { say, changes };
}
