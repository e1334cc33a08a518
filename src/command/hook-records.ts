/** The last activity in this workspace, from `.daybook/signal.json`. */
export interface Heartbeat {
  /** Milliseconds since 1970 UTC. */
  readonly lastActivity: number;
  /** When sessions ended that no recall has followed yet, oldest first. */
  readonly sessionEnds: readonly number[];
}

/** The text that a hook gave to an agent, or the reason why it failed. */
export interface HookRun {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly event: string;
  readonly agent: string;
  readonly session: string | null;
  /** Milliseconds from the start of the process. */
  readonly ms: number;
  /** SessionStart: how the session began, as reported by the client. */
  readonly source?: string;
  /** Missing if the hook printed nothing. */
  readonly text?: string;
  /** SessionStart: the body of the context block that the client had loaded. */
  readonly loaded?: string;
  readonly failed?: string;
  /** PreToolUse: the client's name for the call that the guard checked. */
  readonly call?: string;
  /** Ids of entries that the call violated, and of those that it followed. */
  readonly warned?: readonly string[];
  readonly followed?: readonly string[];
}

/** An agent session that is not ended and did something a few minutes ago. */
export interface LiveSession {
  readonly session: string;
  readonly agent: string;
  /** Its last event, ISO 8601 in UTC. */
  readonly at: string;
  /** The worktree that it works in, if that is not the root. */
  readonly worktree: string | null;
  /** The files that it changed, from the top of its worktree, the last changed first. */
  readonly changed: readonly { readonly path: string; readonly at: string }[];
}

/** The questions in one reply about pending lines. */
export interface QuestionBatch {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly session: string | null;
  /** The ids that the reply named. */
  readonly ids: readonly string[];
  /** Fingerprints of the lines, which are the same wherever a line moves. */
  readonly keys: readonly string[];
  /** The estimated tokens of the questions. */
  readonly tokens: number;
  /** True for a record of answers: an agent or a person answers here. */
  readonly isAnswer?: boolean;
}
