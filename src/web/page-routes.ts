import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { WorkspaceImage } from '../app/page-files.js';
import type { PageAccess } from './access.js';
import type { PageDesk } from './desk.js';
import type { WatchNotes } from './live.js';
import type { Flash, Markup, PageFrame } from './pages/layout.js';

/** Content of the style sheet and the script, which the build writes beside the bundle. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/** Parts of the app of one run. */
export interface PageOptions {
  readonly desk: PageDesk;
  readonly access: PageAccess;
  readonly assets: PageAssets;
  readonly workspace: string;
  /** The folder of all notes, relative to the root; empty for the root. */
  readonly folder: string;
  readonly version: string;
  readonly readOnly: boolean;
  readonly watchNotes: WatchNotes;
  /** Reads an image that a note shows. */
  readonly readImage: (from: string, to: string) => WorkspaceImage | null;
}

/** Shared context of the routes. */
export interface PageRoutes extends PageOptions {
  readonly flashes: Flashes;
  /** Creates the page frame for a request. */
  frame(c: Context): PageFrame;
  send(c: Context, page: Markup, status?: 200 | 400 | 404 | 409): Promise<Response>;
}

/** Result messages of acts, each shown once on the next page. */
interface Flashes {
  /** Stores a message and returns its key. */
  keep(flash: Flash): string;
  take(name: string): Flash | null;
}

const MAX_COUNT = 50;

export function createFlashes(): Flashes {
  const waiting = new Map<string, Flash>();
  return {
    keep(flash) {
      const name = randomBytes(6).toString('base64url');
      waiting.set(name, flash);
      for (const old of [...waiting.keys()].slice(0, -MAX_COUNT)) waiting.delete(old);
      return name;
    },
    take(name) {
      const found = waiting.get(name) ?? null;
      waiting.delete(name);
      return found;
    },
  };
}
