import { type CommandPlan, UserError } from '../command/define-command.js';
import {
  describeEffect,
  type Effect,
  type ForgetEffect,
  type GitStageEffect,
  type NetworkEffect,
  type PrepareEffect,
  type ProgramResult,
} from '../command/effects.js';
import { writeExcludedPaths, writeGitSettings, writePrePush } from '../git/local-settings.js';
import { fetchBranch, pushCommit } from '../git/sync/remote.js';
import type { SyncGit } from '../git/sync/sync-git.js';
import { markAsMerged } from '../git/unmerged-paths.js';
import { scanBlocks } from '../markdown/block-scanner.js';
import { clearContextBlock } from '../notes/context-block-markers.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { removeEmptyFolders } from '../platform/folders/remove-empty-folders.js';
import { runFactCheck, tryOwn } from '../platform/run-program.js';
import type { Store } from '../store/store.js';
import { advanceWorkspace } from './sync/open-git.js';

/** Carries out effects. Tests inject one that only records them. */
export interface EffectPort {
  run(effect: Effect): void | Promise<void>;
  prepare(effect: PrepareEffect): ProgramResult;
  /**
   * Performs a step over the network. Returns the commit of the remote branch afterwards; null if there is no such branch,
   * or if it moved and nothing was pushed. Throws `UserError` if the remote cannot be reached.
   */
  exchange(effect: NetworkEffect, git: SyncGit): Promise<string | null>;
}

/** Creates the port that really acts, on the workspace of a store. */
export function createEffectPort(store: Store | null, getTarget: () => string = () => 'none'): EffectPort {
  const open = (): Store => {
    if (store) return store;
    throw new Error('an effect needs a workspace');
  };
  return {
    run(effect) {
      if (effect.kind === 'files') open().publish(effect);
      else if (effect.kind === 'file') open().publishFile(effect);
      else if (effect.kind === 'empty-folders')
        removeEmptyFolders(nodeFileSystem, open().root.worktree, effect.folders);
      else if (effect.kind === 'forget') return recordLater(open(), effect);
      else if (effect.kind === 'git-stage') stage(open(), effect);
      else if (effect.kind === 'git-config') writeGitSettings(open().root.root, effect.set, effect.timeoutMs);
      else if (effect.kind === 'git-exclude') writeExcludedPaths(open().root.root, effect.paths);
      else if (effect.kind === 'git-hook') writePrePush(open().root.root, effect.text);
      else if (effect.kind === 'git-advance') advanceWorkspace(open().root, effect, getTarget());
      else if (effect.kind === 'git-push') throw new Error('a push is made before the plan that names it');
      else if (effect.action === 'adopt-history') open().adoptHistory(effect.timeoutMs);
      else if (effect.action === 'confirm-proofs') open().confirmProofs(effect.proofs ?? []);
      else open().trust(effect.action === 'trust');
    },
    prepare: (effect) =>
      effect.kind === 'fact-check'
        ? runFactCheck(effect.words, open().root.root, effect.timeoutMs)
        : tryOwn(effect.words, effect.input, open().root.worktree, effect.timeoutMs),
    exchange: exchangeWithRemote,
  };
}

async function exchangeWithRemote(effect: NetworkEffect, git: SyncGit): Promise<string | null> {
  const { remote: name, url, branch, timeoutMs } = effect;
  const remote = { name, url, branch };
  if (effect.kind === 'git-fetch')
    return fetchBranch(git, remote, { remembers: effect.remembers, timeoutMs });
  return (await pushCommit(git, remote, effect.commit, timeoutMs)) ? effect.commit : null;
}

/** Loads the hashing of texts, which no other command needs. */
const recordLater = async (store: Store, effect: ForgetEffect): Promise<void> =>
  (await import('./forgotten/forgotten-list.js')).recordForgotten(store, effect);

/** Removes the generated block as git's filter does; a text without a certain outline stays. */
function withoutBlock(text: string): string {
  const outline = scanBlocks(text);
  return outline.isCertain ? clearContextBlock(text, outline) : text;
}

function stage({ root }: Store, { paths, timeoutMs }: GitStageEffect): void {
  if (paths.length === 0 || markAsMerged(root, paths, withoutBlock, timeoutMs)) return;
  const hint = `run: git add ${paths.map((path) => JSON.stringify(path)).join(' ')}`;
  throw new UserError('git-stage', 'the notes are merged, but git still lists them as unmerged', hint);
}

/** Runs effects one by one, after the commit. Throws `UserError` if one fails or takes too long; those after it are not run. */
export async function runEffects(effects: readonly Effect[], port: EffectPort): Promise<void> {
  for (const effect of effects) await withTimeout(effect, port.run(effect));
}

async function withTimeout(effect: Effect, running: void | Promise<void>): Promise<void> {
  if (!running) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(timedOut(effect)), effect.timeoutMs);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = (effect: Effect): UserError =>
  new UserError(
    'effect-timeout',
    `${describeEffect(effect)}: no answer after ${effect.timeoutMs / 1000} s`,
    'changes to notes are saved; try the command again',
  );

/** Runs `prepare` effects when a plan asks for their results. A plan that is made again gets the same result. */
export interface PreparedEffects {
  result(effect: PrepareEffect): ProgramResult;
  /** What ran so far. */
  list(): readonly PrepareEffect[];
}

export function createPreparedEffects(port: EffectPort): PreparedEffects {
  const results = new Map<string, { readonly effect: PrepareEffect; readonly result: ProgramResult }>();
  return {
    result(effect) {
      const key = JSON.stringify(effect);
      const known = results.get(key) ?? { effect, result: port.prepare(effect) };
      results.set(key, known);
      return known.result;
    },
    list: () => [...results.values()].map(({ effect }) => effect),
  };
}

const isConfirmation = (effect: Effect): boolean =>
  effect.kind === 'user-registry' && effect.action === 'confirm-proofs';

/**
 * Throws if a command that may be queued plans effects: the process that runs the queue would not run them. What git ignores is
 * listed again by `doctor --fix`, and a proof waits for `trust --proofs`.
 */
export function assertMayHaveEffects(plan: CommandPlan, onLocked: 'queue' | 'refuse'): void {
  if (
    onLocked === 'queue' &&
    plan.effects?.some((effect) => effect.kind !== 'git-exclude' && !isConfirmation(effect))
  )
    throw new Error('a command that may be queued cannot have effects');
}
