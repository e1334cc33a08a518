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

/**
 * Starts a program, writes to its standard input, and resolves with the first line of its output that is an answer; then
 * its input ends, and it may end too. Resolves with null where it cannot be started or ends without an answer.
 */
export function askProgram(
  words: readonly string[],
  { cwd, env, input = '', stop }: Setting,
  isAnswer: (line: string) => boolean,
): Promise<string | null> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = words;
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    giveWay(child.pid);
    let pieces: string[] = [];
    const kill = () => child.kill();
    const end = (answer: string | null) => {
      stop?.removeEventListener('abort', kill);
      child.stdin.end();
      child.unref();
      settle(answer);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n');
      for (const line of lines.slice(0, -1)) {
        const whole = [...pieces, line].join('');
        pieces = [];
        if (isAnswer(whole)) end(whole);
      }
      pieces.push(lines.at(-1) ?? '');
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    child.on('error', () => end(null));
    child.on('close', () => end(null));
    stop?.addEventListener('abort', kill);
  });
}

/** Nicer than a usual process by this much: it gets a third of the time where there is not enough for both. */
const NICENESS = 5;

/** Lets other processes go first. Without that the program works all the same. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.getBuiltinModule('node:os').setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the system does not permit it.
  }
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
