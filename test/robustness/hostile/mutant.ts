/* The command, built from sources in which guards are switched off. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { MODULE_FILES } from '../../support/bundled.js';
import { freshFolder } from '../../support/store-root.js';

/** A place in a source file, and what stands there when the guard is off. */
export interface Swap {
  /** Below `src`. */
  readonly file: string;
  /** Must stand in the file exactly once. */
  readonly on: string;
  readonly off: string;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const DIST = join(ROOT, 'dist');

/** Bundles that this build makes itself. */
const BUNDLES = ['cli.cjs', 'hook.cjs', 'server.cjs', 'daybook.cjs'];
/** Heavy modules that lie beside the command, as the real build made them. */
const HEAVY = readdirSync(DIST).filter((name) => /\.(?:cjs|br)$/.test(name) && !BUNDLES.includes(name));

/** All commands, hooks and the server in one bundle: it is quicker to make than three. */
const ENTRY = `
export { main as cli } from './src/bin/cli.ts';
export { main as hook } from './src/bin/hook.ts';
export { main as mcp } from './src/bin/mcp.ts';
`;

/** Starts the bundle as the launcher does, without a code cache. */
const LAUNCHER = `
const word = process.argv.slice(2).find((arg) => !arg.startsWith('-'));
const name = { hook: 'hook', statusline: 'hook', mcp: 'mcp' }[word] ?? 'cli';
require('./all.cjs')[name]({ keepCode() {} }).then((status) => process.exit(status));
`;

let folder: string | null = null;
let count = 0;

/** Builds the command without the guards that are named; gives its path. Throws where the code of a guard is not found. */
export async function buildWithout(swaps: readonly Swap[]): Promise<string> {
  folder ??= createFolder();
  const outdir = join(folder, `dist-${count++}`);
  mkdirSync(outdir);
  for (const name of HEAVY) copyFileSync(join(DIST, name), join(outdir, name));
  writeFileSync(join(outdir, 'daybook.cjs'), LAUNCHER);
  const texts = applySwaps(swaps);
  await build({
    stdin: { contents: ENTRY, resolveDir: ROOT },
    outfile: join(outdir, 'all.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.dirname': '__dirname' },
    alias: MODULE_FILES,
    logLevel: 'error',
    plugins: [heavyBeside, ...(texts.size === 0 ? [] : [loadFrom(texts)])],
  });
  return join(outdir, 'daybook.cjs');
}

/** Templates are looked for beside the folder of the bundle. */
function createFolder(): string {
  const made = freshFolder();
  cpSync(join(ROOT, 'templates'), join(made, 'templates'), { recursive: true });
  return made;
}

/** Returns the text of each source file in which a guard is off. Throws if the code of a guard is not there once. */
export function applySwaps(swaps: readonly Swap[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, on, off } of swaps) {
    const path = join(ROOT, 'src', file);
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    const found = text.split(on).length - 1;
    if (found !== 1) throw new Error(`${file} holds ${JSON.stringify(on)} ${found} times, expected once`);
    texts.set(
      path,
      text.replace(on, () => off),
    );
  }
  return texts;
}

const loadFrom = (texts: ReadonlyMap<string, string>): Plugin => ({
  name: 'guards off',
  setup({ onLoad }) {
    const names = [...texts.keys()].map((path) => basename(path).replaceAll('.', '\\.'));
    onLoad({ filter: new RegExp(`/(?:${names.join('|')})$`) }, ({ path }) => {
      const contents = texts.get(path);
      return contents === undefined ? null : { contents, loader: 'ts' };
    });
  },
});

const heavyBeside: Plugin = {
  name: 'heavy parts beside',
  setup({ onResolve }) {
    const names = HEAVY.map((name) => name.replace(/\.cjs$/, ''));
    onResolve({ filter: new RegExp(`/(?:${names.join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${basename(path).replace('.js', '.cjs')}`, external: true }
        : null,
    );
  },
};
