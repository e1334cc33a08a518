import {
  type CommitMerge,
  type ConflictingFile,
  isNothing,
  mergeCommits,
  readBlobs,
  type TreeEntry,
  writeBlob,
  writeSettledTree,
} from '../../git/sync/commits.js';
import type { SyncGit } from '../../git/sync/sync-git.js';
import { mergeFile } from '../../notes/merge/merge-file.js';
import { decode } from '../../platform/encoding.js';
import { loadOutline } from '../merge/load-outline.js';

/** A merged tree, and the result of each merged note. */
export interface SettledMerge {
  readonly tree: string;
  readonly merged: readonly {
    readonly path: string;
    readonly conflicts: number;
    readonly doubled: readonly string[];
  }[];
  /** Paths that neither git nor Daybook can merge. */
  readonly conflicts: readonly string[];
}

const GONE: TreeEntry = { mode: '000000', hash: '0'.repeat(40) };

/** Merges two commits: notes by entries, an edit wins over a deletion, everything else as git does. */
export async function settleMerge(
  git: SyncGit,
  ours: string,
  theirs: string,
  files: { readonly content: string; readonly written: readonly string[] },
): Promise<SettledMerge> {
  const merge = mergeCommits(git, ours, theirs);
  const pending = joinRenamed(merge);
  const read = readTexts(git, pending);
  const rows: (readonly [string, TreeEntry])[] = merge.conflicts.map(({ path }) => [
    path,
    { ...GONE, hash: '0'.repeat(ours.length) },
  ]);
  const merged: SettledMerge['merged'][number][] = [];
  const conflicts: string[] = [];
  for (const file of pending) {
    const { path } = file;
    const isNote = path.startsWith(`${files.content}/`) && path.endsWith('.md');
    if (!isNote && !files.written.includes(path)) conflicts.push(path);
    else {
      const entry = file.ours ?? file.theirs;
      if (!entry || isNothing(entry)) continue;
      if (!file.ours || !file.theirs) {
        rows.push([path, entry]);
        continue;
      }
      const texts = [file.base, file.ours, file.theirs].map((one) => (one ? read(one) : ''));
      const [base, mine, other] = texts;
      if (base == null || mine == null || other == null) {
        conflicts.push(path);
        continue;
      }
      const place = isNote ? path.slice(files.content.length + 1) : null;
      const result = mergeFile(
        { base, ours: mine, theirs: other },
        place,
        await loadOutline([base, mine, other]),
      );
      if (result.conflicts > 0) conflicts.push(path);
      merged.push({ path, conflicts: result.conflicts, doubled: result.doubled });
      rows.push([path, { mode: entry.mode, hash: writeBlob(git, result.text) }]);
    }
  }
  const tree = conflicts.length > 0 ? merge.tree : writeSettledTree(git, merge.tree, rows);
  return { tree, merged, conflicts };
}

/** Merges a note that both sides renamed differently under the first of the two names. */
function joinRenamed({ conflicts, renamed }: CommitMerge): readonly ConflictingFile[] {
  const files = new Map(conflicts.map((file) => [file.path, file]));
  for (const [before = '', mine = '', other = ''] of renamed) {
    const [base, ours, theirs] = [files.get(before)?.base, files.get(mine)?.ours, files.get(other)?.theirs];
    if (!base || !ours || !theirs) continue;
    for (const path of [before, mine, other]) files.delete(path);
    const path = [mine, other].sort()[0] as string;
    files.set(path, { path, base, ours, theirs });
  }
  return [...files.values()];
}

function readTexts(git: SyncGit, files: readonly ConflictingFile[]): (entry: TreeEntry) => string | null {
  const hashes = files.flatMap(({ base, ours, theirs }) =>
    [base, ours, theirs].flatMap((one) => one?.hash ?? []),
  );
  const blobs = readBlobs(git, hashes);
  return ({ hash }) => readText(blobs.get(hash));
}

/** Returns the text of a blob with its byte order mark; null if it is not text. */
export function readText(bytes: Buffer | undefined): string | null {
  const decoded = bytes && !bytes.includes(0) ? decode(bytes) : null;
  return decoded ? (decoded.bom ? '\uFEFF' : '') + decoded.text : null;
}
