/** An unmerged file in git: base, ours and theirs; null for a version that does not exist. */
export interface UnmergedFile {
  readonly path: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** True if a git filter applies to it. Such a file is left for git to mark as merged. */
  readonly isFiltered: boolean;
  /** True if one side renamed another file to this path. */
  readonly isRenamed: boolean;
}

/** The three versions of a file that a merge commit joined, and its result. */
export interface MergedVersions {
  /** The short hash of the commit. */
  readonly commit: string;
  readonly path: string;
  /** One for each common ancestor of both sides; usually there is one. */
  readonly bases: readonly string[];
  /** The text of the common ancestor of the bases. */
  readonly root: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

/** Daybook's settings in the configuration of a git repository, by key. */
export interface GitSettings {
  readonly isRepository: boolean;
  /** True if the repository has a remote. */
  readonly hasRemote: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** Paths in the section of Daybook in git’s exclude file, from the root. */
  readonly excluded: readonly string[];
  /** What git runs before a push: nothing, the hook of `check --install`, another one, or one in another folder. */
  readonly prePush: 'none' | 'own' | 'other' | 'elsewhere';
}

/** A branch that ended, and how: merged into the default branch, gone at the remote, or deleted. */
export interface EndedBranch {
  readonly branch: string;
  readonly end: 'merged' | 'gone' | 'deleted';
  /** False for a branch that git has no trace of: a teammate may have it. */
  readonly wasHere: boolean;
}

/** What to compare in git. */
export interface DiffRange {
  /** `A`, `A..B` or `A...B`; without it what the branch changes, and what is not committed. */
  readonly range: string | null;
  readonly isStaged: boolean;
}

/** A diff without context lines. */
export interface DiffAnswer {
  readonly text: string;
  /** Files that git does not track yet. */
  readonly newFiles: readonly { readonly path: string; readonly text: string }[];
  /** What was compared, in words. */
  readonly what: string;
  /** The commit, or empty tree, that it is compared with. */
  readonly base: string;
  /** The commit; `''` for the index, null for the worktree. */
  readonly head: string | null;
}

/** The commit that wrote a line of a file as it is now. */
export interface LineCommit {
  /** The line; null in a file that git does not track. */
  readonly text: string | null;
  /** Null for a line that is not committed; its times are in ms since 1970, by the author and by the committer. */
  readonly commit: {
    readonly hash: string;
    readonly author: string;
    readonly subject: string;
    readonly at: number;
    readonly committed: number;
  } | null;
  /** The path of the file in that commit, and in the version before it. */
  readonly paths: readonly string[];
  /** When the version before it was committed (ms); null if there is none. */
  readonly since: number | null;
}
