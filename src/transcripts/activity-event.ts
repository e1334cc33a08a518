/** A commit, as git tells it. */
export interface Commit {
  readonly hash: string;
  /** When its author made it: ISO 8601 with the author's own offset. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
  /** The branch that it is on, where the one checked out does not have it. */
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** Relative to the repository, with `/`; none for a merge. */
  readonly files: readonly string[];
  readonly added: number;
  readonly deleted: number;
}

/** What was noted at a moment: by a hook, that a session began or ended or something was asked; by the tool log, that a tool ran. */
export interface ActivityEvent {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The event of a hook; null for a call of a tool. */
  readonly event: string | null;
  /** Null where a tool does not know who called it. */
  readonly agent: string | null;
  readonly session: string | null;
  /** The tool that ran; null for all else. */
  readonly tool: string | null;
  /** What the tool was given, on one line. */
  readonly input: string;
  /** False where the tool failed. */
  readonly ok: boolean;
  /** Files that it read or wrote. */
  readonly files: readonly string[];
}
