/* Programs that Daybook starts for its clock: its own command, and the scheduler of the machine. */
import { join } from 'node:path';
import { statAt } from './file.js';
import { type Port, realPort } from './port.js';

/** What a program did. */
export interface Ended {
  readonly pid: number;
  /** Null where it did not end by itself. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** True where it was stopped since its time was over. */
  readonly late: boolean;
}

/** How a program is started. */
export interface Setting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Given on its standard input. */
  readonly input?: string;
  /** After this time it is killed (ms). */
  readonly limit?: number;
  /** Kills it at once. */
  readonly stop?: AbortSignal;
}

/** Runs a program to its end, or to the end of its time. Throws where there is no such program. */
export function runProgram(
  words: readonly string[],
  { cwd, env, input, limit, stop }: Setting,
): Promise<Ended> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = words;
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    const said = { out: '', err: '' };
    let late = false;
    const kill = () => child.kill('SIGKILL');
    const timer = limit === undefined ? undefined : setTimeout(() => (late = kill()), limit);
    child.stdout.on('data', (bytes) => (said.out += bytes));
    child.stderr.on('data', (bytes) => (said.err += bytes));
    child.stdin.on('error', () => undefined); // it may end before it has read all
    child.stdin.end(input ?? '');
    child.on('error', fail);
    child.on('close', (status) => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', kill);
      settle({ pid: child.pid ?? 0, status, ...said, late });
    });
    stop?.addEventListener('abort', kill);
  });
}

/** Starts a program that goes on by itself, with nobody listening. */
export function startBeside(words: readonly string[], { cwd, env }: Setting): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  child.on('error', () => undefined);
  child.unref();
}

/** The words that start this very installation of Daybook: Node and the command, which lies beside the bundle. */
export function ownCommand(port: Port = realPort): readonly [node: string, command: string] {
  const places = [import.meta.dirname, join(import.meta.dirname, '..', '..', 'dist')];
  const found = places.map((folder) => join(folder, 'daybook.cjs')).find((path) => statAt(port, path));
  if (found === undefined) throw new Error('the command is missing from this installation');
  return [process.execPath, found];
}
