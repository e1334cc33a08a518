import { isMishap } from '../lifecycle/trail/attempt.js';
import { draftMishap, fillMishap } from '../lifecycle/trail/mishap.js';
import { type Pulse, pulseOf } from '../lifecycle/trail/pulse.js';
import type { Signals } from '../lifecycle/triggers.js';
import type { Change } from '../wiki/change.js';
import type { Lately } from '../wiki/tool-call.js';
import { savedUnasked } from './auto-save.js';
import { beginning } from './begun.js';
import { fullnessBy, TRANSCRIPT, toldOf } from './fullness.js';
import { type Outcome, verb, type World } from './verb.js';

const PARAMS = {
  after: {
    kind: 'text',
    word: 'one',
    choices: ['tool', 'turn', 'task', 'spawn'],
    about: 'what just happened: a tool was called, a turn or a task ended, an agent starts',
  },
  said: { kind: 'text', about: 'what the agent said last', holder: 'TEXT' },
  transcript: TRANSCRIPT,
} as const;

/**
 * Looks after what an agent just did, by its tool log: saves where the table of triggers says so (MindSave §Auto-Trigger
 * Rules), drafts what failed for the correction log, and fills the draft with what mended it.
 */
export const attend = verb({
  name: 'attend',
  about: 'look after what an agent just did: save when it is time, draft a mistake, fill in what mended it',
  params: PARAMS,
  examples: ['daybook attend tool'],
  faces: ['cli', 'hook'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { after = 'tool', said, transcript }): Outcome {
    const lately = world.ask('lately', world.who.session);
    const pulse = pulseOf(lately);
    const learnt =
      after === 'tool'
        ? world.known(() => ({ changes: learntFrom(world, pulse, lately) }), NOTHING).changes
        : [];
    const fullness = fullnessBy(world, transcript);
    const signals = SIGNALS[after]?.(pulse, said ?? null) ?? {};
    const saved = savedUnasked(world, { signals, pressed: fullness?.pressed, transcript });
    const begun = world.known(() => beginning(world), { changes: [], marks: [] });
    const written = [...begun.changes, ...learnt];
    const done = [...written.map(({ why }) => why), saved?.say, fullness?.snapped?.say].filter(Boolean);
    return {
      say: done.join('\n') || 'There is nothing to look after.',
      did: saved ? `save: ${saved.trigger}` : (done[0] ?? 'looked after an agent'),
      data: {
        context: toldOf(fullness, saved),
        notice: [fullness?.pressed ? (saved?.say ?? fullness.notice) : '', fullness?.snapped?.say]
          .filter(Boolean)
          .join('\n'),
        saved: saved && { trigger: saved.trigger, path: saved.path },
        pulse: { ...pulse, madeGood: pulse.madeGood.length, last: pulse.last?.tool ?? null },
      },
      changes: [...written, ...(saved?.changes ?? []), ...(fullness?.snapped?.changes ?? [])],
      signal: { tool_calls_since_save: pulse.callsSinceSave, ...fullness?.signal, ...saved?.signal },
      marks: [
        { mark: 'looked' },
        ...begun.marks,
        ...(saved ? [{ mark: 'saved' } as const] : []),
        ...(fullness?.marks ?? []),
      ],
    };
  },
});

const NOTHING: { readonly changes: readonly Change[] } = { changes: [] };

/** What each event tells the table of triggers. */
const SIGNALS: Readonly<Record<string, (pulse: Pulse, said: string | null) => Partial<Signals>>> = {
  tool: ({ completed, planned, madeGood }) => ({
    subTaskCompleted: completed,
    phaseEnded: planned,
    failuresBeforeSuccess: madeGood.length,
  }),
  turn: ({ callsOfTurn }, answer) => ({ toolCallsOfTask: callsOfTurn, answer }),
  task: () => ({ subTaskCompleted: true }),
  spawn: () => ({ spawning: true }),
};

/** A draft of what failed, or what fills it. */
function learntFrom(world: World, { last, madeGood }: Pulse, { calls }: Lately): readonly Change[] {
  if (last === null) return [];
  const desk = {
    ids: world.ids,
    template: (name: string) => world.ask('template', name),
    entries: world.entries,
    wrote: (path: string, line: string) => world.ask('wrote', path, line),
  };
  if (isMishap(last)) return draftMishap(last, world.wiki, desk);
  return madeGood.length === 0 ? [] : fillMishap(madeGood, calls, world.wiki, desk);
}
