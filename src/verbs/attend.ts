import { isMishap } from '../lifecycle/trail/attempt.js';
import { draftMishap, fillMishap } from '../lifecycle/trail/mishap.js';
import { type Pulse, pulseOf } from '../lifecycle/trail/pulse.js';
import type { Change } from '../wiki/change.js';
import type { Lately } from '../wiki/tool-call.js';
import { type Outcome, verb, type World } from './verb.js';

/** Looks after what an agent just did, by its tool log: what failed is drafted for the correction log, what was mended fills it. */
export const attend = verb({
  name: 'attend',
  about: 'look after what an agent just did: draft a mistake, fill in what mended it',
  params: {
    after: { kind: 'text', word: 'one', choices: ['tool'], about: 'what just ended: a tool call' },
  },
  examples: ['daybook attend tool'],
  faces: ['cli', 'hook'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world): Outcome {
    const lately = world.ask('lately', world.who.session);
    const pulse = pulseOf(lately);
    const learnt = learntFrom(world, pulse, lately);
    return {
      say: learnt.length === 0 ? 'There is nothing to look after.' : learnt.map(({ why }) => why).join('\n'),
      did: 'looked after a tool call',
      data: { pulse: { ...pulse, madeGood: pulse.madeGood.length, last: pulse.last?.tool ?? null } },
      changes: learnt,
    };
  },
});

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
