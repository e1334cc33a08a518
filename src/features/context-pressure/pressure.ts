import type { ToolCall } from '../../transcripts/tool-call.js';

/** Growth of the context, load of the task, and the thresholds that follow from both (MindSave §Dynamic Threshold Calculation). */
export const GROWTH = { slow: 1.2, normal: 1, fast: 0.8 } as const;
export const COMPLEXITY = { low: 1, medium: 0.95, high: 0.85 } as const;

type GrowthRate = keyof typeof GROWTH;
export type TaskComplexity = keyof typeof COMPLEXITY;
export type PressureLevel = 'GREEN' | 'YELLOW' | 'RED';

/** The time over which tool calls are counted to measure growth, in ms. */
export const GROWTH_WINDOW_MS = 5 * 60_000;
/** Most tool calls in five minutes for slow growth, and for normal growth. */
const SLOW = 2;
const NORMAL = 6;

export const classifyGrowth = (toolCalls: number): GrowthRate =>
  toolCalls <= SLOW ? 'slow' : toolCalls <= NORMAL ? 'normal' : 'fast';

/** Tool calls of a session's main agent in the five minutes before a moment (ms); null if there are none. */
export function countRecentCalls(
  calls: readonly Pick<ToolCall, 'at' | 'parent'>[],
  now: number,
): number | null {
  const own = calls.filter(({ parent }) => parent === null);
  return own.length === 0 ? null : own.filter(({ at }) => now - Date.parse(at) < GROWTH_WINDOW_MS).length;
}

/** The load of a task. */
export interface TaskLoad {
  readonly files: number;
  readonly constraints: number;
  readonly decisions: number;
}

/** From this number on, constraints or decisions are many: five files then make a task complex. */
const MANY = 5;

export function classifyComplexity({ files, constraints, decisions }: TaskLoad): TaskComplexity {
  if (files > 5 || (files === 5 && (constraints >= MANY || decisions >= MANY))) return 'high';
  return files >= 3 ? 'medium' : 'low';
}

/** No threshold is above this ratio: a full context can no longer save. */
const HIGHEST = 0.98;

/** The two thresholds for a cell of growth × complexity, exact to the fourth digit. */
export function getThresholds(
  base: { readonly warning: number; readonly critical: number },
  growth: GrowthRate,
  complexity: TaskComplexity,
) {
  const at = (ratio: number) =>
    Math.min(HIGHEST, Math.round(ratio * GROWTH[growth] * COMPLEXITY[complexity] * 10_000) / 10_000);
  return { warning: at(base.warning), critical: at(base.critical) };
}

/** The level of a ratio: a threshold belongs to the level above it (MindSave §Three Pressure Levels). */
export function classifyPressure(
  ratio: number,
  { warning, critical }: { warning: number; critical: number },
): PressureLevel {
  if (ratio >= critical) return 'RED';
  return ratio >= warning ? 'YELLOW' : 'GREEN';
}

/** The zone of a token count (External Memory §Token Estimation): free, watch, save. */
export type TokenZone = 'free' | 'warning' | 'save';

export function classifyTokenZone(
  tokens: number,
  { warning, save }: { warning: number; save: number },
): TokenZone {
  if (tokens >= save) return 'save';
  return tokens >= warning ? 'warning' : 'free';
}

/** Formats a ratio: `64.5 %`. */
export const formatPercent = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;
