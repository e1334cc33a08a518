import type { Context } from 'hono';
import type { PageAccess } from './access.js';
import type { PageDesk } from './desk.js';
import type { Flashes } from './flashes.js';
import type { WatchNotes } from './live.js';
import type { Markup, PageFrame } from './pages/layout.js';

/** The files of the page, which the build writes beside the bundle. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/** What the page of one run is made of. */
export interface PageOptions {
  readonly desk: PageDesk;
  readonly access: PageAccess;
  readonly assets: PageAssets;
  readonly workspace: string;
  readonly version: string;
  readonly readOnly: boolean;
  readonly watchNotes: WatchNotes;
}

/** What the routes share. */
export interface PageRoutes extends PageOptions {
  readonly flashes: Flashes;
  /** Makes the frame of a page for a request. */
  frame(c: Context): PageFrame;
  send(c: Context, page: Markup, status?: 200 | 400 | 404 | 409): Promise<Response>;
}
