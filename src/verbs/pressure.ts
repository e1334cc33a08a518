import {
  callsLately,
  complexityOf,
  growthOf,
  type Level,
  type Load,
  levelOf,
  percent,
  thresholds,
  type Zone,
  zoneOf,
} from '../lifecycle/pressure.js';
import { shelfOf } from '../lifecycle/snapshot/shelf.js';
import { isBlocked } from '../lifecycle/snapshot/snapshot.js';
import type { TranscriptLook } from '../sessions/look.js';
import { gaugeOf, isFresh } from './gauge.js';
import type { Input } from './params.js';
import { verb, type World } from './verb.js';

const PARAMS = {
  ratio: { kind: 'number', about: 'how full the context is, 0 to 1', holder: 'R' },
  'tool-calls': { kind: 'number', about: 'tool calls in the last five minutes', holder: 'N' },
  files: { kind: 'number', about: 'files being worked on', holder: 'N' },
  constraints: { kind: 'number', about: 'constraints of the task', holder: 'N' },
  decisions: { kind: 'number', about: 'decisions of the task', holder: 'N' },
  transcript: {
    kind: 'text',
    reaches: 'transcript',
    about: 'the transcript of Claude Code or Codex: the real figures',
    holder: 'FILE',
  },
} as const;

/** How near the context is to overflowing (MindSave §Adaptive Threshold; External Memory §Token Estimation). */
export const pressure = verb({
  name: 'pressure',
  about: 'tell how near the context is to overflowing, and what to do about it',
  params: PARAMS,
  examples: [
    'daybook pressure --ratio 0.65 --tool-calls 4 --files 4',
    'daybook pressure --transcript transcript.jsonl',
  ],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, input) {
    const look = input.transcript === undefined ? null : world.ask('transcript', input.transcript);
    const { say, level, data, signal } = pressureOf(world, look, input);
    return { say, data: { level, ...data }, changes: [], signal };
  },
});

/** The pressure by what a transcript tells, and by what was said besides. */
export function pressureOf(
  world: World,
  look: TranscriptLook | null,
  input: Partial<Input<typeof PARAMS>> = {},
  before: unknown = world.ask('signal').token_zone,
) {
  const { ratio, tokens } = filled(world, input, look);
  const load = loadOf(world, input, look);
  const unknown = gaugeOf(world) === null ? NORMAL_CALLS : 0;
  const growth = growthOf(input['tool-calls'] ?? calledLately(world) ?? look?.recentToolCalls ?? unknown);
  const complexity = complexityOf(load);
  const base = {
    warning: world.settings['pressure.warning'],
    critical: world.settings['pressure.critical'],
  };
  const at = thresholds(base, growth, complexity);
  const level = levelOf(ratio, at);
  const zone = zoneOf(tokens, {
    warning: world.settings['tokens.warning'],
    save: world.settings['tokens.save'],
  });
  const isCrossed = ZONE_NAMES.indexOf(zone) > Math.max(0, ZONE_NAMES.indexOf(before as Zone));
  const isRich = load.constraints + load.decisions > 0;
  return {
    say: [
      `${level}: ${percent(ratio)} of the context, warning from ${percent(at.warning)}, critical from ${percent(at.critical)} (growth ${growth}, complexity ${complexity}).`,
      ...advice(level, isRich),
      ...(isCrossed ? [ZONES[zone]] : []),
    ].join('\n'),
    level,
    data: {
      ...at,
      growth,
      complexity,
      ratio,
      tokens,
      zone,
      crossed: isCrossed,
      layers: LAYERS[level](isRich),
    },
    signal: {
      pressure_state: level,
      thresholds: at,
      growth_rate: growth,
      complexity,
      estimated_tokens_ratio: ratio,
      token_zone: zone,
    },
  };
}

/** Where nobody says how many tools were called, the context grows as it mostly does; a client that told its fill tells calls, too. */
const NORMAL_CALLS = 4;

/** Tool calls of this session in the last five minutes, by the tool log; null where it tells of none. */
const calledLately = ({ ask, now, who }: World): number | null =>
  who.session === null ? null : callsLately(ask('lately', who.session).calls, now);

/** What is saved at a level (MindSave §Pressure Level Actions). */
const LAYERS: Readonly<Record<Level, (isRich: boolean) => string | null>> = {
  GREEN: () => null,
  YELLOW: (isRich) => (isRich ? '1,2' : '1'),
  RED: () => '1',
};

function advice(level: Level, isRich: boolean): string[] {
  if (level === 'GREEN') return [];
  if (level === 'YELLOW')
    return [`Context pressure rising: daybook save --trigger pressure --layers ${LAYERS.YELLOW(isRich)}`];
  return ['⚠️ Context overflow imminent: daybook save --overflow, then start a new conversation with /load.'];
}

const ZONES = {
  free: '',
  warning: 'Warning zone: save a checkpoint soon.',
  save: 'Save zone: daybook snap --reason token_limit, then go on in a fresh agent.',
} as const;

const ZONE_NAMES = Object.keys(ZONES) as Zone[];

/** How full the context is: as said, by the client's own account or the transcript, or as it was last known. */
function filled(world: World, { ratio }: Partial<Input<typeof PARAMS>>, look: TranscriptLook | null) {
  const gauge = gaugeOf(world);
  const own = isFresh(gauge, look) ? gauge : null;
  const window = own?.window ?? look?.window ?? gauge?.window ?? world.settings['pressure.window'];
  const known = Number(world.ask('signal').estimated_tokens_ratio) || 0;
  const tokens = own?.tokens ?? look?.tokens ?? null;
  const now = ratio ?? (tokens === null ? known : Math.round((tokens / window) * 10_000) / 10_000);
  return { ratio: now, tokens: ratio === undefined && tokens !== null ? tokens : Math.round(now * window) };
}

/** What the task carries: as said, by the transcript, or as its open snapshot says. */
function loadOf(world: World, input: Partial<Input<typeof PARAMS>>, look: TranscriptLook | null): Load {
  const isSaid =
    input.files !== undefined && input.constraints !== undefined && input.decisions !== undefined;
  const shelf = isSaid ? [] : shelfOf(world.wiki, (text) => world.ask('properties', text));
  const open = shelf.find(
    ({ snapshot }) => snapshot.status === 'in_progress' || isBlocked(snapshot),
  )?.snapshot;
  return {
    files: input.files ?? look?.files.length ?? open?.active_files.length ?? 1,
    constraints: input.constraints ?? open?.constraints.length ?? 0,
    decisions: input.decisions ?? open?.decisions.length ?? 0,
  };
}
