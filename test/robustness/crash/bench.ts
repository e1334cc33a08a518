import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import { workspace } from '../../support/store-root.js';

const BEFORE = '# Memory\n\nA person wrote this.\n\n## Entries\n';
const AFTER = '\nAnd this, with `code` and – dashes.\n';

/** A workspace whose two notes have a person's text around the place for entries. */
export const crashWorkspace = (): WorkspaceRoot =>
  workspace({ 'content/MEMORY.md': BEFORE + AFTER, 'content/SESSION.md': BEFORE + AFTER });

/** A worker process; `said` grows by what it acknowledges. */
export interface Worker {
  readonly process: ChildProcess;
  readonly said: string[];
  readonly faults: string[];
  readonly ended: Promise<void>;
  first(): Promise<void>;
}

export function startWorker(script: string, ...args: readonly string[]): Worker {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  const said: string[] = [];
  const faults: string[] = [];
  let rest = '';
  let wake = () => {};
  const heard = new Promise<void>((resolve) => {
    wake = resolve;
  });
  child.stdout!.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines);
    if (said.length > 0) wake();
  });
  child.stderr!.on('data', (chunk) => faults.push(String(chunk)));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { process: child, said, faults, ended, first: () => Promise.race([heard, ended]) };
}

/** What is in the two notes: entries by id, how often; and whatever is not as it should be. */
export function examine(root: WorkspaceRoot): {
  readonly ids: ReadonlyMap<string, number>;
  readonly torn: readonly string[];
} {
  const ids = new Map<string, number>();
  const torn: string[] = [];
  for (const name of ['MEMORY.md', 'SESSION.md']) {
    const text = readFileSync(join(root.root, 'content', name), 'utf8');
    if (!text.startsWith(BEFORE) || !text.endsWith(AFTER))
      torn.push(`${name}: the person’s text is not as it was`);
    for (const line of text.slice(BEFORE.length, -AFTER.length).split('\n').filter(Boolean)) {
      const id = /^- entry (\S+) x{60}$/.exec(line)?.[1];
      if (id === undefined) torn.push(`${name}: ${line}`);
      else ids.set(id, (ids.get(id) ?? 0) + 1);
    }
  }
  return { ids, torn };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
