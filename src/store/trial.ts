import type { Program, Tried } from '../kinds/agents.js';

/** Nobody waits longer for a hook. */
const LONGEST_MS = 20_000;

/** Runs a program of an agent's settings as the agent would, with this input, and waits for its end. */
export function tryOut({ command, args }: Program, input: string, cwd: string, mostMs = LONGEST_MS): Tried {
  const began = performance.now();
  const how = { cwd, input, timeout: mostMs, encoding: 'utf8', maxBuffer: MOST } as const;
  const { status, stdout, error } = args
    ? programs().spawnSync(command, [...args], how)
    : programs().spawnSync(command, { ...how, shell: true });
  const ms = Math.round(performance.now() - began);
  return { status, out: stdout ?? '', ms, problem: status === null ? (error?.message ?? '') : '' }; // it may end before it has read all
}

const MOST = 16 * 1024 * 1024;

/** Loaded only by `doctor`. */
const programs = (): typeof import('node:child_process') => process.getBuiltinModule('node:child_process');
