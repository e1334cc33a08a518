import { COMMANDS, type CommandRow } from '../../kinds/commands.js';
import { VERBS, type VerbName } from '../../verbs/index.js';
import type { Verb } from '../../verbs/verb.js';

/** The prompts whose verbs are there. */
export async function offeredPrompts(): Promise<Readonly<Record<string, CommandRow>>> {
  const rows = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, row]) => ((await isThere(row)) ? [[name, row] as const] : [])),
  );
  return Object.fromEntries(rows.flat());
}

async function isThere({ verb, option }: CommandRow): Promise<boolean> {
  if (!Object.hasOwn(VERBS, verb)) return false;
  if (option === undefined) return true;
  const found: Verb = await VERBS[verb as VerbName]();
  return Object.hasOwn(found.params, option);
}

/** What the agent reads when a person gives the command. */
export const promptText = ({ text }: CommandRow, given: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => given[name]?.trim() ?? '').replace(/ +(?=[`.])/g, '');
