import { pathOf } from '../kinds/index.js';
import { isLet, propose } from '../lifecycle/propose.js';
import { type Loss, losses } from '../lifecycle/spare.js';
import type { Change } from '../wiki/change.js';
import type { Outcome, World } from './verb.js';

/**
 * What a job thought, unless it would take more out of a note than a job may: then it stops, touches nothing, and asks in
 * the inbox. It holds for every job (law 9: time is just another user, but nobody looks over its shoulder).
 */
export function sparing(outcome: Outcome, world: World, job: string): Outcome {
  const { wiki } = world;
  const month = world.local(world.now).date.slice(0, 'YYYY-MM'.length);
  const { answered = [] } = outcome;
  const lost = losses(outcome.changes, wiki, world.entries)
    .filter(({ path }) => !answered.includes(path))
    .filter(({ path }) => !isLet({ job, path, month }, wiki));
  if (lost.length === 0) return outcome;
  const desk = { ids: world.ids, template: (name: string) => world.ask('template', name) };
  const changes: Change[] = [];
  for (const loss of lost)
    changes.push(...propose({ act: 'let', job, month, loss }, wiki.after(changes), desk));
  return {
    say: `${job} stops: it would take ${lost.map(inWords).join(', and ')}. Whether it may is asked in ${pathOf('inbox')}.`,
    data: { asked: lost },
    changes,
  };
}

const inWords = ({ path, going, all }: Loss): string => `${going} of ${all} entries out of ${path}`;
