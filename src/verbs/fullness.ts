import type { Level, Zone } from '../lifecycle/pressure.js';
import type { Change } from '../wiki/change.js';
import type { Mark } from '../wiki/tool-call.js';
import type { Pressed } from './auto-save.js';
import { gaugeOf } from './gauge.js';
import type { Param } from './params.js';
import type { Marked, World } from './verb.js';

/** How full the context of an agent is by what its client wrote, what is to be said of it, and what to be done about it. */
export interface Fullness {
  readonly signal: Readonly<Record<string, unknown>>;
  /** What the agent is told where it has become worse; empty otherwise. */
  readonly told: string;
  /** The same to the person, where it is urgent (MindSave §Pressure Level Actions: an interrupting message). */
  readonly notice: string;
  /** What is saved for it, where it has become worse; null for nothing. */
  readonly pressed: Pressed | null;
  /** The context snapshot that its tokens call for, at the crossing into the save zone (External Memory §Token Estimation). */
  readonly snapped: { readonly say: string; readonly changes: readonly Change[] } | null;
  readonly marks: readonly Marked[];
}

/** The parameter of a verb that looks at it. */
export const TRANSCRIPT = {
  kind: 'text',
  reaches: 'transcript',
  about: 'the transcript of this session: how full its context is',
  holder: 'FILE',
} as const satisfies Param;

const LEVELS: readonly Level[] = ['GREEN', 'YELLOW', 'RED'];
const ZONES: readonly Zone[] = ['free', 'warning', 'save'];

/** The real ratio, by the client's own account or the end of the transcript (FEATURES B8); null where neither tells. */
export function fullnessBy(world: World, transcript: string | undefined): Fullness | null {
  if (transcript === undefined) return null;
  const look = world.ask('transcriptEnd', transcript);
  if (look.tokens === null && gaugeOf(world)?.tokens == null) return null;
  const before = lastKnown(world);
  const { say, level, signal, data } = world.ask('pressure')(world, look, {}, before.zone);
  const isWorse = LEVELS.indexOf(level) > LEVELS.indexOf(before.level);
  const isFull = data.zone === 'save' && data.crossed;
  const isTold = isWorse || data.crossed;
  return {
    signal,
    told: isTold ? say : '',
    notice: isWorse && level === 'RED' ? say : '',
    pressed: isWorse ? { layers: data.layers, overflow: level === 'RED' } : null,
    snapped: isFull && world.who.session !== null ? snapped(world) : null,
    marks:
      level === before.level && data.zone === before.zone
        ? []
        : [{ mark: 'pressure', level, zone: data.zone }],
  };
}

/** What the agent is told: nothing where it was saved quietly, and in any case what is urgent. */
export const toldOf = (fullness: Fullness | null, saved: object | null): string =>
  fullness === null || (saved !== null && fullness.notice === '') ? '' : fullness.told;

/** How it was with this session when it was last looked at; without a session, with whatever the signal file tells of. */
function lastKnown(world: World): { readonly level: Level; readonly zone: Zone } {
  const { session } = world.who;
  const { pressure_state, token_zone } = session === null ? world.ask('signal') : {};
  const mark = session === null ? undefined : world.ask('lately', session).marks.findLast(isPressure);
  const level = LEVELS.find((one) => one === (mark?.level ?? pressure_state)) ?? 'GREEN';
  return { level, zone: ZONES.find((one) => one === (mark?.zone ?? token_zone)) ?? 'free' };
}

const isPressure = ({ mark }: Mark): boolean => mark === 'pressure';

function snapped(world: World): NonNullable<Fullness['snapped']> {
  const { say, changes } = world.ask('snap').think(world, {
    reason: 'token_limit',
    phase: undefined,
    task: undefined,
    summary: undefined,
    input: undefined,
  });
  return { say, changes };
}
