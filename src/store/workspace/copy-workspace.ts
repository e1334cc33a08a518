import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFileSystem } from '../../platform/file-system.js';
import { MARKER, STATE } from '../../platform/home-folder.js';
import { randomSeed } from '../../platform/process-identity.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { registrationOf } from '../registry/registration.js';
import { addRegistryEntry } from '../registry/registry.js';

/** A workspace to try things on, that goes when it is no longer wanted. */
export interface WorkspaceCopy {
  readonly root: string;
  /** A `DAYBOOK_HOME` of its own, with a copy of the global notes. */
  readonly home: string;
  remove(): void;
}

/** What belongs to this machine and this moment: nothing of it is copied. */
const PASSING = ['cache', 'wants'];

/** Copies notes, settings, files beside them and history of a workspace, and the global notes, into a folder of their own. */
export function copyWorkspace(from: WorkspaceRoot, beside: readonly string[]): WorkspaceCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-copy-')));
  const [root, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const made of [root, home]) mkdirSync(made);
  const copy = (source: string, target: string, path: string) => {
    if (!existsSync(join(source, path))) return;
    const passing = PASSING.map((name) => join(source, path, name));
    cpSync(join(source, path), join(target, path), {
      recursive: true,
      verbatimSymlinks: true, // a link must not lead back to what is copied
      filter: (one) => !path.startsWith(STATE) || !passing.includes(one),
    });
  };
  for (const path of new Set([MARKER, from.content, ...beside])) copy(from.root, root, path);
  for (const path of [MARKER, 'content']) copy(from.global, home, path);
  const { entry } = registrationOf(from, nodeFileSystem);
  if (entry) {
    for (const name of [entry.id, 'signal.json']) copy(from.root, root, `${STATE}/${name}`);
    addRegistryEntry(
      { port: nodeFileSystem, home, fsync: 'off', nonce: randomSeed },
      { ...entry, path: root },
    );
  }
  return { root, home, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
