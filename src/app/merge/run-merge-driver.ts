import { dirname, relative, resolve, sep } from 'node:path';
import type { CommandPlan, Notice } from '../../command/define-command.js';
import { type MergedFile, mergeFile } from '../../notes/merge/merge-file.js';
import { decode, encode } from '../../platform/encoding.js';
import { readFile, replaceWhole } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { LARGEST_NOTE } from '../../store/files/note-limits.js';
import { findContentFolder } from '../../store/workspace/find-workspace.js';
import type { CommandResult } from '../execute.js';
import type { TypedRequest } from '../invocation.js';
import { loadOutline } from './load-outline.js';

/** The arguments of a merge driver: three files, of which the second gets the result, and the path of the merged file. */
interface DriverWords {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
}

/**
 * Merges one file for git (`%O %A %B %P`), at the top of the worktree. Does not open or lock the workspace, because git
 * is in the middle of a merge. Status 1 if conflict markers are left, as git expects.
 */
export async function runMergeDriver({ input, start, dryRun }: TypedRequest): Promise<CommandResult> {
  const { base, ours, theirs, path } = input as unknown as DriverWords;
  const [before, mine, other] = [base, ours, theirs].map((file) => readText(resolve(start.cwd, file)));
  const merged =
    before == null || mine == null || other == null
      ? null
      : mergeFile(
          { base: before, ours: mine, theirs: other },
          findPlace(start.cwd, path),
          await loadOutline([before, mine, other]),
        );
  if (merged && !dryRun) replaceText(resolve(start.cwd, ours), merged.text);
  return { plan: describeMerge(path, merged), seq: null, queued: null, diff: dryRun ? '' : null };
}

function describeMerge(path: string, merged: MergedFile | null): CommandPlan {
  const { conflicts = 1, doubled = [] } = merged ?? {};
  return {
    message: '',
    data: { merged: [{ path, conflicts, doubled }] },
    changes: [],
    notices: describeDoubled(path, doubled),
    ...(conflicts > 0 ? { exit: 1 as const } : {}),
  };
}

/** Creates the notice about entries that both sides reworded. */
export const describeDoubled = (path: string, doubled: readonly string[]): readonly Notice[] => {
  const pairs = doubled.map((id) => `^${id}`).join(', ');
  const message = `both sides reworded ${pairs}; both versions are kept: daybook lint`;
  return doubled.length === 0 ? [] : [{ level: 'warning', path, message }];
};

/** Reads a version with its byte order mark; null if it is not valid text for a note. */
function readText(file: string): string | null {
  const read = readFile(nodeFileSystem, file, LARGEST_NOTE);
  const decoded = read ? decode(read.bytes) : { text: '', bom: false };
  return decoded && !decoded.text.includes('\0') ? (decoded.bom ? '\uFEFF' : '') + decoded.text : null;
}

/** Replaces a file in one step: if the driver is killed, the file is still git's version of one side. */
function replaceText(file: string, text: string): void {
  const how = { path: file, part: `${file}.${process.pid}`, fsync: 'off', mode: 0o644 } as const;
  replaceWhole(nodeFileSystem, how, encode(text, false));
}

/** Returns the path of a note below its content folder; null for any other file. */
function findPlace(cwd: string, path: string): string | null {
  const file = resolve(cwd, path);
  const folder = findContentFolder(nodeFileSystem, dirname(file));
  const below = folder && relative(folder, file).split(sep).join('/');
  return below && !below.startsWith('../') && below.endsWith('.md') ? below : null;
}
