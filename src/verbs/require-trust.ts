import { Refusal, type World } from './verb.js';

/** Refuses where the user has not trusted this root; `what` says what needs it, as the subject of a sentence. */
export function requireTrust(world: World, what: string): void {
  const { root, trusted } = world.ask('root');
  if (trusted) return;
  throw new Refusal(
    'untrusted',
    `${what} needs your trust of ${root}`,
    'if you trust what it holds: daybook trust',
  );
}
