/* A real browser on a page that a real server serves, of a temporary workspace. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  /** The sign-in link, which is used. */
  readonly link: string;
  /** Starts the server again at the same port, with new secrets. */
  restart(): Promise<void>;
  /** Reads a file of the workspace. */
  read(path: string): string;
  /** Runs a command in the workspace while the page is open. */
  readonly run: (...args: string[]) => Promise<string>;
  /** Opens a page in the signed-in browser. */
  open(path: string): Promise<Page>;
  close(): Promise<void>;
}

/** Options of a browser context, of the server, and a function that prepares the workspace. */
export interface StoryOptions extends BrowserContextOptions {
  readonly tags?: string[];
  readonly serve?: readonly string[];
  readonly prepare?: (bench: Workspace) => void;
  readonly files?: Readonly<Record<string, string>>;
}

/** Serves a workspace with these notes and signs in a new browser context. */
export async function serveWorkspace(
  browser: Browser,
  files: Readonly<Record<string, string>>,
  { serve = [], prepare, files: _, ...how }: StoryOptions = {},
): Promise<ServedWorkspace> {
  const bench = await createInitializedWorkspace(files);
  prepare?.(bench);
  const env = { HOME: bench.home, DAYBOOK_HOME: bench.home, PATH: process.env.PATH ?? '', TZ: 'UTC' };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [`${process.cwd()}/dist/daybook.cjs`, ...args], { cwd: bench.root, env });
  let server = start(['serve', '--json', ...serve]);
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
    link,
    run: (...args) => readOutput(start(args)),
    async restart() {
      server.kill();
      await new Promise((end) => server.once('close', end));
      server = start(['serve', '--json', '--port', new URL(link).port]);
      await readLink(server);
    },
    read: (path) => bench.read(path),
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

/** Runs a story on a served workspace; fails if a script of a note ran or a foreign address was requested. */
export type Story = (
  name: string,
  run: (served: ServedWorkspace) => Promise<void>,
  options?: StoryOptions,
) => void;

/** Groups stories that share a browser. They are skipped without one. */
export function describeStories(
  name: string,
  files: Readonly<Record<string, string>>,
  define: (story: Story) => void,
): void {
  describe.skipIf(BROWSER === null)(`${name} (needs chromium)`, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());
    define((title, run, options = {}) =>
      it(title, { tags: options.tags ?? [] }, async () => {
        const served = await serveWorkspace(browser, options.files ?? files, options);
        try {
          await run(served);
          expect(served.alarms).toEqual([]);
          expect(served.requests.filter((url) => !url.startsWith(`${served.origin}/`))).toEqual([]);
        } finally {
          await served.close();
        }
      }));
  });
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Runs axe on a page, all rules or these; its context needs `bypassCSP`. Returns rule and element of each violation. */
export async function findViolations(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  const options = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules });
  const violations = await page.evaluate<readonly { id: string; nodes: { html: string }[] }[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html.slice(0, 120)}`);
}
