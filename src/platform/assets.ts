import { join } from 'node:path';
import { isPresent, readFile, statAt } from './file-io.js';
import { nodeFileSystem } from './file-system.js';

/**
 * Returns how to start Daybook on this machine: this Node, and the command beside the bundle, or in `dist` of the
 * repository.
 */
export function launchHere() {
  const beside = join(import.meta.dirname, NAME);
  const built = join(import.meta.dirname, '..', '..', 'dist', NAME);
  const command = isPresent(nodeFileSystem, beside) ? beside : built;
  return { node: process.execPath, command, windows: process.platform === 'win32' };
}

const NAME = 'daybook.cjs';

/** Reads and decompresses the tokenizer's rank file. */
export const readTokenizerRanks = (): Uint8Array =>
  process.getBuiltinModule('node:zlib').brotliDecompressSync(readAsset('o200k.ranks.br'));

/** Reads a file of the page. */
export const readPageAsset = (name: 'page.css' | 'page.js' | 'view.js'): string =>
  readAsset(name).toString('utf8');

/** Loads the part that reads `.gitignore`, when a folder first needs it. */
export const loadIgnoreRules = (): typeof import('./folders/ignore-rules.js') =>
  process.getBuiltinModule('node:module').createRequire(`${import.meta.dirname}/`)(
    findAsset('ignore-rules.cjs') ?? 'ignore-rules.cjs',
  ) as typeof import('./folders/ignore-rules.js');

/** Finds a file that the build writes beside the bundle, or into `dist` of the repository. */
const findAsset = (name: string): string | undefined =>
  [join(import.meta.dirname, name), join(import.meta.dirname, '..', '..', 'dist', name)].find((path) =>
    statAt(nodeFileSystem, path),
  );

function readAsset(name: string): Buffer {
  const path = findAsset(name);
  const read = path === undefined ? null : readFile(nodeFileSystem, nodeFileSystem.realpath(path));
  if (!read) throw new Error(`the file ${name} is missing from this installation: npm run build`);
  return Buffer.from(read.bytes);
}
