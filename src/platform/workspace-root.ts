/** Where the notes are, and why there. Paths are absolute and without links. */
export interface WorkspaceRoot {
  readonly root: string;
  readonly reason: string;
  /** The content folder relative to the root. */
  readonly content: string;
  /** The worktree stood in: there lies the target of the context block. Mostly the root itself. */
  readonly worktree: string;
  /** The global root (`DAYBOOK_HOME`); it need not exist yet. */
  readonly global: string;
  /** True where the user has trusted this root (`daybook trust`); recorded in `DAYBOOK_HOME`, never in the workspace. */
  readonly trusted?: boolean;
  /** A path of it that belongs to another user, where this one has not trusted it: then nothing is written there. */
  readonly foreign?: string;
  /** The id under which `DAYBOOK_HOME` knows it; missing before the first write. */
  readonly id?: string;
}
