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

/** The commands in the text and the tables of a page that can run as they are: without placeholders such as `ID`. */
export function listInlineCommands(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const spans = [...text.matchAll(/`((?:npx )?daybook [^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => !/…|(?<![\w.])[A-Z]{1,}(?![\w.])/.test(span));
}

/** Commands that run until they are stopped, or that change the timers of the machine. */
const isEndless = (line: string): boolean =>
  /daybook (?:serve|mcp|cron (?:install|uninstall|start))/.test(line);

/** All commands of a page, in shell blocks and in the text, for a check of their usage. */
export const listCommands = (page: string): readonly string[] =>
  [...new Set([...listShellLines(page), ...listInlineCommands(page)])]
    .map((line) => line.replace(/^npx /, '').replace(/ +#.*$/, ''))
    .filter((line) => line.startsWith('daybook ') && !isEndless(line));

/** What a reader of the pages has in the project. */
const PROJECT = {
  'src/export.ts': 'export const run = 1;\n',
  'src/session.ts': 'export const keep = 1;\n',
  'AGENTS.md': '# Rules\n\n- Run the linter.\n',
};

/** The memories of other tools, where these store them: in the project, and in the home folder of the user. */
const OTHER_TOOLS = (root: string) => ({
  'project/.serena/memories/style.md': '# Style\n\nDecided to name tests after promises. See [[Login]].\n',
  'project/memory-bank/progress.md': '# Progress\n\n- the login works\n',
  'user/.openclaw/workspace/MEMORY.md': '- Decided to answer in Danish because the team is in Aarhus\n',
  'user/basic-memory/coffee.md':
    '# Coffee\n\n- [decision] Order from Aarhus #office (the other one closed)\n',
  [`user/.claude/projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/memory/MEMORY.md`]:
    '- [Tabs](tabs.md) — indentation\n',
  [`user/.claude/projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/memory/tabs.md`]:
    '---\nname: tabs\ndescription: indentation\nmetadata:\n  type: feedback\n---\nUse tabs for indentation.\n',
});

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
  const write = (base: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), text);
    }
  };
  write(root, PROJECT);
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'first');
  git('init', '--quiet', '--bare', join(folder, 'shared.git'));
  git('remote', 'add', 'origin', join(folder, 'shared.git'));
  git('push', '--quiet', '-u', 'origin', 'main');
  write(folder, OTHER_TOOLS(root));
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
