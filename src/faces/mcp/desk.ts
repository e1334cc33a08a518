import { fileURLToPath } from 'node:url';
import { type House, openHouse, type Start } from '../../house.js';
import { createKept } from '../../kept.js';
import { type Result, run } from '../../run.js';
import type { Input, Params } from '../../verbs/params.js';
import { Refusal, type Verb } from '../../verbs/verb.js';
import { nameOf } from './client-name.js';

/** Who asks: the program at the other end, and the folders that it works in, where it told. */
export interface Client {
  readonly name: string | undefined;
  readonly roots: readonly string[];
  /** Given up on: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told how much of a long work is done, 0–1, where the client asked for it. */
  readonly progress?: Start['progress'];
}

/** Where calls are answered, one after the other, each by the same run as a command. */
export interface Desk {
  ask(verb: Verb, input: Input<Params>, client: Client): Promise<Result>;
  /** Does slow work elsewhere: it begins in its turn, one at a time, and the calls behind it do not wait for its end. */
  aside<T>(verb: Verb, client: Client, work: (start: Start) => Promise<T>): Promise<T>;
}

/** A desk for one server; what one call learned of the disk spares the next the looking up. */
export function createDesk(start: Start): Desk {
  const kept = createKept();
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();
  let lastAside: Promise<unknown> = Promise.resolve();
  const open = async (verb: Verb, client: Client): Promise<{ house: House; from: Start }> => {
    const { env } = start;
    const own = {
      ...env,
      DAYBOOK_BY: env.DAYBOOK_BY ?? nameOf(client.name),
      DAYBOOK_SEED: seedOf(env, calls++),
    };
    const { progress } = client;
    const asked = { ...start, env: own, ...(progress ? { progress } : {}) };
    return openAnywhere(asked, client.roots, async (from) => ({
      house: await openHouse(from, verb.needs, kept),
      from,
    }));
  };
  const inTurn = <T>(client: Client, act: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => {
      await breath();
      refuseGivenUp(client);
      return act();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ask: (verb, input, client) =>
      inTurn(client, async () => {
        const { house } = await open(verb, client);
        return run(verb, input, house, { dryRun: false });
      }),
    async aside(verb, client, work) {
      const { from } = await inTurn(client, () => open(verb, client));
      const mine = lastAside.then(() => {
        refuseGivenUp(client);
        return work(from);
      });
      lastAside = mine.catch(() => undefined);
      const result = await mine;
      refuseGivenUp(client);
      return result;
    },
  };
}

function refuseGivenUp({ signal }: Client): void {
  if (signal.aborted) throw new Refusal('cancelled', 'the call was given up', 'call it again');
}

/** Between two calls what has come in is read: it may give up a call that waits. */
const breath = (): Promise<void> => new Promise((go) => setImmediate(go));

/** A given seed is another one for each call, or all calls of one moment would be the same operation. */
const seedOf = ({ DAYBOOK_SEED: seed }: Start['env'], call: number): string | undefined =>
  seed && call > 0 ? `${seed}.${call}` : seed;

/** The workspace stood in; where there is none and none was named, the first that the client's folders lie in. */
async function openAnywhere<T>(
  start: Start,
  roots: readonly string[],
  open: (start: Start) => Promise<T>,
): Promise<T> {
  try {
    return await open(start);
  } catch (error) {
    if (!isHomeless(error) || start.workspace || start.env.DAYBOOK_WORKSPACE) throw error;
    for (const cwd of roots.flatMap(folderOf)) {
      try {
        return await open({ ...start, cwd });
      } catch (other) {
        if (!isHomeless(other)) throw other;
      }
    }
    throw error;
  }
}

/** True for a refusal that another folder might mend. */
export const isHomeless = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'no-workspace';

function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
