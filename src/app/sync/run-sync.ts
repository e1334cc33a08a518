import type { Command, CommandPlan, Notice } from '../../command/define-command.js';
import type { Effect, GitPushEffect } from '../../command/effects.js';
import type { CommandInput, ParamDefinitions } from '../../command/params.js';
import { UserError } from '../../errors.js';
import { planArrivals, sync } from '../../features/sharing/sync.command.js';
import { isInRepository } from '../../git/git.js';
import { readLocalSettings } from '../../git/local-settings.js';
import { findRemote } from '../../git/sync/remote.js';
import { isMergeUnderWay, readCurrentBranch } from '../../git/worktree.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { pluralize } from '../../text/pluralize.js';
import { type CommandResult, executeCommand } from '../execute.js';
import type { TypedRequest } from '../invocation.js';
import { describeDoubled } from '../merge/run-merge-driver.js';
import { openRuntime, type Runtime } from '../runtime.js';
import { getFiles, openNotesGit } from './open-git.js';
import { listArriving, type PreparedSync, prepareMerge, type SyncJob } from './prepare-merge.js';

/** Attempts to push while others push to the same branch. */
const MOST_ATTEMPTS = 24;
/** The longest pause between two attempts, in milliseconds, and in times of the attempt before it. */
const LONGEST_PAUSE_MS = 30_000;
const MOST_SLOTS = 8;
/** Time limits of one exchange with a remote, and of the move of a branch. */
const NETWORK_MS = 60_000;
const MOVE_MS = 120_000;

/** Runs `sync` from the command line. */
export async function runSync(request: TypedRequest): Promise<CommandResult> {
  const runtime = await openRuntime({ ...request.start, isTyped: true }, 'workspace');
  const input = request.input as unknown as CommandInput<typeof sync.params>;
  return syncWorkspace(runtime, input, request.dryRun);
}

/**
 * Shares the notes of a workspace: commits them in a temporary index, merges the remote branch, pushes the result, and
 * then writes it here. Merges again if another push came first. Nothing here changes before the push has succeeded, and
 * the store is locked only while notes are written.
 */
export async function syncWorkspace(
  runtime: Runtime,
  input: CommandInput<typeof sync.params>,
  dryRun: boolean,
): Promise<CommandResult> {
  const { store, settings } = runtime;
  if (!store) throw new Error('sync needs a workspace');
  const { root } = store;
  const target = settings['context.target'];
  if (root.foreign !== undefined)
    throw new UserError(
      'foreign',
      `others can write to ${root.foreign}`,
      'look at it first; then: daybook trust',
    );
  const branch = findBranch(root.root);
  const git = openNotesGit(root, target, dryRun);
  try {
    const remote = findRemote(readLocalSettings(root.root), branch, input.remote, {
      top: git.repository.top,
      trusted: git.trusted,
    });
    const job = {
      git,
      runtime,
      branch,
      remote,
      files: getFiles(git, root, target),
      push: !input['no-push'],
      dryRun,
    };
    return await writeHere(job, await exchangeNotes(job));
  } finally {
    git.close();
  }
}

/** Returns the checked-out branch. Throws UserError if there is none, or during a merge or rebase. */
function findBranch(root: string): string {
  if (isMergeUnderWay(nodeFileSystem, root))
    throw new UserError(
      'merge-under-way',
      'a merge, rebase or cherry-pick is in progress here',
      'finish it first, see: git status; for notes in conflict: daybook sync --resolve',
    );
  if (!isInRepository(nodeFileSystem, root))
    throw new UserError('no-repository', 'this workspace is not in a git repository', 'create one: git init');
  const branch = readCurrentBranch(nodeFileSystem, root);
  if (branch !== null) return branch;
  throw new UserError(
    'no-branch',
    'no branch is checked out here (detached HEAD)',
    'switch to one: git switch main',
  );
}

/** The result of the exchange with the remote. */
interface Exchange {
  readonly prepared: PreparedSync;
  /** The commit that was pushed, or null. */
  readonly pushed: string | null;
  /** How often the branch was fetched: more than once if others pushed meanwhile. */
  readonly attempts: number;
}

const createPush = ({ name, url, branch }: SyncJob['remote'], commit: string): GitPushEffect => ({
  kind: 'git-push',
  ...{ remote: name, url, branch, commit },
  timeoutMs: NETWORK_MS,
});

