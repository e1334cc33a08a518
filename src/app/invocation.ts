import type { Actor } from '../command/define-command.js';
import type { EffectPort } from './run-effects.js';

/** Where a command was started, and how to report to the user. */
export interface Invocation {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The author of the request, as far as known; the rest comes from the environment. */
  readonly who?: Actor;
  readonly workspace?: string;
  /** True for a typed command line: what it names is the user's intention, unlike requests of tools, hooks and jobs. */
  readonly isTyped?: boolean;
  /** Asks the person at the terminal; only where input and output are one. */
  readonly ask?: (question: string) => string;
  readonly warn: (text: string) => void;
  /** Reports the progress of a slow task, 0–1, for interfaces with a display. */
  readonly progress?: (what: string, done: number) => void;
  /** Carries out effects; the real one if left out. */
  readonly effects?: EffectPort;
}

/** A typed command that runs outside `executeCommand`, with its input as it was parsed. */
export interface TypedRequest {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Invocation;
  readonly dryRun: boolean;
}
