/* The how-to pages of the guide, and a place to run their commands in. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshFolder } from '../../support/store-root.js';
import { COMMAND } from '../../support/workspace.js';

const FOLDER = 'content/guide/how-to';

/** The how-to pages by their names, with the command lines of their shell blocks. */
export const HOW_TO: readonly (readonly [name: string, lines: readonly string[]])[] = readdirSync(FOLDER)
  .sort()
  .map((name) => [name, listShellLines(join(FOLDER, name))]);

/** The lines of a page's `sh` blocks. */
export function listShellLines(page: string): readonly string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, lines = '']) => lines.split('\n').filter((line) => line.trim() !== ''));
}

/** What the pages expect to find in a project. */
const PROJECT = {
  'src/export.ts': 'export const run = 1;\n',
  'src/session.ts': 'export const keep = 1;\n',
  'examples/basic/coffee.md': '# Coffee\n\n- [decision] Order from Aarhus #office (the other one closed)\n',
  'examples/claude/MEMORY.md': '- [Tabs](tabs.md) — indentation\n',
  'examples/claude/tabs.md':
    '---\nname: tabs\ndescription: indentation\nmetadata:\n  type: feedback\n---\nUse tabs for indentation.\n',
};

/** A git project with a remote, and `daybook` on the search path. */
export interface Project {
  /** Runs lines in one shell that stops at the first that fails. */
  run(lines: readonly string[]): { readonly status: number | null; readonly out: string };
}

export function createProject(): Project {
  const folder = freshFolder();
  const [root, bin, home] = [join(folder, 'project'), join(folder, 'bin'), join(folder, 'user')] as const;
  for (const dir of [root, bin, home]) mkdirSync(dir);
  const env = {
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    PATH: `${bin}:${process.env.PATH}`,
    TZ: 'UTC',
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
  };
  writeFileSync(join(bin, 'daybook'), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`);
  chmodSync(join(bin, 'daybook'), 0o755);
  writeFileSync(
    env.GIT_CONFIG_GLOBAL,
    '[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n',
  );
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'first');
  git('init', '--quiet', '--bare', join(folder, 'shared.git'));
  git('remote', 'add', 'origin', join(folder, 'shared.git'));
  git('push', '--quiet', '-u', 'origin', 'main');
  return {
    run(lines) {
      const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', `set -v\n${lines.join('\n')}`], {
        cwd: root,
        env,
        encoding: 'utf8',
        input: '',
      });
      return { status, out: `${stdout}${stderr}` };
    },
  };
}