/** Merges and pushes until the remote accepts it. The pauses grow with the time of an attempt, so that many writers spread. */
async function exchangeNotes(job: SyncJob): Promise<Exchange> {
  const { git, remote, dryRun, push, runtime } = job;
  const { name, url, branch } = remote;
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts++) {
    const began = performance.now();
    const fetch = { kind: 'git-fetch', remote: name, url, branch, remembers: !dryRun } as const;
    const tip = await runtime.effects.exchange({ ...fetch, timeoutMs: NETWORK_MS }, git);
    const prepared = await prepareMerge(job, tip);
    const { next } = prepared;
    if (next === tip || !push || prepared.foreignCommits.length > 0)
      return { prepared, pushed: null, attempts };
    if (dryRun || (await runtime.effects.exchange(createPush(remote, next), git)) !== null)
      return { prepared, pushed: next, attempts };
    const most = Math.min(
      LONGEST_PAUSE_MS,
      (performance.now() - began) * Math.min(2 ** (attempts - 1), MOST_SLOTS),
    );
    await new Promise((resume) => setTimeout(resume, Math.random() * most));
  }
  throw new UserError(
    'busy-remote',
    `${remote.name}/${remote.branch} changed during each of ${MOST_ATTEMPTS} attempts to push`,
    'nothing changed here; try again later: daybook sync',
  );
}

/** Writes the merged notes, and moves the branch to their commit. */
async function writeHere(job: SyncJob, { prepared, pushed, attempts }: Exchange): Promise<CommandResult> {
  const { git, runtime, branch, remote } = job;
  const { head, snapshot, next } = prepared;
  const arriving = listArriving(git, prepared, job.files);
  const effects: Effect[] = [
    ...(pushed === null ? [] : [createPush(remote, pushed)]),
    ...(next === head
      ? []
      : [{ kind: 'git-advance' as const, branch, head, snapshot, next, timeoutMs: MOVE_MS }]),
  ];
  const plan = (ctx: Parameters<Command['plan']>[0]): CommandPlan => {
    const changes = planArrivals(ctx, arriving);
    return {
      message: describeSync(job, prepared, pushed),
      data: {
        merged: prepared.merged.map((one) => ({ ...one, path: one.path.slice(git.prefix.length) })),
        pushed,
        attempts,
        conflicts: [],
      },
      changes,
      isFinal: true,
      origins: Object.fromEntries(changes.map(({ path }) => [path, 'teammate' as const])),
      notices: listNotices(job, prepared),
      effects: job.dryRun ? effects : effects.filter(({ kind }) => kind !== 'git-push'),
      ...(prepared.foreignCommits.length > 0 ? { exit: 1 as const } : {}),
    };
  };
  const step = { ...sync, updatesBlock: arriving.length > 0 ? true : undefined, plan } as unknown as Command;
  return executeCommand(
    step,
    { remote: remote.name, 'no-push': !job.push } as unknown as CommandInput<ParamDefinitions>,
    runtime,
    { dryRun: job.dryRun },
  );
}

function describeSync({ remote }: SyncJob, prepared: PreparedSync, pushed: string | null): string {
  const place = `${remote.name}/${remote.branch}`;
  const { received, deleted, committed, foreignCommits } = prepared;
  const sent = pushed === null && committed === 0 ? [] : prepared.sent;
  if (received + deleted + sent.length === 0 && prepared.next === prepared.head) {
    if (pushed !== null) return `Created ${place} at the last commit.`;
    if (foreignCommits.length > 0) return `Nothing new came from ${place}.`;
    return prepared.sent.length === 0
      ? `Up to date with ${place}: nothing to share.`
      : `Nothing new came from ${place}; ${pluralize(prepared.sent.length, 'note')} not pushed yet.`;
  }
  const parts = [
    ...(received > 0 ? [`${pluralize(received, 'file')} came`] : []),
    ...(deleted > 0 ? [`${pluralize(deleted, 'file')} deleted`] : []),
    ...(sent.length > 0 ? [`${pluralize(sent.length, 'note')} ${pushed ? 'sent' : 'committed'}`] : []),
  ];
  const how = pushed ? (prepared.isNew ? 'Created' : 'Synced with') : 'Merged with';
  const isOnlyCommitted = pushed === null && received + deleted === 0 && sent.length > 0;
  return [
    isOnlyCommitted
      ? `Committed ${pluralize(sent.length, 'note')}; nothing was pushed to ${place}.`
      : `${how} ${place}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    ...sent.map(({ path, isDeleted }) => `- ${path}${isDeleted ? ' (deleted)' : ''}`),
  ].join('\n');
}

function listNotices({ git, remote }: SyncJob, prepared: PreparedSync): readonly Notice[] {
  const warn = (message: string, path?: string): Notice => ({
    level: 'warning',
    message,
    ...(path ? { path } : {}),
  });
  const { foreignCommits } = prepared;
  return [
    ...prepared.leftOut.map(({ path, why }) => warn(why, path.slice(git.prefix.length))),
    ...prepared.merged.flatMap(({ path, doubled }) =>
      describeDoubled(path.slice(git.prefix.length), doubled),
    ),
    ...(foreignCommits.length > 0
      ? [
          warn(
            `nothing was pushed: ${pluralize(foreignCommits.length, 'commit')} of yours with other files would be pushed to ${remote.name} too (${foreignCommits.slice(0, 3).join('; ')}); push them yourself: git push`,
          ),
        ]
      : []),
  ];
}
