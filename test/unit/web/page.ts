/* The page of a temporary workspace, asked without a server. */
import type { Hono } from 'hono';
import { readImage } from '../../../src/app/page-files.js';
import { createPageAccess, type PageAccess } from '../../../src/web/access.js';
import { createPageDesk } from '../../../src/web/desk.js';
import { createPageApp } from '../../../src/web/page-app.js';
import { createWorkspace, NOON, type Workspace } from '../../support/workspace.js';

export const PORT = 4070;
export const HOST = `127.0.0.1:${PORT}`;

export interface TestPage {
  readonly bench: Workspace;
  readonly app: Hono;
  readonly access: PageAccess;
  /** Moves the clock of the access, in ms. */
  wait(ms: number): void;
  /** Asks as the browser that was let in does. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a form with the token of a page. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  readonly cookie: string;
}

/** Opens the page of a workspace with these notes. */
export async function openPage(
  files: Readonly<Record<string, string>> = {},
  {
    readOnly = false,
    bench = createWorkspace(files),
  }: { readonly readOnly?: boolean; readonly bench?: Workspace } = {},
): Promise<TestPage> {
  let now = Date.parse(NOON);
  const access = createPageAccess({ port: () => PORT, now: () => now });
  const env = {
    HOME: bench.home,
    DAYBOOK_HOME: `${bench.home}/.daybook`,
    DAYBOOK_NOW: NOON,
    DAYBOOK_SEED: 'page',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
  };
  const app = createPageApp({
    desk: createPageDesk({ cwd: bench.root, env, warn: () => undefined }),
    access,
    assets: { style: 'a{}', script: '0' },
    workspace: 'work',
    folder: 'content',
    version: '1',
    readOnly,
    readImage: (from, to) => readImage({ root: { ...bench, content: 'content' } as never }, from, to),
    watchNotes: () => () => undefined,
  });
  const entered = await app.request(`/enter?token=${access.createToken()}`, { headers: { host: HOST } });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask: TestPage['ask'] = async (path, init = {}) =>
    app.request(path, {
      ...init,
      headers: { host: HOST, cookie, 'sec-fetch-site': 'same-origin', ...init.headers },
    });
  return {
    bench,
    app,
    access,
    cookie,
    wait: (ms) => {
      now += ms;
    },
    ask,
    post: (path, fields, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams({ token: access.createFormToken(), ...fields }),
        headers: {
          origin: `http://${HOST}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      }),
  };
}

export const MEMORY = `# Memory

## Decisions

- keep sessions in SQLite — one file is easy to copy #storage ^61k0y5k9xfs
- talk to the bank by file, see [[bank]] ^61k0y5k9xft

## Problems

- the build hangs when two runs share a cache ^61k0y5k9xfv
`;
