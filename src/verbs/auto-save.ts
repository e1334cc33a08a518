import { pathOf } from '../kinds/index.js';
import { timeOf } from '../lifecycle/snapshot/retire.js';
import { shelfOf } from '../lifecycle/snapshot/shelf.js';
import { type Pulse, pulseOf } from '../lifecycle/trail/pulse.js';
import { type Signals, type Trigger, triggerOf } from '../lifecycle/triggers.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { entriesAt } from './entries.js';
import type { World } from './verb.js';

/** What was saved though nobody said `save`. */
export interface Saved {
  readonly trigger: Trigger;
  readonly path: string;
  readonly changes: readonly Change[];
  readonly signal: Readonly<Record<string, unknown>>;
  /** In the words of the seed, for whoever asked for it or must know. */
  readonly say: string;
}

/** What a context that has filled up calls for. */
export interface Pressed {
  readonly layers: string | null;
  readonly overflow: boolean;
}

/** What an event tells beside the tool log. */
export interface Told {
  readonly signals?: Partial<Signals>;
  /** What the pressure of the context calls for, where it has become worse. */
  readonly pressed?: Pressed | null | undefined;
  readonly transcript?: string | undefined;
}

/** Saves where the table of triggers says so, and the cooldown lets it (MindSave §Auto-Trigger Rules); null for nothing. */
export function savedUnasked(world: World, told: Told): Saved | null {
  const lately = world.ask('lately', world.who.session);
  const last = lastSave(world);
  const pulse = pulseOf(lately, last);
  const pressed = told.pressed ?? null;
  const trigger = triggerFor(pulse, pressed, () => signalsOf(world, pulse, last, told.signals));
  if (trigger === null || world.who.session === null) return null;
  const {
    say,
    changes,
    signal = {},
    data,
  } = world.ask('save').think(world, {
    ...UNSAID,
    trigger,
    overflow: pressed?.overflow ?? false,
    layers: pressed?.layers ?? undefined,
    turn: pulse.turn ?? undefined,
    calls: pulse.callsSinceSave,
    transcript: told.transcript,
  });
  const snapshot = data.snapshot as { readonly path: string } | null;
  return snapshot && { trigger, path: snapshot.path, changes, signal, say: say.split('\n')[0] ?? '' };
}

/** Pressure goes before the table: an overflow is saved whatever was done, a warning where anything was. */
function triggerFor(pulse: Pulse, pressed: Pressed | null, signals: () => Signals): Trigger | null {
  if (pressed === null || (!pressed.overflow && !pulse.worked)) return triggerOf(signals());
  return pulse.refused ? null : 'pressure';
}

/** A save of which nothing is said: all is gathered. */
const UNSAID = {
  topic: undefined,
  goal: undefined,
  state: undefined,
  next: undefined,
  file: [],
  blocker: undefined,
  constraint: [],
  decision: [],
  reject: [],
  status: undefined,
  input: undefined,
} as const;

/** What is known after a tool call or a turn, with what the event tells besides. */
function signalsOf(world: World, pulse: Pulse, last: number | null, told: Partial<Signals> = {}): Signals {
  const isFresh = ({ at }: Located) => at !== null && Date.parse(at) > (last ?? pulse.began ?? 0);
  const fresh = pulse.worked ? layer2Of(world).filter(isFresh) : [];
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
    ...told,
  };
}

/** What layer 2 is made of: preferences, constraints and decisions of memory, and what the session rejected. */
function layer2Of(world: World): readonly Located[] {
  const at = (kind: 'memory' | 'session') =>
    entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf(kind)}`);
  return [...at('memory'), ...at('session')].filter(({ type }) => LAYER_2.has(type));
}

const LAYER_2: ReadonlySet<string> = new Set(['preference', 'constraint', 'rule', 'decision', 'rejected']);

/** When this session was last saved, in ms, by the notes themselves; null for never. */
function lastSave(world: World): number | null {
  const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
  const own = shelf.find(({ snapshot }) => snapshot.session === world.who.session);
  return own ? timeOf(own) : null;
}
