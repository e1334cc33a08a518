import type { Tried } from '../kinds/agents.js';
import { ownCommand } from './programs.js';

/** Nobody waits longer for a hook. */
const LONGEST_MS = 20_000;

/** Runs this very build with this Node, as an agent would start it, and waits for its end. No other program is ever tried. */
export function tryOwn(words: readonly string[], input: string, cwd: string): Tried {
  const [node, command] = ownCommand();
  return tried(cwd, input, LONGEST_MS, (how) => programs().spawnSync(node, [command, ...words], how));
}

/** Runs a line of a shell. The caller checks that the user allowed it (`requireTrust`). */
export const runShellLine = (line: string, input: string, cwd: string, mostMs: number): Tried =>
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
): Tried {
  const began = performance.now();
  const { status, stdout, error } = run({ cwd, input, timeout, encoding: 'utf8', maxBuffer: MOST });
  const ms = Math.round(performance.now() - began);
  return { status, out: stdout ?? '', ms, problem: status === null ? (error?.message ?? '') : '' }; // it may end before it has read all
}

const MOST = 16 * 1024 * 1024;

/** Loaded only by `doctor` and for a summary. */
const programs = (): Programs => process.getBuiltinModule('node:child_process');
