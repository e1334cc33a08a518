import { UserError } from '../../errors.js';
import {
  type CommittedNote,
  composeCommitMessage,
  findPrivateLines,
} from '../../features/sharing/describe-notes.js';
import type { ArrivingNote } from '../../features/sharing/sync.command.js';
import { findInTheWay, isWrittenByStore, refuseInTheWay } from '../../git/sync/advance-branch.js';
import {
  isAncestor,
  isNothing,
  listDifferences,
  readBlobs,
  readRef,
  recordNotes,
  type TreeDifference,
  writeCommit,
} from '../../git/sync/commits.js';
import type { Remote } from '../../git/sync/remote.js';
import type { SyncGit } from '../../git/sync/sync-git.js';
import { findMergeConflicts } from '../../notes/merge/conflict-markers.js';
import type { Runtime } from '../runtime.js';
import { readText, type SettledMerge, settleMerge } from './settle-merge.js';

/** The inputs of one sync. */
export interface SyncJob {
  readonly git: SyncGit;
  readonly runtime: Runtime;
  readonly branch: string;
  readonly remote: Remote;
  readonly files: { readonly content: string; readonly written: readonly string[] };
  readonly push: boolean;
  readonly dryRun: boolean;
}

/** A merge that is ready to be pushed, and to be written here. */
export interface PreparedSync {
  readonly head: string;
  /** The commit with the notes of the worktree; the head itself if they are committed. */
  readonly snapshot: string;
  /** The commit to push; the remote's if there is nothing to add. */
  readonly next: string;
  readonly merged: SettledMerge['merged'];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** Notes to push, relative to the root, and the numbers of files that others wrote and deleted. */
  readonly sent: readonly { readonly path: string; readonly isDeleted: boolean }[];
  readonly received: number;
  readonly deleted: number;
  /** The number of notes in the snapshot that are not in the last commit. */
  readonly committed: number;
  /** The remote has no such branch yet. */
  readonly isNew: boolean;
  /** Subjects of unpushed commits that change files other than notes. */
  readonly foreignCommits: readonly string[];
}

/** Prepares a merge of the notes here with the tip of the remote branch. Only writes new git objects. */
export async function prepareMerge(job: SyncJob, tip: string | null): Promise<PreparedSync> {
  const { git, branch, remote, files, runtime } = job;
  const head = readRef(git, `refs/heads/${branch}`);
  if (head === null)
    throw new UserError(
      'no-commit',
      `${branch} has no commit yet`,
      'commit the files of the workspace: git add daybook.yaml .gitattributes && git commit',
    );
  refuseRewritten(job, head, tip);
  const found = recordNotes(git, head, files.content, `${files.content}/private`);
  const written = readNotes(git, found.changes);
  refuseMarkers(written);
  refusePrivate(written);
  const when = { date: `${Math.floor(runtime.request.now / 1000)} +0000` };
  const message = composeCommitMessage(written);
  const isChanged = found.changes.length > 0;
  const snapshot = isChanged ? writeCommit(git, found.tree, [head], { ...when, message }) : head;
  const share = async (): Promise<{ next: string } & Pick<SettledMerge, 'merged'>> => {
    if (tip === null || isAncestor(git, tip, head)) return { next: snapshot, merged: [] };
    if (!isChanged && isAncestor(git, head, tip)) return { next: tip, merged: [] };
    const settled = await settleMerge(git, snapshot, tip, files);
    if (settled.conflicts.length > 0) throw refuseConflicts(settled.conflicts);
    if (!isAncestor(git, head, tip)) {
      const text = `Merge ${remote.name}/${remote.branch}\n${isChanged ? `\n${message}` : ''}`;
      return {
        next: writeCommit(git, settled.tree, [snapshot, tip], { ...when, message: text }),
        merged: settled.merged,
      };
    }
    const isSame = listDifferences(git, tip, settled.tree).length === 0;
    const next = isSame ? tip : writeCommit(git, settled.tree, [tip], { ...when, message });
    return { next, merged: settled.merged };
  };
  const { next, merged } = await share();
  const inTheWay = findInTheWay(git, { branch, head, snapshot, next, ...files });
  if (inTheWay.length > 0) throw refuseInTheWay(inTheWay);
  const sent = tip === null ? found.changes : listDifferences(git, tip, next);
  const inNotes = sent.filter(({ path }) => path.startsWith(`${files.content}/`));
  refusePrivate([...readNotes(git, inNotes), ...readUnshared(git, tip, next, files.content)]);
  const arriving = listDifferences(git, snapshot, next);
  const deleted = arriving.filter(({ after }) => isNothing(after)).length;
  return {
    head,
    snapshot,
    next,
    merged,
    leftOut: found.leftOut,
    sent: inNotes.map(({ path, after }) => ({
      path: path.slice(git.prefix.length),
      isDeleted: isNothing(after),
    })),
    received: arriving.length - deleted,
    deleted,
    committed: found.changes.length,
    isNew: tip === null,
    foreignCommits: next === tip ? [] : listForeignCommits(job, tip, next),
  };
}

