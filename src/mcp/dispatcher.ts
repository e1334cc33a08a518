import { fileURLToPath } from 'node:url';
import { type CommandResult, executeCommand } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';
import { createProcessCache } from '../app/process-cache.js';
import { logClientSession } from '../app/record-activity.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { type Command, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { normalizeClientName } from './client-name.js';

/** Who asks: the program at the other end, and the folders that it works in, where it told. */
export interface RequestClient {
  readonly name: string | undefined;
  readonly roots: readonly string[];
  /** Given up on: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told how much of a long work is done, 0–1, where the client asked for it. */
  readonly progress?: Invocation['progress'];
}

/** Where calls are answered, one after the other, each by the same run as a command. */
export interface Dispatcher {
  dispatch(
    command: Command,
    input: CommandInput<ParamDefinitions>,
    client: RequestClient,
  ): Promise<CommandResult>;
  /** The client is gone. */
  end(): void;
  /** Does slow work elsewhere: it begins in its turn, one at a time, and the calls behind it do not wait for its end. */
  aside<T>(command: Command, client: RequestClient, work: (start: Invocation) => Promise<T>): Promise<T>;
}

/** A desk for one server; what one call learned of the disk spares the next the looking up. */
export function createDispatcher(start: Invocation): Dispatcher {
  const cache = createProcessCache();
  let calls = 0;
  let closeSession: (() => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let lastAside: Promise<unknown> = Promise.resolve();
  const open = async (
    command: Command,
    client: RequestClient,
  ): Promise<{ runtime: Runtime; from: Invocation }> => {
    const { env } = start;
    const own = {
      ...env,
      DAYBOOK_BY: env.DAYBOOK_BY ?? normalizeClientName(client.name),
      DAYBOOK_SEED: seedOf(env, calls++),
    };
    const { progress } = client;
    const request = { ...start, env: own, ...(progress ? { progress } : {}) };
    return openAnywhere(request, client.roots, async (from) => ({
      runtime: await openRuntime(from, command.requires, cache),
      from,
    }));
  };
  const inTurn = <T>(client: RequestClient, act: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => {
      await breath();
      refuseGivenUp(client);
      return act();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    dispatch: (command, input, client) =>
      inTurn(client, async () => {
        const { runtime } = await open(command, client);
        const result = await executeCommand(command, input, runtime, { dryRun: false });
        closeSession ??= openSession(runtime);
        return result;
      }),
    end: () => closeSession?.(),
    async aside(command, client, work) {
      const { from } = await inTurn(client, () => open(command, client));
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

/** From its first call on a client counts as at work, so that the context block stays as it has loaded it. */
const openSession = ({ store, request }: Runtime): (() => void) =>
  logClientSession(store, new Date(request.now).toISOString(), request.by ?? 'mcp');

function refuseGivenUp({ signal }: RequestClient): void {
  if (signal.aborted) throw new UserError('cancelled', 'the call was given up', 'call it again');
}

/** Between two calls what has come in is read: it may give up a call that waits. */
const breath = (): Promise<void> => new Promise((go) => setImmediate(go));

/** A given seed is another one for each call, or all calls of one moment would be the same operation. */
const seedOf = ({ DAYBOOK_SEED: seed }: Invocation['env'], call: number): string | undefined =>
  seed && call > 0 ? `${seed}.${call}` : seed;

/** The workspace stood in; where there is none and none was named, the first that the client's folders lie in. */
async function openAnywhere<T>(
  start: Invocation,
  roots: readonly string[],
  open: (start: Invocation) => Promise<T>,
): Promise<T> {
  try {
    return await open(start);
  } catch (error) {
    if (!isNoWorkspaceError(error) || start.workspace || start.env.DAYBOOK_WORKSPACE) throw error;
    for (const cwd of roots.flatMap(folderOf)) {
      try {
        return await open({ ...start, cwd });
      } catch (other) {
        if (!isNoWorkspaceError(other)) throw other;
      }
    }
    throw error;
  }
}

/** True for a refusal that another folder might mend. */
export const isNoWorkspaceError = (error: unknown): boolean =>
  error instanceof UserError && error.code === 'no-workspace';

function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
