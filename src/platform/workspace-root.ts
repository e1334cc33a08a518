/** The location of the notes and why it was chosen. Paths are absolute and without links. */
export interface WorkspaceRoot {
  readonly root: string;
  readonly reason: string;
  /** The folder of the notes that Daybook makes, relative to the root. */
  readonly content: string;
  /** The folder of all notes, if the content folder is a part of it; empty for the root itself. */
  readonly notes?: string;
  /** The current worktree, which holds the target of the context block. Usually the root itself. */
  readonly worktree: string;
  /** The global root (`DAYBOOK_HOME`); it need not exist yet. */
  readonly global: string;
  /** True if the user trusts this root (`daybook trust`). Recorded in `DAYBOOK_HOME`, never in the workspace. */
  readonly trusted?: boolean;
  /**
   * A path in it that others can write to, if the current user does not trust it: then nothing is written there.
   */
  readonly foreign?: string;
  /** Its id in `DAYBOOK_HOME`; missing before the first write. */
  readonly id?: string;
  /** True if its history was gone once, though this root was registered before. */
  readonly lostHistory?: true;
  /** The scheduler of this machine in which its timer is installed. */
  readonly timer?: string;
}
