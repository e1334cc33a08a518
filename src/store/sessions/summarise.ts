import type { Root } from '../root.js';
import { runShellLine } from '../trial.js';

/** A model takes its time; nobody waits longer for it. */
const LONGEST_MS = 120_000;

/** What a summariser said, or why it said nothing. */
export type Summarised = { readonly text: string } | { readonly failed: string };

/**
 * Asks a command of the user's for a summary: it reads the conversation on its standard input and writes the summary. One that
 * fails, says nothing or takes too long is told of, and never in the way.
 */
export function summarise(
  { worktree }: Root,
  command: string,
  text: string,
  mostMs = LONGEST_MS,
): Summarised {
  const { status, out, problem } = runShellLine(command, text, worktree, mostMs);
  if (problem !== '')
    return { failed: problem.includes('ETIMEDOUT') ? `it took more than ${mostMs / 1000} s` : problem };
  if (status !== 0) return { failed: `it ended with ${status}` };
  return out.trim() === '' ? { failed: 'it said nothing' } : { text: out.trim() };
}
