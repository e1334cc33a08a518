import type { CliAction, CliProcess } from '../cli/cli-process.js';
import { runCli } from '../cli/run-cli.js';
import { editText, removeEditedText, showInPager } from '../platform/run-program.js';
import { askAtTerminal, isTerminal, writeText } from '../platform/standard-io.js';
import type { LauncherApi } from './launcher-api.js';

/** Finds what a word of `cron` runs; the scheduler is loaded for it only. */
export async function findCronAction(act: unknown): Promise<CliAction | undefined> {
  if (act === 'start') (await import('../platform/heap.js')).limitHeapGrowth(); // it runs for days
  return (await import('../scheduler/cron-actions.js')).getCronAction(act);
}

/** Runs the command line, or the hook, of this process. Returns the exit status. */
export const main = async (api: LauncherApi): Promise<number> =>
  IS_HOOK.test(api.command) ? (await import('./hook.js')).main(api) : runCommandLine();

const IS_HOOK = /^(?:hook|statusline)$/;

/** Runs the command line with what is the same for each bundle, and with more. */
export const runWith = (more: Partial<CliProcess>): Promise<number> =>
  runCli(process.argv.slice(2), {
    cwd: process.cwd(),
    env: { ...process.env },
    out: (text) => writeText(1, text),
    err: (text) => writeText(2, text),
    terminal: isTerminal(1),
    findCronAction,
    ...more,
  });

const runCommandLine = (): Promise<number> =>
  runWith({
    isWatched: () => isTerminal(2),
    size: () => process.stdout,
    page: showInPager,
    ...(isTerminal(0) && isTerminal(1) ? { ask: askAtTerminal } : {}),
    edit: editText,
    removeEdited: removeEditedText,
  });
