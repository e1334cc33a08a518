import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseJson } from '../text/json-value.js';
import { statAt } from './file-io.js';
import { type FileSystem, nodeFileSystem } from './file-system.js';
import { getErrorCode, ignoreErrors } from './system-errors.js';
import type { WorkspaceRoot } from './workspace-root.js';

/* Runs the programs that Daybook needs: its own command, the machine's scheduler, and a summary command. */

/** The result of a program. */
export interface ProcessResult {
  readonly pid: number;
  /** Null if it did not end by itself. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** True if it was stopped at its time limit. */
  readonly late: boolean;
}

/** Options for starting a program. */
interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to its standard input. */
  readonly input?: string;
  /** Time limit after which it is killed (ms). */
  readonly limit?: number;
  /** Kills it at once. */
  readonly stop?: AbortSignal;
}

/** Runs a program to its end or its time limit. Throws if it does not exist. */
export function runProgram(
  words: readonly string[],
  { cwd, env, input, limit, stop }: RunOptions,
): Promise<ProcessResult> {
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
    child.stdin.on('error', () => undefined); // it may end before reading everything
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
 * Starts a program, writes to its standard input, and resolves with the first line of its output that is an answer;
 * then its input is closed. Resolves with null if it cannot be started or ends without an answer.
 */
export function askProgram(
  words: readonly string[],
  { cwd, env, input = '', stop }: RunOptions,
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

/** Priority reduction: the program gets a third of the CPU time if there is not enough for two. */
const NICENESS = 5;

/** Lowers the priority of a process. Failures are ignored. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.getBuiltinModule('node:os').setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the system does not permit it.
  }
}

/** Starts a program in the background without connecting to its output. */
export function spawnDetached(words: readonly string[], { cwd, env }: RunOptions): void {
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

/** Starts this build in the background. */
export function spawnOwn(words: readonly string[], cwd: string): void {
  spawnDetached([...findOwnCommand(), ...words], { cwd, env: {} });
}

/** Returns the words that start this installation of Daybook: Node and the command beside the bundle. */
export function findOwnCommand(port: FileSystem = nodeFileSystem): readonly [node: string, command: string] {
  const places = [import.meta.dirname, join(import.meta.dirname, '..', '..', 'dist')];
  const found = places.map((folder) => join(folder, 'daybook.cjs')).find((path) => statAt(port, path));
  if (found === undefined) throw new Error('the command is missing from this installation');
  return [process.execPath, found];
}

/** The result of a program that was run to its end. */
interface FinishedProgram {
  /** Null if it could not be started, or did not end in time. */
  readonly status: number | null;
  readonly out: string;
  readonly ms: number;
  /** The reason why it could not run, or ''. */
  readonly problem: string;
}

/**
 * Runs this build with this Node, as an agent would start it, and waits for its end. No other program is ever tried.
 */
export function tryOwn(
  words: readonly string[],
  input: string,
  cwd: string,
  timeoutMs: number,
): FinishedProgram {
  const [node, command] = findOwnCommand();
  return tried(cwd, input, timeoutMs, (how) => programs().spawnSync(node, [command, ...words], how));
}

/** Runs a shell command. The caller checks that the user allowed it (`requireTrust`). */
const runShellLine = (line: string, input: string, cwd: string, mostMs: number): FinishedProgram =>
  tried(cwd, input, mostMs, (how) => programs().spawnSync(line, { ...how, shell: true }));

type Programs = typeof import('node:child_process');

function tried(
  cwd: string,
  input: string,
  timeout: number,
  run: (how: {
    readonly cwd: string;
    readonly input: string;
    readonly timeout: number;
    readonly encoding: 'utf8';
    readonly maxBuffer: number;
  }) => { readonly status: number | null; readonly stdout: string; readonly error?: Error | undefined },
): FinishedProgram {
  const began = performance.now();
  const { status, stdout, error } = run({ cwd, input, timeout, encoding: 'utf8', maxBuffer: MAX_BYTES });
  const ms = Math.round(performance.now() - began);
  return { status, out: stdout ?? '', ms, problem: status === null ? (error?.message ?? '') : '' }; // it may end before reading everything
}

const MAX_BYTES = 16 * 1024 * 1024;

/** The most output of a proof (bytes). */
const PROOF_BYTES = 64 * 1024;

/** The folders of the system's programs. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** Starts a program without a network, in its own space of processes, which ends with it. */
const ISOLATED = ['unshare', '-r', '-n', '-p', '--fork', '--kill-child=KILL', '--'];

/** True if the system can run a program so. */
export const canIsolate = (): boolean =>
  programs().spawnSync(ISOLATED[0] ?? '', [...ISOLATED.slice(1), 'true'], { env: { PATH: SYSTEM_PATH } })
    .status === 0;

/**
 * Runs the command of a proof: no shell, a fixed environment, no input, and no network where the system can refuse it.
 * Whatever it started is ended with it.
 */
export function runFactCheck(words: readonly string[], cwd: string, timeout: number): FinishedProgram {
  const [program = '', ...args] = canIsolate() ? [...ISOLATED, ...words] : words;
  const began = performance.now();
  const { HOME = homedir(), LANG = 'C.UTF-8' } = process.env;
  const { pid, status, stdout, error } = programs().spawnSync(program, args, {
    cwd,
    env: { PATH: SYSTEM_PATH, HOME, LANG },
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: PROOF_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    ...({ detached: true } as object), // not in the types: a group of its own
  });
  if (pid > 0) ignoreErrors(() => process.kill(-pid, 'SIGKILL'));
  const limits: Readonly<Record<string, string>> = {
    ETIMEDOUT: `took more than ${timeout / 1000} s`,
    ENOBUFS: `printed more than ${PROOF_BYTES / 1024} KB`,
  };
  const problem =
    limits[getErrorCode(error) ?? ''] ?? error?.message ?? (status === null ? 'was killed' : '');
  const out = stdout?.subarray(0, PROOF_BYTES).toString('utf8') ?? '';
  return { status, out, ms: Math.round(performance.now() - began), problem };
}

/** Loaded only by `doctor` and for a summary. */
const programs = (): Programs => process.getBuiltinModule('node:child_process');

/** Time limit for a summary by a model. */
const SUMMARY_TIMEOUT_MS = 120_000;

/** Runs a command of the settings; `failed` tells why it gave no output. */
function runSettingLine(command: string, input: string, cwd: string, mostMs: number) {
  const { status, out, problem } = runShellLine(command, input, cwd, mostMs);
  if (problem.includes('ETIMEDOUT')) return { out, failed: `it took more than ${mostMs / 1000} s` };
  return { out, failed: problem || (status === 0 ? null : `it ended with ${status}`) };
}

/** The output of a summary command, or why there is none. */
export type Summarised = { readonly text: string } | { readonly failed: string };

/**
 * Runs the user's summary command: it reads the conversation on standard input and writes the summary. A failure, empty
 * output or timeout is reported and never stops the caller.
 */
export function runSummariser(
  { worktree }: WorkspaceRoot,
  command: string,
  text: string,
  mostMs = SUMMARY_TIMEOUT_MS,
): Summarised {
  const { out, failed } = runSettingLine(command, text, worktree, mostMs);
  if (failed !== null) return { failed };
  return out.trim() === '' ? { failed: 'it said nothing' } : { text: out.trim() };
}

/** One vector for each text, or why there are none. */
export type Embedded = { readonly vectors: readonly Int8Array[] } | { readonly failed: string };

/**
 * Runs the user's embedder: it reads a line `{"text": …}` for each text and writes a JSON array of numbers for each. The
 * caller checks trust. A failure, a timeout or other output is reported.
 */
export function runEmbedder(
  { worktree }: WorkspaceRoot,
  command: string,
  texts: readonly string[],
  mostMs: number,
): Embedded {
  const input = texts.map((text) => `${JSON.stringify({ text })}\n`).join('');
  const { out, failed } = runSettingLine(command, input, worktree, mostMs);
  if (failed !== null) return { failed };
  const vectors = out.trim().split('\n').map(parseVector);
  if (vectors.length !== texts.length || vectors.includes(null))
    return { failed: `it wrote ${vectors.filter(Boolean).length} vectors for ${texts.length} texts` };
  return { vectors: vectors as Int8Array[] };
}

/** Most numbers of a vector. */
const MOST_NUMBERS = 4096;

/** Parses an array of numbers and scales it to whole numbers up to 127. */
function parseVector(line: string): Int8Array | null {
  const numbers = parseJson(line);
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > MOST_NUMBERS) return null;
  if (!numbers.every((one) => Number.isFinite(one))) return null;
  const most = numbers.reduce((peak: number, one: number) => Math.max(peak, Math.abs(one)), 0);
  return Int8Array.from(numbers, (one: number) => (most === 0 ? 0 : Math.round((127 * one) / most)));
}

/** Statuses of a shell that did not run the command. */
const [NOT_EXECUTABLE, NOT_FOUND] = [126, 127];

/**
 * Shows a text in `DAYBOOK_PAGER`, `PAGER` or `less`, and waits until it ends. Returns false if there is none, so that the
 * caller prints the text. `cat` and an empty value mean none.
 */
export function showInPager(text: string, env: RunOptions['env']): boolean {
  const pager = (env.DAYBOOK_PAGER ?? env.PAGER ?? 'less').trim();
  if (pager === '' || pager === 'cat') return false;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const ignore = () => undefined;
  process.on('SIGINT', ignore); // Ctrl-C belongs to the pager
  // The value is a command of the shell, as for git.
  const { status } = spawnSync(pager, {
    shell: true,
    input: text,
    env: { LESS: 'FRX', LV: '-c', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.off('SIGINT', ignore);
  return status !== NOT_EXECUTABLE && status !== NOT_FOUND;
}

/** Text below this line is ignored. */
const END = '<!-- Write the text above this line. An empty text changes nothing. -->';

/**
 * Opens `VISUAL` or `EDITOR` with an empty text and waits until it is closed. Returns null if neither is set or
 * no terminal is there, and an empty text if the editor fails. The caller deletes the file with `removeEditedText`.
 */
export function editText(env: Readonly<Record<string, string | undefined>>) {
  const { isatty } = process.getBuiltinModule('node:tty');
  const editor = [env.VISUAL, env.EDITOR].find((one) => one?.trim());
  if (!editor || !isatty(0) || !isatty(1)) return null;
  const path = join(mkdtempSync(join(tmpdir(), 'daybook-')), 'text.md');
  writeFileSync(path, `\n\n${END}\n`, { mode: 0o600 });
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const ignore = () => undefined;
  process.on('SIGINT', ignore); // Ctrl-C belongs to the editor
  const how = { stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status } =
    process.platform === 'win32'
      ? spawnSync(`${editor} "${path}"`, { ...how, shell: true })
      : spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', path], how);
  process.off('SIGINT', ignore);
  const [text = ''] = readFileSync(path, 'utf8').split(END);
  return { text: status === 0 ? text.trim() : '', path, failed: status === 0 ? null : editor };
}

/** Deletes the file of a text. */
export const removeEditedText = (path: string): void =>
  rmSync(dirname(path), { recursive: true, force: true });
