import { askCommand } from '../app/ask-command.js';
import { COMMANDS, findCommandName } from '../app/command-registry.js';
import { type CommandResult, executeCommand } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';
import { createProcessCache } from '../app/process-cache.js';
import { openRuntime } from '../app/runtime.js';
import { createEmptyInput } from '../command/coerce-input.js';
import type { Command } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import type { Look } from './look.js';

type Input = Readonly<Record<string, unknown>>;

/** Runs commands for the page, one at a time. */
export interface PageDesk {
  /** Plans a command and returns its data. Writes nothing and does not count as activity. */
  read<T>(command: string | Look<T>, input?: Input): Promise<T>;
  /** Reads a slow command in a separate process, so that other pages are answered meanwhile; here if that fails. */
  readAside<T>(command: string, ...flags: readonly string[]): Promise<T>;
  /** Installs the timer of the jobs, which needs a process of its own; null if that fails. */
  installTimer(): Promise<{ readonly message: string } | null>;
  /** Runs a command. */
  act(command: string | Command, input: Input): Promise<CommandResult>;
}

/** Creates the desk of one server. Requests share a cache, which is checked against the disk. */
export function createPageDesk(start: Invocation): PageDesk {
  const cache = createProcessCache();
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();
  const run = (wanted: string | Command, input: Input, dryRun: boolean): Promise<CommandResult> => {
    const mine = last.then(async () => {
      const command = typeof wanted === 'string' ? await loadByName(wanted) : wanted;
      const { DAYBOOK_SEED: seed } = start.env;
      const env = seed ? { ...start.env, DAYBOOK_SEED: `${seed}.${calls++}` } : start.env;
      const runtime = await openRuntime({ ...start, env, isTyped: true }, 'workspace', cache);
      const whole = { ...createEmptyInput(command.params), ...input } as CommandInput<ParamDefinitions>;
      return executeCommand(command, whole, runtime, { dryRun });
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const read = async <T>(command: string | Look<T>, input: Input = {}) =>
    (await run(command, input, true)).plan.data as T;
  const running = new Map<string, Promise<unknown>>();
  return {
    read,
    async readAside<T>(command: string, ...flags: readonly string[]) {
      const answer =
        running.get(command) ?? askCommand(start, command, '--dry-run', ...flags.map((flag) => `--${flag}`));
      running.set(command, answer);
      return ((await answer.finally(() => running.delete(command))) ??
        read<T>(command, Object.fromEntries(flags.map((flag) => [flag, true])))) as T;
    },
    installTimer: async () => (await askCommand(start, 'cron', 'install')) as { message: string } | null,
    act: (command, input) => run(command, input, false),
  };
}

async function loadByName(word: string): Promise<Command> {
  const name = findCommandName(word);
  if (name === null) throw new Error(`there is no command ${word}`);
  return COMMANDS[name]();
}
