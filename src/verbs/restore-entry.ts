import type { Splice } from '../markdown/splice.js';
import type { Touched } from './facts.js';
import { type Outcome, Refusal, type World } from './verb.js';

/** Brings back an entry that we wrote and that is gone, as `doctor` names it: into its note, where its context stands. */
export function restoreEntry(world: World, id: string): Outcome {
  const [here] = world.ask('places', id);
  if (here)
    throw new Refusal(
      'still-there',
      `^${id} stands at ${here.path}:${here.line}`,
      'nothing is to be brought back',
    );
  const { touched, splice } = writtenAs(world, id);
  const note = world.wiki.note(touched.path);
  const before = touched.before === null ? '' : world.ask('version', touched.before);
  const splices = note && before !== null ? world.ask('rebase', [splice], before, note.text) : null;
  const line = splice.new.trim();
  if (!note || !splices)
    throw new Refusal('no-place', `its place in ${touched.path} is gone`, 'log it again', { found: line });
  return {
    say: `Brought ^${id} back to ${touched.path}: ${line}`,
    data: { restored: { path: touched.path, id } },
    changes: [{ do: 'edit', path: touched.path, base: note.hash, splices, why: `bring back ^${id}` }],
  };
}

/** The newest change that wrote a line with this id, and that line alone as it was put in. */
function writtenAs(world: World, id: string): { readonly touched: Touched; readonly splice: Splice } {
  const line = new RegExp(`^.*\\s\\^${id}[ \\t]*$`, 'm');
  for (const { touched } of world.ask('history'))
    for (const one of touched)
      for (const { at, old, new: fresh } of one.splices) {
        const own = line.exec(fresh)?.[0];
        if (own !== undefined && !old.includes(own))
          return { touched: one, splice: { at, old: '', new: alone(fresh, own) } };
      }
  throw new Refusal(
    'unknown-entry',
    `no entry ^${id} was ever written`,
    'see what was done: daybook history',
  );
}

/** A line with the break that its change put before or behind it. */
function alone(fresh: string, line: string): string {
  const [lead] = /^(?:\r\n|\n|\r)/.exec(fresh) ?? [];
  return lead === undefined ? `${line}${/\r\n|\n|\r/.exec(fresh)?.[0] ?? '\n'}` : `${lead}${line}`;
}
