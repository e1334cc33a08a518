import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { isInRepository, runGit } from './git.js';

/** What git knows of the files of a folder at a moment. */
export interface PastTexts {
  /** The last commit of each path until then, in ms since 1970; a removal counts. */
  readonly times: ReadonlyMap<string, number>;
  /** The text of a file in the last commit until then; null if it had none. */
  text(path: string): string | null;
}

/** Reads the commits before a moment (ms) of a folder below `root`; null without git, or if there are none. */
export function readPastTexts(
  root: string,
  folder: string,
  at: number,
  port: FileSystem = nodeFileSystem,
): PastTexts | null {
  if (!isInRepository(port, root)) return null;
  const until = `--before=${new Date(at).toISOString()}`;
  const below = ['--', folder || '.'];
  const commit = runGit(root, [...PLAINLY, 'rev-list', '-1', until, 'HEAD'])?.trim();
  if (!commit) return null;
  const names = [...PLAINLY, 'log', '--format=%x01%ct', '--name-only', '-z', '--no-renames', '--relative'];
  const times = new Map<string, number>();
  let time = 0;
  for (const part of (runGit(root, [...names, until, 'HEAD', ...below]) ?? '').split('\0')) {
    const path = part.replace(/^\n/, '');
    if (path.startsWith('\u0001')) time = Number.parseInt(path.slice(1), 10) * 1000;
    else if (path !== '' && !times.has(path)) times.set(path, time);
  }
  return { times, text: (path) => runGit(root, [...PLAINLY, 'show', `${commit}:./${path}`]) };
}

const PLAINLY = ['--no-replace-objects', '--literal-pathspecs'];
