import { askProgram, findOwnCommand } from '../platform/run-program.js';
import type { Invocation } from './invocation.js';

/** Resolves with the JSON of a command that another process runs; null if it fails. */
export async function askCommand({ cwd, env }: Invocation, ...args: readonly string[]): Promise<unknown> {
  const words = [...findOwnCommand(), ...args, '--json'];
  const line = await askProgram(words, { cwd, env }, (text) => text.startsWith('{'));
  const answer = JSON.parse(line ?? 'null') as { readonly ok?: boolean } | null;
  return answer?.ok === true ? answer : null;
}
