import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A git repository whose every step has the time that it is given. */
export interface Repository {
  /** Writes files, as of a time. */
  write(at: string, files: Readonly<Record<string, string>>): void;
  /** Runs git, as of a time. */
  git(at: string, ...words: string[]): string;
  /** Commits all; gives the id. */
  commit(at: string, message: string): string;
}

/** An empty repository in a folder, on its branch `main`. */
export function repository(folder: string): Repository {
  const git: Repository['git'] = (at, ...words) =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at, GIT_EDITOR: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('2026-01-01T00:00:00Z', 'init', '--quiet', '--initial-branch', 'main');
  git('2026-01-01T00:00:00Z', 'config', 'user.name', 'Ada');
  git('2026-01-01T00:00:00Z', 'config', 'user.email', 'ada@example.org');
  return {
    git,
    write(at, files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
        utimesSync(join(folder, path), new Date(at), new Date(at));
      }
    },
    commit(at, message) {
      git(at, 'add', '--all');
      git(at, 'commit', '--quiet', '--message', message);
      return git(at, 'rev-parse', 'HEAD').trim();
    },
  };
}
