import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, findCommandName } from '../../src/app/command-registry.js';
import { parseArguments, parseParams, refuseWordAfterFlag } from '../../src/cli/parse-args.js';
import { resolveForm } from '../../src/cli/resolve-form.js';
import { findAction } from '../../src/command/actions.js';
import { GLOBAL_OPTIONS } from '../../src/command/global-options.js';
import { readStory, words } from '../stories/story.js';
import { findHints } from '../support/hints.js';

const printed = readdirSync('test/stories')
  .filter((name) => name.endsWith('.md'))
  .map((name) => readStory(join('test/stories', name)))
  // a narrow terminal wraps its lines
  .filter(({ front }) => front.columns === undefined && front.terminal === undefined)
  .flatMap(({ parts }) => parts)
  .flatMap((part) => (part.kind === 'shell' ? part.steps.map(({ output }) => output) : []));
const messages = readFileSync('test/architecture/messages.txt', 'utf8');

/** Reads a hint as the command line does, without running it. Returns what is wrong, or null. */
async function refuseHint(hint: string): Promise<string | null> {
  const typed = resolveForm(words(hint.replace(/(?<=undo|redo|history) …+/, ' 1')));
  const name = findCommandName(typed[0] ?? '');
  if (name === null) return `no command ${typed[0]}`;
  const command = await COMMANDS[name]();
  if (typed.includes('--help')) return null;
  const {
    words: all,
    options,
    args,
    flags,
  } = parseArguments(typed, { ...GLOBAL_OPTIONS, ...command.params });
  const action = findAction(command, all[0]);
  // the message fills in the action
  if (all[0] === '…') return null;
  if (!action) return `no action ${all[0]}`;
  const rest = action.name === all[0] ? all.slice(1) : all;
  // `daybook log` alone names a command
  if (rest.length === 0 && options.size === 0) return null;
  const unknown = [...options.keys()].find(
    (key) => !Object.hasOwn({ ...GLOBAL_OPTIONS, ...action.params }, key),
  );
  if (unknown !== undefined) return `no option ${unknown}`;
  try {
    refuseWordAfterFlag(action, rest, {
      args,
      flags: new Map([...flags].map(([at, flag]) => [at - (all.length - rest.length), flag])),
    });
    parseParams(action, { words: rest, options });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ['the messages', [messages]],
  ['the replies of the stories', printed],
])('each command that %s advise is one that the command line reads', async (_, texts) => {
  const hints = [...new Set(texts.flatMap(findHints))];
  expect(hints.length).toBeGreaterThan(100);
  const refused = await Promise.all(hints.map(async (hint) => [hint, await refuseHint(hint)]));
  expect(refused.filter(([, why]) => why !== null).map((pair) => pair.join('  →  '))).toEqual([]);
});
