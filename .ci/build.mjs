// Bundles the executables (one file a face, heavy parts beside it) and the library, and writes its types.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

// Loaded only when asked for, from a file of their own: remark with yaml, the tokenizer's ranks, dates in words.
const APART = {
  tree: 'src/markdown/tree.ts',
  tokenizer: 'src/recall/brief/tokenizer.ts',
  'natural-date': 'src/lifecycle/when/natural-date.ts',
};

const apart = {
  name: 'apart',
  setup(bundle) {
    bundle.onResolve({ filter: /\/(tree|tokenizer|natural-date)\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.split('/').pop().replace('.js', '.cjs')}`, external: true }
        : null,
    );
  },
};

const executable = {
  bundle: true,
  minify: !process.env.PLAIN,
  keepNames: false,
  legalComments: 'none',
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // A dynamic import becomes a lazy require: the bundle also runs from V8's code cache, where `import()` has no loader.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
await build({
  ...executable,
  entryPoints: { command: 'src/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  plugins: [apart],
  metafile: true,
}).then(({ metafile }) => writeFileSync('dist/command.meta.json', JSON.stringify(metafile)));
await build({ ...executable, entryPoints: APART, outdir: 'dist', outExtension: { '.js': '.cjs' } });
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});

// The launcher reads the bundle as Latin-1. esbuild escapes strings, but neither patterns nor raw templates (which
// are patterns here, all of them): in those `\uXXXX` means the same.
const bundle = readFileSync('dist/command.cjs', 'utf8');
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
writeFileSync('dist/command.cjs', bundle.replace(/[^\x00-\x7f]/g, escaped));

const id = createHash('sha256').update(readFileSync('dist/command.cjs')).digest('hex').slice(0, 16);
writeFileSync('dist/daybook.cjs', readFileSync('src/faces/cli/launch.cjs', 'utf8').replace('BUILD', id));
chmodSync('dist/daybook.cjs', 0o755);

const types = {
  extends: '../tsconfig.json',
  include: ['../src'],
  compilerOptions: { rootDir: '..', outDir: 'types', emitDeclarationOnly: true },
};
writeFileSync('dist/tsconfig.json', JSON.stringify(types));
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'dist'], { stdio: 'inherit' });
