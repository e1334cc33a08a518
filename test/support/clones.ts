import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from './store-root.js';
import { createWorkspaceAt, NOON, type Workspace } from './workspace.js';

/** A clone of one repository: a workspace of its own, on a machine of its own. */
export interface Clone extends Workspace {
  readonly name: string;
  /** Runs git, and returns its output. Throws if it fails. */
  git(...words: string[]): string;
  /** Runs git; returns false if it fails, as a merge with conflicts does. */
  tryGit(...words: string[]): boolean;
  /** Commits everything; returns false if there is nothing to commit. */
  commit(message: string): boolean;
}

/** How the clones are set up. */
export interface CloneOptions {
  /** Clones run `init`, which sets git's merge driver up. */
  readonly setUp: boolean;
  /** A `.gitattributes` of the repository, in place of the one of `init`. */
  readonly attributes?: string;
  readonly style?: 'merge' | 'diff3' | 'zdiff3';
}

/** Creates a workspace in a repository, and clones of it that push to one hub. */
export async function createClones(count: number, options: CloneOptions): Promise<readonly Clone[]> {
  const folder = freshFolder();
  const hub = join(folder, 'hub.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', hub]);
  const clones: Clone[] = [];
  for (let at = 0; at < count; at++) {
    const clone = createClone(folder, hub, String.fromCharCode(97 + at), options);
    if (at === 0) {
      clone.write('CLAUDE.md', '# Rules\n');
      clone.write('daybook.yaml', 'timezone: UTC\nstore.fsync: "off"\n');
      await clone.run(['init', '--content', 'content', '--share-sessions']);
      if (!options.setUp) clone.git('rm', '--cached', '--quiet', '--ignore-unmatch', '.gitattributes');
      if (options.attributes !== undefined || !options.setUp)
        clone.write('.gitattributes', options.attributes ?? '');
      clone.commit('begin');
      clone.git('push', '--quiet', 'origin', 'HEAD:main');
    }
    if (options.setUp && at > 0) await clone.run(['init', '--share-sessions']);
    if (!options.setUp) clone.tryGit('config', '--local', '--remove-section', 'merge.daybook');
    clones.push(clone);
  }
  return clones;
}

function createClone(folder: string, hub: string, name: string, { style = 'merge' }: CloneOptions): Clone {
  const [root, home] = [join(folder, name), join(folder, `home ${name}`)];
  mkdirSync(home);
  execFileSync('git', ['clone', '--quiet', hub, root], { stdio: 'ignore' });
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home, GIT_EDITOR: 'true', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const tryGit = (...words: string[]) => {
    try {
      git(...words);
      return true;
    } catch {
      return false;
    }
  };
  for (const [key, value] of Object.entries({
    'user.name': name,
    'user.email': `${name}@example.org`,
    'merge.conflictStyle': style,
    'pull.rebase': 'false',
    'gc.auto': '0',
  }))
    git('config', '--local', key, value);
  const commit = (message: string) => {
    git('add', '--all');
    return tryGit('commit', '--quiet', '--message', message);
  };
  return { ...createWorkspaceAt(root, home), name, git, tryGit, commit };
}

/** A time some seconds after noon: entries of different clones have ids of different times. */
export const secondsLater = (seconds: number): string =>
  new Date(Date.parse(NOON) + seconds * 1000).toISOString();

/** Notes that both branches of `createBranches` change. */
export const BRANCHED_NOTES = ['content/MEMORY.md', 'content/pages/a.md', 'content/pages/b.md'] as const;

/** The line that a branch adds to the note with this index. */
export const getAddedLine = (side: string, at: number): string =>
  `- ${side} ${at} ^${side === 'ours' ? 'b' : 'c'}bbbbb0000${at}\n`;

/** Creates a clone on a branch `ours`, with a branch `theirs`; each adds a line to the same three notes. */
export async function createBranches(options: CloneOptions): Promise<Clone> {
  const [clone] = (await createClones(1, options)) as [Clone];
  const write = (side: string) => {
    for (const [at, path] of BRANCHED_NOTES.entries())
      clone.write(path, `# Note\n\n- first ^aaaaaa0000${at}\n${side === '' ? '' : getAddedLine(side, at)}`);
    clone.commit(side || 'base');
  };
  write('');
  clone.git('checkout', '--quiet', '-b', 'theirs');
  write('theirs');
  clone.git('checkout', '--quiet', '-b', 'ours', 'HEAD~1');
  write('ours');
  return clone;
}
