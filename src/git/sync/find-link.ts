import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catchErrors } from '../../platform/system-errors.js';
import type { Repository } from '../git-folder.js';

/** Folders of a repository that git writes to, refs and logs at any depth. */
const WRITTEN = ['refs/heads', 'refs/remotes', 'logs'];

/** Returns a symbolic link among the folders that git writes to, or null. A link would redirect the writes. */
export function findLink({ own, common }: Repository): string | null {
  for (const name of ['objects', 'refs', 'logs', 'info'])
    for (const folder of [common, ...(own === common ? [] : [own])]) {
      const link = findIn(folder, (entry) => entry === name);
      if (link !== null) return link;
    }
  const link = findIn(join(common, 'objects'), () => true);
  if (link !== null) return link;
  for (const name of WRITTEN) {
    const deep = findBelow(join(common, name));
    if (deep !== null) return deep;
  }
  return own === common ? null : findBelow(join(own, 'logs'));
}

const list = (folder: string) =>
  catchErrors(['ENOENT', 'ENOTDIR'], [], () => readdirSync(folder, { withFileTypes: true }));

function findIn(folder: string, fits: (entry: string) => boolean): string | null {
  const link = list(folder).find((entry) => fits(entry.name) && entry.isSymbolicLink());
  return link ? join(folder, link.name) : null;
}

function findBelow(folder: string): string | null {
  for (const entry of list(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return path;
    const deep = entry.isDirectory() ? findBelow(path) : null;
    if (deep !== null) return deep;
  }
  return null;
}
