import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../errors.js';
import { decode } from '../platform/encoding.js';
import { makeFolder, readFile, SHARED_FOLDER, statAt, writeFresh } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { linkOnWay } from '../platform/no-links.js';
import { catchErrors } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { parseJson } from '../text/json-value.js';
import { refuseForeign } from './workspace/find-workspace.js';

/** Files generated for another program, by their paths in a folder relative to the root. */
export interface Publication {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** The list of files that we wrote to a folder; only these are ours. */
export const PUBLISHED = '.daybook-export';
const LARGEST_LIST = 16 * 1024 * 1024;

/**
 * Writes a publication and removes files of an earlier one that are no longer in it. Throws UserError for a non-empty
 * folder that we did not create, one among the notes, and a link on the way to a file.
 */
export function publish(port: FileSystem, root: WorkspaceRoot, { folder, files }: Publication): void {
  refuseForeign(root);
  const top = resolve(root.root, folder);
  const notes = join(root.root, root.content);
  if (top === notes || top.startsWith(`${notes}/`) || notes.startsWith(`${top}/`))
    throw new UserError(
      'among-notes',
      `${folder} contains the notes, or is inside them`,
      'name another: --to DIR',
    );
  refuseLink(port, root.root, folder);
  const before = listed(port, top, folder);
  const now = new Set(files.map(({ path }) => path));
  makeFolder(port, top, SHARED_FOLDER, 'off');
  put(port, top, PUBLISHED, formatList(new Set([...now, ...before])));
  for (const { path, text } of files) put(port, top, path, text);
  for (const path of before)
    if (!now.has(path) && linkOnWay(port, top, dirname(path)) === null)
      catchErrors(['ENOENT', 'ENOTDIR'], undefined, () => port.unlink(join(top, path)));
  put(port, top, PUBLISHED, formatList(now));
}

/** Formats a list of paths, a line each; a name with a line break is quoted. */
const formatList = (paths: ReadonlySet<string>): string =>
  `${[...paths]
    .sort()
    .map((path) => (/^"|\p{Cc}/u.test(path) ? JSON.stringify(path) : path))
    .join('\n')}\n`;

/** Reads the list of files that we wrote before. Throws UserError for a foreign folder. */
function listed(port: FileSystem, top: string, folder: string): readonly string[] {
  const stat = statAt(port, top);
  if (stat === null) return [];
  const read = stat.isDirectory() ? readFile(port, join(top, PUBLISHED), LARGEST_LIST) : null;
  if (read) return (decode(read.bytes)?.text ?? '').split('\n').map(parseLine).filter(isInside);
  if (stat.isDirectory() && port.list(top).length === 0) return [];
  throw new UserError(
    'not-ours',
    `${folder} contains files that Daybook did not write`,
    'name another: --to DIR',
  );
}

/** Parses a line of the list; empty if it is broken. */
const parseLine = (line: string): string => (line.startsWith('"') ? String(parseJson(line) ?? '') : line);

/** The mark in the head of a file that Daybook wrote for people; only such a file is replaced. */
export const FILE_MARK = '<meta name="generator" content="Daybook">';
const HEAD_BYTES = 2048;

/** Writes one file, in one step. Throws UserError for a place among the notes, a link, and a file without our mark. */
export function publishFile(
  port: FileSystem,
  root: WorkspaceRoot,
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const hint = 'name another: --to FILE';
  const notes = join(root.root, root.content);
  if (path.startsWith(`${notes}/`)) throw new UserError('among-notes', `${path} is inside the notes`, hint);
  const folder = dirname(path);
  if (!statAt(port, folder)?.isDirectory())
    throw new UserError('no-folder', `there is no folder ${folder}`, 'make it, or name another: --to FILE');
  const before = statAt(port, path);
  if (before && !before.isFile()) throw new UserError('not-ours', `${path} is not a file`, hint);
  const head = before ? (readFile(port, path)?.bytes.subarray(0, HEAD_BYTES) ?? new Uint8Array()) : null;
  if (head && !Buffer.from(head).toString('utf8').includes(FILE_MARK))
    throw new UserError('not-ours', `${path} exists, and Daybook did not write it`, hint);
  put(port, folder, basename(path), text);
}

const isInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.split('/').includes('..');

/** Throws UserError if a link on the way leads a folder out of the workspace. */
function refuseLink(port: FileSystem, root: string, folder: string): void {
  const inner = relative(root, resolve(root, folder)).split(sep).join('/');
  const link =
    inner === '' || inner.startsWith('..') || isAbsolute(inner) ? null : linkOnWay(port, root, inner);
  if (link !== null)
    throw new UserError('link', `${link} is a link`, 'move it away, or name another folder: --to DIR');
}

function put(port: FileSystem, top: string, path: string, text: string): void {
  const file = join(top, path);
  for (let at = dirname(file); at.length >= top.length; at = dirname(at))
    if (statAt(port, at)?.isSymbolicLink())
      throw new UserError('link', `${at} is a link`, 'move it away, or name another folder: --to DIR');
  makeFolder(port, dirname(file), SHARED_FOLDER, 'off');
  const part = `${file}.${process.pid}.part`;
  catchErrors(['ENOENT'], undefined, () => port.unlink(part));
  writeFresh(port, part, Buffer.from(text), 0o644, 'off');
  port.rename(part, file);
}
