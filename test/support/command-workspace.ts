import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findCronAction } from '../../src/bin/cli.js';
import { runCli } from '../../src/cli/run-cli.js';

/** A workspace in a folder of its own, and the command run in it. */
export interface Scene {
  readonly folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Every file below the content folder, by its path from the root. */
  files(): Record<string, string>;
  /** Runs a command; gives its status and what it answered as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the keys of its verb
  run(...args: string[]): Promise<{ status: number; answer: any; err: string }>;
  close(): void;
}

/** Sets a scene at a frozen clock: a workspace that holds the files given. */
export async function scene(
  files: Readonly<Record<string, string>> = {},
  now = '2026-06-07T14:32:05+02:00',
): Promise<Scene> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'daybook scene ')));
  const [folder, home] = [join(base, 'work'), join(base, 'home')];
  for (const made of [folder, home]) mkdirSync(made);
  let turn = 0;
  const stage: Scene = {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    files: () => allFiles(folder, 'content'),
    async run(...args) {
      let out = '';
      let err = '';
      const env = {
        HOME: home,
        DAYBOOK_HOME: join(home, '.daybook'),
        DAYBOOK_NOW: now,
        DAYBOOK_SEED: `scene ${turn++}`,
        TZ: 'Europe/Berlin',
      };
      const status = await runCli([...args, '--json'], {
        findCronAction,
        cwd: folder,
        env,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        terminal: false,
      });
      return { status, answer: out === '' ? null : JSON.parse(out), err };
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  };
  for (const [path, text] of Object.entries(files)) stage.write(path, text);
  await stage.run('init', '--adopt');
  return stage;
}

function allFiles(folder: string, below: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).toSorted()) {
    const path = `${below}/${name}`;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(found, allFiles(folder, path));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}
