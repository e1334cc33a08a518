/* A real browser on a page that a real server serves, of a temporary workspace. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createInitializedWorkspace, type Workspace } from '../../support/workspace.js';

/** Path of an installed Chromium or Chrome; null if there is none. */
export const BROWSER =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  ) ?? null;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export interface ServedWorkspace {
  readonly bench: Workspace;
  readonly origin: string;
  /** Every URL that the browser requested. */
  readonly requests: readonly string[];
  /** Dialogs and script errors. */
  readonly alarms: readonly string[];
  /** Runs a command in the workspace while the page is open. */
  readonly run: (...args: string[]) => Promise<string>;
  /** Opens a page in the signed-in browser. */
  open(path: string): Promise<Page>;
  close(): Promise<void>;
}

/** Serves a workspace with these notes and signs in a new browser context. */
export async function serveWorkspace(
  browser: Browser,
  files: Readonly<Record<string, string>>,
  how: Parameters<Browser['newContext']>[0] = {},
): Promise<ServedWorkspace> {
  const bench = await createInitializedWorkspace(files);
  const env = { HOME: bench.home, DAYBOOK_HOME: bench.home, PATH: process.env.PATH ?? '', TZ: 'UTC' };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [`${process.cwd()}/dist/daybook.cjs`, ...args], { cwd: bench.root, env });
  const server = start(['serve', '--json']);
  const link = await readLink(server);
  const context = await browser.newContext(how);
  const requests: string[] = [];
  const alarms: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('dialog', (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  context.on('weberror', (error) => alarms.push(String(error.error())));
  await enter(context, link);
  const { origin } = new URL(link);
  return {
    bench,
    origin,
    requests,
    alarms,
    run: (...args) => readOutput(start(args)),
    async open(path) {
      const page = await context.newPage();
      await page.goto(origin + path);
      return page;
    },
    async close() {
      await context.close();
      server.kill();
    },
  };
}

async function readLink(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: server.stdout })) return JSON.parse(line).url;
  throw new Error('the server ended without a link');
}

async function readOutput(child: ChildProcess): Promise<string> {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(String(part)));
  await new Promise((end) => child.on('close', end));
  return parts.join('');
}

/** Follows the sign-in link. */
async function enter(context: BrowserContext, link: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL((url) => url.pathname === '/');
  await page.close();
}
