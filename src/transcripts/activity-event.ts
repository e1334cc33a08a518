/** A git commit. */
export interface Commit {
  readonly hash: string;
  /** Author time: ISO 8601 with the author's offset. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
  /** Its branch, if the current one does not contain it. */
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** Relative to the repository, with `/`; none for a merge. */
  readonly files: readonly string[];
  readonly added: number;
  readonly deleted: number;
}

/** An event of a day: from a hook (session start or end, prompt) or from the tool log. */
export interface ActivityEvent {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The event of a hook; null for a call of a tool. */
  readonly event: string | null;
  /** Null if the session is unknown. */
  readonly agent: string | null;
  readonly session: string | null;
  /** The tool that ran; null for other events. */
  readonly tool: string | null;
  /** Its input, on one line. */
  readonly input: string;
  /** False where the tool failed. */
  readonly ok: boolean;
  /** Files that it read or wrote. */
  readonly files: readonly string[];
}
