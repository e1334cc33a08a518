import { join } from 'node:path';
import { exists } from './file.js';
import type { Port } from './port.js';
import { MARKER, type Root } from './root.js';

/** What lies around a folder that `init` is asked to set up. */
export interface Surroundings {
  readonly dir: string;
  /** The workspace that the folder lies in already, itself included; null for none. */
  readonly inside: string | null;
  readonly git: boolean;
  readonly exists: (path: string) => boolean;
  /** True where the content folder is missing, empty, or of a workspace of ours. */
  readonly contentIsOurs: (content: string) => boolean;
}

/** Looks around the folder of `root`; `inside` is the workspace found from there, if any. */
export function lookAround(port: Port, { root }: Root, inside: string | null): Surroundings {
  const at = (path: string) => join(root, path);
  return {
    dir: root,
    inside,
    git: exists(port, at('.git')),
    exists: (path) => exists(port, at(path)),
    contentIsOurs: (content) =>
      exists(port, at(MARKER)) || !exists(port, at(content)) || port.list(at(content)).length === 0,
  };
}
