import type { Actor } from '../command/define-command.js';

/** Where a command was started, and how to say what its user should know. */
export interface Invocation {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who asks, as far as that is told; the rest the environment says. */
  readonly who?: Actor;
  readonly workspace?: string;
  /** True where a command line was typed: what it names is the user's own wish, unlike what tools, hooks and jobs ask. */
  readonly isTyped?: boolean;
  readonly warn: (text: string) => void;
  /** Told how much of a long work is done, 0–1; a face shows it where somebody looks. */
  readonly progress?: (what: string, done: number) => void;
}