/** Throws UserError if history was rewritten, here or at the remote: a merge would restore what was removed. */
function refuseRewritten({ git, branch, remote }: SyncJob, head: string, tip: string | null): void {
  const place = `${remote.name}/${remote.branch}`;
  const before = git.ask(['rev-parse', '--verify', '--quiet', `refs/remotes/${place}@{1}`]).out.trim();
  const known = readRef(git, `refs/remotes/${place}`);
  if (tip === null) {
    if (known === null) return;
    throw new UserError(
      'branch-gone',
      `${remote.branch} no longer exists at ${remote.name}: it was merged or deleted there`,
      'switch to another branch: git switch main; what is not merged stays on this one',
    );
  }
  const moved = known === tip && before !== '' ? before : (known ?? '');
  if (moved !== '' && moved !== tip && isAncestor(git, moved, head) && !isAncestor(git, moved, tip))
    throw new UserError(
      'remote-rewritten',
      `${place} was rewritten by a forced push`,
      `compare both, then choose one: git log ${branch}...${place}`,
    );
  if (isAncestor(git, tip, head)) return;
  const was = git
    .ask(['rev-list', '--walk-reflogs', `refs/heads/${branch}`, '--max-count=1000'])
    .out.split('\n');
  if (was.includes(tip))
    throw new UserError(
      'branch-rewritten',
      `${branch} was rewritten here (rebase, amend or reset) after it was shared`,
      `push it yourself: git push --force-with-lease; or use the shared one: git reset --keep ${place}`,
    );
}

/** Reads the changed notes as texts; null for a file that is not text. */
function readNotes(git: SyncGit, changes: readonly TreeDifference[]): readonly CommittedNote[] {
  const blobs = readBlobs(
    git,
    changes.flatMap(({ before, after }) =>
      [before, after].filter((one) => !isNothing(one)).map(({ hash }) => hash),
    ),
  );
  return changes.map(({ path, before, after }) => ({
    path: path.slice(git.prefix.length),
    before: readText(blobs.get(before.hash)),
    after: readText(blobs.get(after.hash)),
  }));
}

/** Reads every version of a note in the commits that the remote does not have. */
function readUnshared(
  git: SyncGit,
  tip: string | null,
  next: string,
  content: string,
): readonly CommittedNote[] {
  const range = [next, ...(tip === null ? ['--not', '--remotes'] : ['--not', tip])];
  const rows = git.get(['rev-list', '--objects', ...range]).split('\n');
  const objects = rows.flatMap((row) => {
    const [, hash = '', path = ''] = /^(\w+) (.+)$/.exec(row) ?? [];
    return path.startsWith(`${content}/`) ? [{ hash, path }] : [];
  });
  const blobs = readBlobs(
    git,
    objects.map(({ hash }) => hash),
  );
  return objects.flatMap(({ hash, path }) => {
    const after = readText(blobs.get(hash));
    if (after === null) return [];
    const published = tip === null ? null : git.ask(['show', `${tip}:${path}`]);
    return [
      { path: path.slice(git.prefix.length), before: published?.status === 0 ? published.out : null, after },
    ];
  });
}

function refusePrivate(notes: readonly CommittedNote[]): void {
  const [found] = notes.flatMap(findPrivateLines);
  if (!found) return;
  const what = found.kind === 'private' ? 'is marked as private' : `contains a secret (${found.kind})`;
  throw new UserError(
    'secret',
    `${found.path}:${found.line} ${what}; nothing was committed or pushed`,
    found.kind === 'private'
      ? 'remove it from the note, or from the commits that are not pushed yet'
      : 'remove it, from unpushed commits too: daybook scrub PATTERN; then: daybook sync',
    { path: found.path, line: found.line, kind: found.kind },
  );
}

function refuseMarkers(notes: readonly CommittedNote[]): void {
  const found = notes.find(({ after }) => after !== null && findMergeConflicts(after).length > 0);
  if (!found) return;
  throw new UserError(
    'unmerged',
    `${found.path} has git conflict markers`,
    'resolve it: daybook sync --resolve',
    { path: found.path },
  );
}

const refuseConflicts = (paths: readonly string[]): UserError =>
  new UserError(
    'conflicts',
    `git cannot merge ${paths.join(', ')}`,
    'nothing changed; merge it yourself: git pull; then: daybook sync',
    { conflicts: paths },
  );

/** Lists commits that no branch of the remote has and that change other files than notes. */
function listForeignCommits(
  { git, remote, files }: SyncJob,
  tip: string | null,
  next: string,
): readonly string[] {
  const words = [
    'log',
    '--format=%s',
    next,
    '--not',
    ...(tip === null ? [] : [tip]),
    `--remotes=${remote.name}`,
  ];
  const out = git.get([...words, '--', '.', `:(exclude,literal)${files.content}`]);
  return out.split('\n').filter((line) => line !== '');
}

/** Lists the notes that a merge changes here. */
export function listArriving(
  git: SyncGit,
  { snapshot, next }: Pick<PreparedSync, 'snapshot' | 'next'>,
  files: SyncJob['files'],
): readonly ArrivingNote[] {
  const changes = listDifferences(git, snapshot, next).filter(({ path }) => isWrittenByStore(files, path));
  return readNotes(git, changes).map(({ path, before, after }) => ({ path, base: before, merged: after }));
}
