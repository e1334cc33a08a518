import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { freshFolder } from './store-root.js';

/** Packages whose main file names others at run time, so that a bundle needs the one for modules. */
export const MODULE_FILES = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** A script of the tests in one file, so that a process of its own may run it. */
export function bundled(entry: string): string {
  const outfile = join(freshFolder(), basename(entry).replace(/\.ts$/, '.cjs'));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    alias: MODULE_FILES,
    logLevel: 'silent',
  });
  return outfile;
}
