import { basename } from 'node:path';
import { serve } from '@hono/node-server';
import type { Invocation } from '../app/invocation.js';
import { readImage, watchNotes } from '../app/page-files.js';
import { openRuntime } from '../app/runtime.js';
import { UserError } from '../command/define-command.js';
import { createUsageError } from '../errors.js';
import { VERSION } from '../version.js';
import { createPageAccess } from './access.js';
import { createPageDesk } from './desk.js';
import { createPageApp } from './page-app.js';
import type { PageAssets } from './page-routes.js';

/** Options of the page server. */
export interface ServeOptions {
  readonly start: Invocation;
  /** 0 or undefined picks a free port. */
  readonly port: number | undefined;
  readonly readOnly: boolean;
  readonly assets: PageAssets;
}

/** A running page server. */
export interface ServedPage {
  readonly port: number;
  /** Creates a sign-in link: valid once, for one minute. */
  createLink(): string;
  close(): Promise<void>;
}

/** Serves the page of a workspace on 127.0.0.1. Throws UserError outside a workspace, and if the port is taken. */
export async function servePage({ start, port = 0, readOnly, assets }: ServeOptions): Promise<ServedPage> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw createUsageError(
      `--port takes a number up to 65535, found \`${port}\``,
      'leave it out for a free one',
      'usage',
    );
  const { store } = await openRuntime(start, 'workspace');
  if (!store) throw new Error('the page shows a workspace');
  let own = port;
  const access = createPageAccess({ port: () => own, now: () => Date.now() });
  const app = createPageApp({
    desk: createPageDesk(start),
    access,
    assets,
    workspace: basename(store.root.root),
    folder: store.root.notes ?? store.root.content,
    version: `${VERSION}-${assets.style.length}-${assets.script.length}`,
    readOnly: readOnly || store.root.foreign !== undefined,
    readImage: (from, to) => readImage(store, from, to),
    watchNotes: (onChange) => watchNotes(store, onChange),
  });
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) => {
      own = info.port;
      resolve({
        port: own,
        createLink: () => `http://127.0.0.1:${own}/enter?token=${access.createToken()}`,
        close: () =>
          new Promise<void>((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
    server.on('error', (error: Error & { readonly code?: string }) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new UserError(
              'port',
              `port ${port} cannot be used: ${error.code}`,
              'leave --port out for a free one',
            )
          : error,
      ),
    );
  });
}
