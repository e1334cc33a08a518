import { join } from 'node:path';
import { listFolder, statAt } from '../file-io.js';
import type { FileSystem } from '../file-system.js';
import { type Env, findHomeFolder } from '../home-folder.js';
import { linkOnWay } from '../no-links.js';

/** A folder, and which files to find in it. */
interface FilePlace {
  /** Relative to the project, or below `~/`. */
  readonly base: string;
  /** Paths within it, such as `AGENTS.md`, `rules/*.mdc`, or `**` and a last part for any depth. */
  readonly patterns: readonly string[];
}

/** One more than `readFolder` reads, so that what is left out is named. */
const MOST_FILES = 10_001;
const DEEPEST = 6;

/** Counts the files of places. Null for a place without files, or behind a link of the project. */
export function countPlaces(port: FileSystem, env: Env, root: string, places: readonly FilePlace[]) {
  return places.map(({ base, patterns }) => {
    const isBelowHome = base.startsWith('~/');
    if (!isBelowHome && linkOnWay(port, root, base) !== null) return null;
    const path = isBelowHome ? belowHome(port, env, base.slice(2)) : join(root, base);
    const times = findMatchingFiles(port, path, patterns).flatMap(
      (file) => statAt(port, join(path, file))?.mtimeMs ?? [],
    );
    if (times.length === 0) return null;
    const oldest = times.reduce((one, other) => Math.min(one, other));
    return { path, count: times.length, oldest, newest: times.reduce((one, other) => Math.max(one, other)) };
  });
}

function belowHome(port: FileSystem, env: Env, path: string): string {
  const own = env.CLAUDE_CONFIG_DIR;
  return own && path.startsWith('.claude/')
    ? join(own, path.slice('.claude/'.length))
    : join(findHomeFolder(port, env), path);
}

/** Lists the regular files below a folder that match patterns, sorted. Links are left out. */
export function findMatchingFiles(
  port: FileSystem,
  top: string,
  patterns: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns) search(port, top, '', pattern.split('/'), found);
  return [...found].toSorted();
}

function search(
  port: FileSystem,
  top: string,
  below: string,
  [part = '', ...rest]: readonly string[],
  found: Set<string>,
): void {
  const items = listFolder(port, join(top, below), 'EACCES', 'ELOOP');
  if (part === '**') search(port, top, below, rest, found);
  for (const item of items) {
    if (found.size >= MOST_FILES) return;
    const path = below === '' ? item.name : `${below}/${item.name}`;
    if (item.isDirectory()) {
      const isDeep = path.split('/').length >= DEEPEST;
      if (part === '**' && !isDeep && !item.name.startsWith('.'))
        search(port, top, path, ['**', ...rest], found);
      else if (part === item.name && rest.length > 0) search(port, top, path, rest, found);
    } else if (item.isFile() && rest.length === 0 && fits(item.name, part)) found.add(path);
  }
}

/** True for a name that equals a part, or ends as `*.md` says. */
const fits = (name: string, part: string): boolean =>
  part.startsWith('*') && part !== '**'
    ? name.endsWith(part.slice(1)) && !name.startsWith('.')
    : name === part;
