import { basename, join, relative } from 'node:path';
import { decode } from '../platform/encoding.js';
import { readFile, statAt, Unfit } from '../platform/file-io.js';
import { getErrorCode } from '../platform/system-errors.js';
import type { StoreContext } from './layout.js';
import { isTouched, listPublishedFolders, walk } from './scrub.js';

/** A place that still contains the pattern. */
export interface Remain {
  /** Relative to the root; `~/…` in the global root. */
  readonly path: string;
  readonly why: string;
}

/** Searches every place of a root again, names and bytes: notes and files beside them, state, and foreign state. */
export function findRemains(
  store: StoreContext,
  pattern: RegExp,
  beside: readonly string[],
): readonly Remain[] {
  const { root, at } = store;
  const tops = [...new Set([root.root, root.worktree])];
  const files = beside.flatMap((name) => tops.map((top) => join(top, name)));
  const content = walk(store, join(root.root, root.content), []);
  const state = walk(store, at.state, [at.images]);
  const images = new Set(walk(store, at.images, []).files);
  const registry = root.root === root.global ? [walk(store, join(root.root, 'workspaces'), [])] : [];
  const published = listPublishedFolders(store).map((folder) => walk(store, folder, []));
  const foreign = foreignFolders(store).map((folder) => walk(store, folder, []));
  const paths = [content, state, ...registry, ...published, ...foreign].flatMap((one) => [
    ...one.files,
    ...one.folders,
  ]);
  return [...new Set([...files, ...paths, ...images])].flatMap((path): Remain[] => {
    const isImage = images.has(path);
    const inName = !isImage && !files.includes(path) && isTouched(basename(path), pattern);
    const why = inName ? 'in its name' : whyHeld(store, path, pattern);
    return why === null ? [] : [{ path: relative(root.root, path), why: whoseWhy(store, path, why) }];
  });
}

/** Lists state below `.daybook/` that belongs to another root, or to a version before the first release. */
function foreignFolders(store: StoreContext): readonly string[] {
  const { port, at } = store;
  const { own } = store.at;
  const known = new Set([own, at.locks, at.signal, ...listPublishedFolders(store)]);
  if (!statAt(port, at.state)) return [];
  return port.list(at.state).flatMap((item) => {
    const path = join(at.state, item.name);
    const isOurs = known.has(path) || (own === at.state && !/^[0-9a-f]{32}$/.test(item.name));
    return item.isDirectory() && !isOurs ? [path] : [];
  });
}

function whoseWhy(store: StoreContext, path: string, why: string): string {
  const folder = foreignFolders(store).find((one) => path.startsWith(`${one}/`));
  if (folder === undefined) return why;
  return `${why}; this is not state of this workspace: delete ${relative(store.root.root, folder)}, or adopt it (daybook trust --adopt-history) and scrub again`;
}

/** Returns the last part of a path; the folders above it are checked separately. */
/** Returns why a file contains the pattern; null if it does not, or is not a file. */
function whyHeld({ port }: StoreContext, path: string, pattern: RegExp): string | null {
  try {
    const read = statAt(port, path)?.isFile() ? readFile(port, path) : null;
    if (!read) return null;
    const decoded = decode(read.bytes);
    if (decoded) return isTouched(decoded.text, pattern) ? 'in its text' : null;
    return isTouched(Buffer.from(read.bytes).toString('latin1'), pattern) ? 'in its bytes' : null;
  } catch (error) {
    if (!(error instanceof Unfit) && getErrorCode(error) === '') throw error;
    return 'it cannot be read';
  }
}
