import { isAbsolute, join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { statAt } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { runGitOnFile } from '../git.js';
import { findRepository } from '../git-folder.js';

/** Values of the repository's configuration by key, in lower case except for names of remotes and branches. */
type Settings = ReadonlyMap<string, string>;

/** Reads the configuration of a repository, without the files that it includes. */
export function readLocalSettings(folder: string): Settings {
  const repository = findRepository(folder);
  const config = repository && join(repository.common, 'config');
  if (!config || !statAt(nodeFileSystem, config)?.isFile()) return new Map();
  const rows = (runGitOnFile(folder, ['config', '--file', config, '--null', '--list']) ?? '').split('\0');
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const at = row.indexOf('\n');
      return at < 0 ? [] : [[row.slice(0, at), row.slice(at + 1)]];
    }),
  );
}

/** Formats the committer that the repository's configuration names; empty if only the user's configuration does. */
export function formatIdentity(settings: Settings): string {
  const lines = (['name', 'email'] as const).flatMap((key) => {
    const value = settings.get(`user.${key}`);
    return value === undefined || /[\0-\x1f]/.test(value) ? [] : [`\t${key} = ${JSON.stringify(value)}\n`];
  });
  return lines.length === 0 ? '' : `[user]\n${lines.join('')}`;
}

/** Where a branch is shared. */
export interface Remote {
  readonly name: string;
  readonly url: string;
  /** The name of the branch there. */
  readonly branch: string;
}

/** Finds the remote of a branch: the one that was named, else the branch's, else the only one, else `origin`. */
export function findRemote(
  settings: Settings,
  branch: string,
  wanted: string | undefined,
  { top, trusted }: { readonly top: string; readonly trusted: boolean },
): Remote {
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? []);
  const own = settings.get(`branch.${branch}.remote`);
  const name = wanted ?? own ?? (names.length === 1 ? names[0] : 'origin');
  const url = name === undefined ? undefined : settings.get(`remote.${name}.url`);
  if (name === undefined || url === undefined)
    throw new UserError(
      'no-remote',
      `${wanted === undefined ? 'this repository has no remote to share with' : `no remote ${wanted}`}${names.length > 0 ? `; there are: ${names.join(', ')}` : ''}`,
      'add one: git remote add origin URL',
    );
  if (!/^[\w][\w.-]*$/.test(name))
    throw new UserError(
      'bad-remote',
      `\`${name}\` is not the name of a remote`,
      'rename it: git remote rename',
    );
  if (!isKnownUrl(url, trusted))
    throw new UserError(
      'bad-remote',
      `the remote ${name} is ${url}: an untrusted workspace is shared by https, ssh or a path only`,
      'look at it first; then, if you trust this workspace: daybook trust',
    );
  const there =
    own === name ? settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '') : undefined;
  return { name, url: isPath(url) && !isAbsolute(url) ? resolve(top, url) : url, branch: there ?? branch };
}

const isPath = (url: string): boolean =>
  !/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && (/^[A-Za-z]:[\\/]/.test(url) || !/^[^/\\]*:/.test(url));

/** Returns true for https, ssh in both forms, and a path. A trusted workspace may use any protocol except a program. */
function isKnownUrl(url: string, trusted: boolean): boolean {
  if (url.startsWith('-') || /[\0-\x1f]/.test(url) || /^[\w+.-]+::/.test(url)) return false;
  if (trusted) return true;
  if (url.includes('://')) return /^(?:https|ssh|file):\/\//i.test(url);
  return isPath(url) || /^(?:[\w.-]+@)?[\w[][^:/\\]*:[^:]/.test(url);
}
