import type { CommandContext } from '../../command/define-command.js';
import { type CommandInput, defineNumber, defineText } from '../../command/params.js';
import { isBlocked, listSnapshots } from '../../records/snapshot.js';
import type { TranscriptStats } from '../../transcripts/transcript-stats.js';
import {
  classifyComplexity,
  classifyGrowth,
  classifyPressure,
  classifyTokenZone,
  countRecentCalls,
  formatPercent,
  getThresholds,
  type PressureLevel,
  type TaskLoad,
  type TokenZone,
} from './pressure.js';

/** The parameters of a pressure measurement. */
export const PRESSURE_PARAMS = {
  ratio: { kind: 'number', description: 'how full the context is, 0 to 1', placeholder: 'R' },
  'tool-calls': defineNumber('tool calls in the last five minutes'),
  files: defineNumber('files being worked on'),
  constraints: defineNumber('constraints of the task'),
  decisions: defineNumber('decisions of the task'),
  transcript: defineText('a transcript of Claude Code or Codex, for exact figures', 'FILE', {
    reaches: 'transcript',
  }),
} as const;

type PressureInput = Partial<CommandInput<typeof PRESSURE_PARAMS>>;

/** Measures the pressure from a transcript and the passed values. */
export function measurePressure(
  ctx: CommandContext,
  look: TranscriptStats | null,
  input: PressureInput = {},
  before: unknown = ctx.query('signal').token_zone,
) {
  const { ratio, tokens } = filled(ctx, input, look);
  const load = loadOf(ctx, input, look);
  const unknown = findClientUsage(ctx) === null ? NORMAL_CALLS : 0;
  const growth = classifyGrowth(input['tool-calls'] ?? calledLately(ctx) ?? look?.recentToolCalls ?? unknown);
  const complexity = classifyComplexity(load);
  const base = {
    warning: ctx.settings['pressure.warning'],
    critical: ctx.settings['pressure.critical'],
  };
  const at = getThresholds(base, growth, complexity);
  const level = classifyPressure(ratio, at);
  const zone = classifyTokenZone(tokens, {
    warning: ctx.settings['tokens.warning'],
    save: ctx.settings['tokens.save'],
  });
  const isCrossed = ZONE_NAMES.indexOf(zone) > Math.max(0, ZONE_NAMES.indexOf(before as TokenZone));
  const isRich = load.constraints + load.decisions > 0;
  return {
    say: [
      `${level}: ${formatPercent(ratio)} of the context, warning from ${formatPercent(at.warning)}, critical from ${formatPercent(at.critical)} (growth ${growth}, complexity ${complexity}).`,
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

/** Without a known number of calls growth counts as normal; a client that reports the fill also reports calls. */
const NORMAL_CALLS = 4;

/** Tool calls of this session in the last five minutes, by the tool log; null if it has none. */
const calledLately = ({ query: ask, now, actor: who }: CommandContext): number | null =>
  who.session === null ? null : countRecentCalls(ask('recentActivity', who.session).calls, now);

/** The save for each level (MindSave §Pressure Level Actions). */
const LAYERS: Readonly<Record<PressureLevel, (isRich: boolean) => string | null>> = {
  GREEN: () => null,
  YELLOW: (isRich) => (isRich ? '1,2' : '1'),
  RED: () => '1',
};

function advice(level: PressureLevel, isRich: boolean): string[] {
  if (level === 'GREEN') return [];
  if (level === 'YELLOW')
    return [`Context pressure rising: daybook save --trigger pressure --layers ${LAYERS.YELLOW(isRich)}`];
  return ['⚠️ Context overflow imminent: daybook save --overflow, then start a new conversation with /load.'];
}

const ZONES = {
  free: '',
  warning: 'Warning zone: save a checkpoint soon.',
  save: 'Save zone: daybook save --conversation --reason token_limit, then continue in a fresh agent.',
} as const;

const ZONE_NAMES = Object.keys(ZONES) as TokenZone[];

/** The fill of the context: as passed, by the client's status line or the transcript, or the last known one. */
function filled(ctx: CommandContext, { ratio }: PressureInput, look: TranscriptStats | null) {
  const gauge = findClientUsage(ctx);
  const own = isFresh(gauge, look) ? gauge : null;
  const window = own?.window ?? look?.window ?? gauge?.window ?? ctx.settings['pressure.window'];
  const known = Number(ctx.query('signal').estimated_tokens_ratio) || 0;
  const tokens = own?.tokens ?? look?.tokens ?? null;
  const now = ratio ?? (tokens === null ? known : Math.round((tokens / window) * 10_000) / 10_000);
  return { ratio: now, tokens: ratio === undefined && tokens !== null ? tokens : Math.round(now * window) };
}

/** The load of the task: as passed, by the transcript, or by its open snapshot. */
function loadOf(ctx: CommandContext, input: PressureInput, look: TranscriptStats | null): TaskLoad {
  const isSaid =
    input.files !== undefined && input.constraints !== undefined && input.decisions !== undefined;
  const snapshots = isSaid ? [] : listSnapshots(ctx);
  const open = snapshots.find(
    ({ snapshot }) => snapshot.status === 'in_progress' || isBlocked(snapshot),
  )?.snapshot;
  return {
    files: input.files ?? look?.files.length ?? open?.active_files.length ?? 1,
    constraints: input.constraints ?? open?.constraints.length ?? 0,
    decisions: input.decisions ?? open?.decisions.length ?? 0,
  };
}

/** The fill of a context as the client reported it to the status line. */
interface ClientUsage {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null before the first answer: until then the client reports only the window. */
  readonly tokens: number | null;
  readonly window: number;
}

/** The client's last report on this session; null if there is none. */
export function findClientUsage({ query: ask, actor: who }: CommandContext): ClientUsage | null {
  if (who.session === null) return null;
  const { at, tokens, window } =
    ask('recentActivity', who.session).marks.findLast(({ mark }) => mark === 'filled') ?? {};
  return at === undefined || window === undefined ? null : { at, tokens: tokens ?? null, window };
}

/** True if the client's report is not older than its transcript. */
const isFresh = (gauge: ClientUsage | null, look: TranscriptStats | null): boolean =>
  gauge !== null &&
  gauge.tokens !== null &&
  (look?.tokens == null || Date.parse(gauge.at) >= (Date.parse(look.tokensAt ?? '') || 0));
