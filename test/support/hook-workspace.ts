/* A workspace in which agents' events are told, inside this process or each through the shipped launcher. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookRun } from '../../src/command/queries.js';
import { runHook } from '../../src/hooks/run-hook.js';
import { COMMAND, type Reply, type Workshop, workshop } from './workshop.js';
import { hasState, stateOf } from './workspace.js';

/** What a hook answered, taken apart. */
export interface Heard {
  readonly out: string;
  readonly context: string;
  readonly notice: string;
}

export interface Scene extends Workshop {
  /** Tells an event inside this process. */
  tell(event: string, input: object | string, agent?: string): Promise<Heard>;
  /** Tells an event to the shipped launcher, in a process of its own. */
  send(event: string, input: object | string, agent?: string): Promise<Reply>;
  /** What hooks left of themselves. */
  runs(): readonly HookRun[];
}

let turn = 0;

/** A workspace with these notes. */
export function scene(files: Readonly<Record<string, string>> = {}): Scene {
  const bench = workshop(files);
  const env = () => ({
    HOME: bench.home,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    DAYBOOK_NOW: new Date(Date.parse('2026-06-07T12:00:00+02:00') + turn * 1000).toISOString(),
    DAYBOOK_SEED: `hook ${turn++}`,
    PATH: process.env.PATH ?? '',
  });
  const words = (input: object | string) =>
    typeof input === 'string' ? input : JSON.stringify({ session_id: 'sess-1', cwd: bench.root, ...input });
  return {
    ...bench,
    async tell(event, input, agent = 'claude') {
      let out = '';
      await runHook([event, agent], {
        cwd: bench.root,
        env: env(),
        read: () => words(input),
        out: (text) => {
          out += text;
        },
        elapsed: () => 1,
      });
      return heard(out);
    },
    send: (event, input, agent = 'claude') => send([event, agent], words(input), bench.root, env()),
    runs: () => trail(bench.root),
  };
}

/** The parts of an answer; a plain one is all context. */
export function heard(out: string): Heard {
  if (!out.startsWith('{')) return { out, context: out, notice: '' };
  const { systemMessage = '', hookSpecificOutput } = JSON.parse(out);
  return { out, context: hookSpecificOutput?.additionalContext ?? '', notice: systemMessage };
}

function trail(root: string): readonly HookRun[] {
  if (!hasState(root)) return [];
  const keep = stateOf(root, 'keep');
  const names = readdirSync(keep).filter((name) => /^hooks-.*\.jsonl$/.test(name));
  return names.toSorted().flatMap((name) =>
    readFileSync(join(keep, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as HookRun),
  );
}

function send(args: readonly string[], input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Reply> {
  const child = spawn(process.execPath, [COMMAND, 'hook', ...args], { cwd, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((done) => child.on('close', (status) => done({ status, ...said })));
}
