/** One call of a tool, as the tool log keeps it (MindSave §Layer 3): parents before children, so that a graph can be drawn. */
export interface ToolCall {
  readonly id: string;
  /** The call that this one was made for, e.g. a sub-agent's; null for none. */
  readonly parent: string | null;
  readonly session: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly tool: string;
  /** Its input in one line. */
  readonly input: string;
  readonly ok: boolean;
  /** Files that it read or wrote, relative to the root where they lie below it. */
  readonly files: readonly string[];
}
