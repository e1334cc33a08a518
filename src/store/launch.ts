import { join } from 'node:path';
import type { Launch } from '../kinds/agents.js';
import { exists } from './file.js';
import { realPort } from './port.js';

/** How Daybook is started on this machine: this Node, and the command beside the bundle, or in `dist` of the repository. */
export function launchHere(): Launch {
  const beside = join(import.meta.dirname, NAME);
  const built = join(import.meta.dirname, '..', '..', 'dist', NAME);
  const command = exists(realPort, beside) ? beside : built;
  return { node: process.execPath, command, windows: process.platform === 'win32' };
}

const NAME = 'daybook.cjs';
