import { resolve } from 'node:path';
import { executeCommand } from '../app/execute.js';
import { openRuntime } from '../app/runtime.js';
import type { CliAction, CliProcess } from '../cli/cli-process.js';
import { readPageAsset } from '../platform/assets.js';
import { limitHeapGrowth } from '../platform/heap.js';
import { openInBrowser } from '../platform/open-browser.js';
import { isTerminal, writeText } from '../platform/standard-io.js';
import { servePage } from '../web/serve-page.js';
import { createViewCommand, type ViewInput } from '../web/view-file.js';
import { runWith } from './cli.js';

/** Writes the memory as one file, by the path from the current folder. */
export const writeView: CliAction = async ({ input, start, dryRun }) => {
  const command = createViewCommand({ style: readPageAsset('page.css'), script: readPageAsset('view.js') });
  const runtime = await openRuntime({ ...start, isTyped: true }, 'workspace');
  const to = resolve(start.cwd, String(input.to));
  return executeCommand(
    command,
    { ...(input as unknown as ViewInput), to, name: String(input.to) },
    runtime,
    {
      dryRun,
    },
  );
};

/** Creates the server of `serve`: prints a link, and runs until `waitForEnd` resolves. */
export const createServeAction =
  (out: (text: string) => void, waitForEnd: () => Promise<void>) =>
  async ({
    input,
    start,
    json,
  }: Omit<Parameters<NonNullable<CliProcess['serve']>>[0], 'profile'>): Promise<number> => {
    const page = await servePage({
      start,
      port: input.port as number | undefined,
      readOnly: input['read-only'] === true,
      assets: { style: readPageAsset('page.css'), script: readPageAsset('page.js') },
    });
    limitHeapGrowth();
    const show = (text: string) => out(`${text}\n`);
    if (json) show(JSON.stringify({ ok: true, message: 'serving', say: 'serving', url: page.createLink() }));
    else if (input.open === true && openInBrowser(page.createLink(), [start.cwd]))
      show(`The page opens in the browser, on port ${page.port}. Press Ctrl-C to stop.`);
    else
      show(
        `The page: ${page.createLink()}\nThe link works once, within a minute. Press Enter for a new one, Ctrl-C to stop.`,
      );
    if (isTerminal(0)) process.stdin.on('data', () => show(page.createLink()));
    await waitForEnd();
    await page.close();
    return 0;
  };

const waitForSignal = (): Promise<void> =>
  new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end());
  });

/** Runs the commands of the page. Returns the exit status; `serve` ends with a signal. */
export const main = (): Promise<number> => {
  const out = (text: string) => writeText(1, text);
  return runWith({ writeView, serve: createServeAction(out, waitForSignal) });
};
