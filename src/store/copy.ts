import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARKER, type Root, STATE } from './root.js';

/** A workspace to try things on, that goes when it is no longer wanted. */
export interface Copy {
  readonly root: string;
  remove(): void;
}

/** What belongs to this machine and this moment: nothing of it is copied. */
const PASSING = ['cache', 'locks'];

/** Copies notes, settings, files beside them and history of a workspace into a folder of its own. */
export function copyWorkspace({ root, content }: Root, beside: readonly string[]): Copy {
  const copy = mkdtempSync(join(tmpdir(), 'daybook-copy-'));
  for (const path of new Set([MARKER, content, STATE, ...beside])) {
    if (!existsSync(join(root, path))) continue;
    const passing = path === STATE ? PASSING.map((name) => join(root, STATE, name)) : [];
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      verbatimSymlinks: true, // a link must not lead back to what is copied
      filter: (source) => !passing.includes(source),
    });
  }
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
