import { fileURLToPath } from 'node:url';
import { fillVectorsAside } from '../app/embed/embeddings.js';
import { type CommandResult, executeCommand } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';
import { createProcessCache } from '../app/process-cache.js';
import { logClientSession } from '../app/record-activity.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { type Command, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { normalizeClientName } from './client-name.js';

/** The client that sent a request, and its root folders where it reported them. */
export interface RequestClient {
  readonly name: string | undefined;
  readonly roots: readonly string[];
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
  /** Called with the finished share of a long operation, 0–1, if the client requested progress. */
  readonly progress?: Invocation['progress'];
}

/** Runs calls one after the other, each in the same way as a command. */
export interface Dispatcher {
  dispatch(
    command: Command,
    input: CommandInput<ParamDefinitions>,
    client: RequestClient,
  ): Promise<CommandResult>;
  /** Call it when the client has disconnected. */
  end(): void;
  /** Runs a slow call in another process: it starts in order, one at a time, and later calls do not wait for it. */
  aside<T>(command: Command, client: RequestClient, work: (start: Invocation) => Promise<T>): Promise<T>;
}

/** Time without a call after which missing vectors are made (ms). */
const IDLE_MS = 30_000;

/** Creates the dispatcher of a server. Calls share what earlier ones read from the disk. */
export function createDispatcher(start: Invocation): Dispatcher {
  const cache = createProcessCache();
  let calls = 0;
  let closeSession: (() => void) | null = null;
  let idle: NodeJS.Timeout | undefined;
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
        clearTimeout(idle);
        idle = setTimeout(
          () => fillVectorsAside(runtime.store, runtime.settings['search.embed']),
          IDLE_MS,
        ).unref();
        return result;
      }),
    end() {
      clearTimeout(idle);
      closeSession?.();
    },
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

/** Marks the client as active from its first call, so that the context block stays as the client has loaded it. */
const openSession = ({ store, request }: Runtime): (() => void) =>
  logClientSession(store, new Date(request.now).toISOString(), request.by ?? 'mcp');

function refuseGivenUp({ signal }: RequestClient): void {
  if (signal.aborted) throw new UserError('cancelled', 'the client cancelled the call', 'call it again');
}

/** Lets pending input be read between two calls: it may cancel a waiting call. */
const breath = (): Promise<void> => new Promise((go) => setImmediate(go));

/** Makes the seed of each call unique; otherwise calls of the same moment would have the same ids. */
const seedOf = ({ DAYBOOK_SEED: seed }: Invocation['env'], call: number): string | undefined =>
  seed && call > 0 ? `${seed}.${call}` : seed;

/** Returns the workspace of the server's folder, or the first one that contains a root folder of the client. */
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

/** Returns true for an error that another folder might avoid. */
export const isNoWorkspaceError = (error: unknown): boolean =>
  error instanceof UserError && error.code === 'no-workspace';

function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
