/** A file that git waits to be merged: what both sides began with, ours and theirs; null for one that does not exist. */
export interface UnmergedFile {
  readonly path: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** True if the repository names a filter for it: then git alone may take it as merged. */
  readonly isFiltered: boolean;
}

/** What a merge commit made of three versions of a file. */
export interface MergedVersions {
  /** The short hash of the commit. */
  readonly commit: string;
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

/** What Daybook has in the configuration of a repository, by key. */
export interface GitSettings {
  readonly isRepository: boolean;
  /** The repository is shared with another one. */
  readonly hasRemote: boolean;
  readonly settings: Readonly<Record<string, string>>;
}
