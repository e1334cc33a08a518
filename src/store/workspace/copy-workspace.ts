import { cpSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from '../../platform/file-system.js';
import { MARKER, STATE } from '../../platform/home-folder.js';
import { createSeed } from '../../platform/process-identity.js';
import { createTemporaryFolder } from '../../platform/temporary/temporary-folders.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { getRegistration } from '../registry/recognize-workspace.js';
import { addRegistryEntry } from '../registry/registry.js';

/** A temporary copy of a workspace for trial runs. */
export interface WorkspaceCopy {
  readonly root: string;
  /** A separate `DAYBOOK_HOME` with a copy of the global notes. */
  readonly home: string;
  remove(): void;
}

/** State of this machine and moment, which is not copied. */
const PASSING = ['cache'];

/** Copies a workspace's notes, settings, other files and history, and the global notes, to a temporary folder. */
export function copyWorkspace(from: WorkspaceRoot, beside: readonly string[]): WorkspaceCopy {
  const folder = realpathSync(createTemporaryFolder('copy'));
  const [root, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const made of [root, home]) mkdirSync(made);
  const copy = (source: string, target: string, path: string) => {
    if (!existsSync(join(source, path))) return;
    const passing = PASSING.map((name) => join(source, path, name));
    cpSync(join(source, path), join(target, path), {
      recursive: true,
      verbatimSymlinks: true, // a link must not lead back to the original
      filter: (one) => !path.startsWith(STATE) || !passing.includes(one),
    });
  };
  for (const path of new Set([MARKER, from.content, ...beside])) copy(from.root, root, path);
  for (const path of [MARKER, 'content']) copy(from.global, home, path);
  const { entry } = getRegistration(from, nodeFileSystem);
  if (entry) {
    for (const name of [entry.id, 'signal.json']) copy(from.root, root, `${STATE}/${name}`);
    addRegistryEntry(
      { port: nodeFileSystem, home, fsync: 'off', nonce: createSeed },
      { ...entry, path: root },
    );
  }
  return { root, home, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
