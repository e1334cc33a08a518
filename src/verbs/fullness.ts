import type { Level } from '../lifecycle/pressure.js';
import type { Param } from './params.js';
import type { World } from './verb.js';

/** How full the context of an agent is by what its client wrote, for other programs, and what is to be said of it. */
export interface Fullness {
  readonly signal: Readonly<Record<string, unknown>>;
  /** What the agent is told where it has become worse; empty otherwise. */
  readonly told: string;
  /** The same to the person, where it is urgent (MindSave §Pressure Level Actions: an interrupting message). */
  readonly notice: string;
}

/** The parameter of a verb that looks at it. */
export const TRANSCRIPT = {
  kind: 'text',
  about: 'the transcript of this session: how full its context is',
  holder: 'FILE',
} as const satisfies Param;

const RANK: Readonly<Record<Level, number>> = { GREEN: 0, YELLOW: 1, RED: 2 };

/** The real ratio, by the end of the transcript (FEATURES B8); null where it does not tell. */
export function fullnessBy(world: World, transcript: string | undefined): Fullness | null {
  if (transcript === undefined) return null;
  const look = world.ask('transcriptEnd', transcript);
  if (look.tokens === null) return null;
  const before = world.ask('signal').pressure_state;
  const { say, level, signal } = world.ask('pressure')(world, look);
  const isWorse = RANK[level] > (RANK[before as Level] ?? 0);
  return { signal, told: isWorse ? say : '', notice: isWorse && level === 'RED' ? say : '' };
}
