import { join } from 'node:path';
import { isPresent, readFile, statAt } from './file-io.js';
import { type FileSystem, nodeFileSystem } from './file-system.js';

/** The absolute paths of the program and the file that start Daybook. */
interface Launch {
  readonly node: string;
  readonly command: string;
  readonly windows: boolean;
}

/**
 * Returns how to start Daybook on this machine: this Node, and the command beside the bundle, or in `dist` of the
 * repository.
 */
export function launchHere(): Launch {
  const beside = join(import.meta.dirname, NAME);
  const built = join(import.meta.dirname, '..', '..', 'dist', NAME);
  const command = isPresent(nodeFileSystem, beside) ? beside : built;
  return { node: process.execPath, command, windows: process.platform === 'win32' };
}

const NAME = 'daybook.cjs';

/** Reads the tokenizer's rank file, which the build writes beside the bundle. */
export function readTokenizerRanks(port: FileSystem = nodeFileSystem): Uint8Array {
  const places = [join(import.meta.dirname, RANKS), join(import.meta.dirname, '..', '..', 'dist', RANKS)];
  const path = places.find((one) => statAt(port, one));
  const read = path === undefined ? null : readFile(port, port.realpath(path));
  if (!read) throw new Error(`the file ${RANKS} is missing from this installation: npm run build`);
  return read.bytes;
}

const RANKS = 'o200k.ranks';
