import type { FactCheck } from '../notes/entries/proof.js';
import { pluralize } from '../text/pluralize.js';

/**
 * A side effect of a plan beside its changes to notes. The union is closed: a new kind of effect is a new member here,
 * and `describeEffect` and the port in `app/run-effects.ts` do not compile without it. Effects follow the commit, in order.
 */
export type Effect =
  | UserRegistryEffect
  | FilesEffect
  | FileEffect
  | EmptyFoldersEffect
  | ForgetEffect
  | GitConfigEffect
  | GitExcludeEffect
  | GitHookEffect
  | GitStageEffect
  | GitPushEffect
  | GitAdvanceEffect;

/** An effect that runs before the plan is complete; the query `prepared` returns its result. */
export type PrepareEffect = ProgramEffect | FactCheckEffect;

/** A step over the network. It runs before the plan that needs its result: see app/sync. */
export type NetworkEffect = GitFetchEffect | GitPushEffect;

interface Timed {
  /** After this time it counts as failed, in milliseconds. */
  readonly timeoutMs: number;
}

/** Records in `DAYBOOK_HOME` what this user trusts, or takes over state that is not registered. */
export interface UserRegistryEffect extends Timed {
  readonly kind: 'user-registry';
  readonly action: 'trust' | 'revoke' | 'adopt-history' | 'confirm-proofs';
  /** What it applies to, for people. */
  readonly subject: string;
  /** The proofs that a person confirmed. */
  readonly proofs?: readonly FactCheck[];
}

/** Writes files made of notes for another program, into a folder of their own. */
export interface FilesEffect extends Timed {
  readonly kind: 'files';
  /** From the root. */
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Writes one file for people, outside of the notes; one that Daybook did not write is not replaced. */
export interface FileEffect extends Timed {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** Removes empty folders of the worktree and their empty parents. Folders with content stay. */
export interface EmptyFoldersEffect extends Timed {
  readonly kind: 'empty-folders';
  /** From the root of the worktree. */
  readonly folders: readonly string[];
}

/** Records hashes of forgotten text in `DAYBOOK_HOME`, so that imports and agents do not bring it back. */
export interface ForgetEffect extends Timed {
  readonly kind: 'forget';
  /** Its name, also used in the history. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly entries: readonly {
    readonly id: string;
    readonly text: string;
    /** Where it came from: `entry ID`, `session ID`, `import PATH`. */
    readonly sources: readonly string[];
    /** The sentences of its source passage that state it. */
    readonly sentences: readonly string[];
  }[];
  /** Words that are withheld wherever they stand; null if none are. */
  readonly phrase: string | null;
}

/** Sets values in the configuration of the repository on this machine; null takes out all that Daybook has there. */
export interface GitConfigEffect extends Timed {
  readonly kind: 'git-config';
  readonly set: Readonly<Record<string, string>> | null;
}

/** Lists the paths that git ignores on this machine alone, in place of those that Daybook listed before; from the root. */
export interface GitExcludeEffect extends Timed {
  readonly kind: 'git-exclude';
  readonly paths: readonly string[];
}

/** Writes the hook that git runs before a push, on this machine; null takes out the one that Daybook wrote. */
export interface GitHookEffect extends Timed {
  readonly kind: 'git-hook';
  readonly text: string | null;
}

/** Tells git that files are merged, as they are then. Git reads no configuration of the repository, and runs no filter. */
export interface GitStageEffect extends Timed {
  readonly kind: 'git-stage';
  readonly paths: readonly string[];
}

/** Where a branch is shared. */
interface AtRemote extends Timed {
  /** The name of the remote, and its address. */
  readonly remote: string;
  readonly url: string;
  /** The name of the branch there. */
  readonly branch: string;
}

/** Gets the commit of a branch of a remote, with what it needs. */
export interface GitFetchEffect extends AtRemote {
  readonly kind: 'git-fetch';
  /** The repository notes it as the branch of the remote; not in a dry run. */
  readonly remembers: boolean;
}

/** Pushes a commit to a branch of a remote, never by force. */
export interface GitPushEffect extends AtRemote {
  readonly kind: 'git-push';
  readonly commit: string;
}

/** Moves a branch, its index and the files beside the notes to a merged commit; uncommitted work stays as it is. */
export interface GitAdvanceEffect extends Timed {
  readonly kind: 'git-advance';
  readonly branch: string;
  readonly head: string;
  /** The commit with the notes of the worktree, and the one that the branch moves to. */
  readonly snapshot: string;
  readonly next: string;
}

/** Runs this build of Daybook as an agent would start it. No other program is ever run. */
export interface ProgramEffect extends Timed {
  readonly kind: 'program';
  readonly words: readonly string[];
  /** Written to its standard input. */
  readonly input: string;
}

/** Runs the command of a confirmed proof, without a shell. */
export interface FactCheckEffect extends Timed {
  readonly kind: 'fact-check';
  readonly words: readonly string[];
  /** The number of its run, as a failure is tried again. */
  readonly run: number;
}

/** What a program did. */
export interface ProgramResult {
  /** Null where it could not be started, or did not end in time. */
  readonly status: number | null;
  readonly out: string;
  readonly ms: number;
  /** Why it could not be run; empty where it could. */
  readonly problem: string;
}

const REGISTRY_ACTIONS: Readonly<Record<UserRegistryEffect['action'], string>> = {
  trust: 'trust',
  revoke: 'no longer trust',
  'adopt-history': 'adopt the history in .daybook/:',
  'confirm-proofs': 'confirm',
};

/** Describes an effect in one line, as a dry run prints it. */
export function describeEffect(effect: Effect | PrepareEffect | NetworkEffect): string {
  switch (effect.kind) {
    case 'user-registry':
      return `user registry: ${REGISTRY_ACTIONS[effect.action]} ${effect.subject}`;
    case 'files':
      return `files: write ${pluralize(effect.files.length, 'file')} to ${effect.folder}`;
    case 'file':
      return `file: write ${effect.path}`;
    case 'empty-folders':
      return `folders: remove ${effect.folders.join(', ')} where empty`;
    case 'forget':
      return `forgotten: remember ${pluralize(effect.entries.length, 'hash', 'hashes')}${effect.phrase === null ? '' : ', and withhold matches'}`;
    case 'git-config':
      return effect.set === null
        ? 'git configuration: remove what is Daybook’s'
        : `git configuration: set ${Object.keys(effect.set).join(', ')}`;
    case 'git-exclude':
      return `git exclude: ${effect.paths.join(', ') || 'remove what is Daybook’s'}`;
    case 'git-hook':
      return `git hook: ${effect.text === null ? 'remove' : 'write'} .git/hooks/pre-push`;
    case 'git-stage':
      return `git: mark as merged: ${effect.paths.join(', ')}`;
    case 'git-fetch':
      return `git: fetch ${effect.branch} of ${effect.remote}`;
    case 'git-push':
      return `git: push the notes to ${effect.branch} of ${effect.remote}`;
    case 'git-advance':
      return `git: move ${effect.branch} to the commit with the notes of both sides`;
    case 'program':
      return `program: daybook ${effect.words.join(' ')}`;
    case 'fact-check':
      return `proof: ${effect.words.join(' ')}`;
  }
}

/** An effect as `--json` shows it: without texts and input. */
export interface EffectJson {
  readonly kind: (Effect | PrepareEffect)['kind'];
  readonly description: string;
  readonly timeoutMs: number;
}

export const toEffectJson = (effect: Effect | PrepareEffect): EffectJson => ({
  kind: effect.kind,
  description: describeEffect(effect),
  timeoutMs: effect.timeoutMs,
});
