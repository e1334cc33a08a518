// Bundles the executables (one file a face, heavy parts beside them) and the library, and writes its types.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { linked, startable } from './link.mjs';
import { ranksFile } from './ranks.mjs';
import { speltOut } from './spelt-out.mjs';

// Loaded only when asked for, from a file of their own: remark, yaml, the tokenizer, dates in words,
// secretlint, the ticking, stemmers.
const APART = {
  tree: 'src/markdown/tree.ts',
  'front-matter': 'src/markdown/front-matter.ts',
  tokenizer: 'src/recall/brief/tokenizer.ts',
  'natural-date': 'src/lifecycle/when/natural-date.ts',
  secretlint: 'src/secretlint.ts',
  ticker: 'src/faces/cron/ticker.ts',
  languages: 'src/recall/words/languages.ts',
};

/** Leaves these parts to files of their own. */
const apart = (names) => ({
  name: 'apart',
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`/(?:${names.join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.split('/').pop().replace('.js', '.cjs')}`, external: true }
        : null,
    );
  },
});

// The library, too, takes secretlint from its bundle: nobody who installs Daybook installs that.
const bundledApart = {
  name: 'bundled apart',
  setup(bundle) {
    bundle.onResolve({ filter: /\/secretlint\.js$/ }, () => ({ path: './secretlint.cjs', external: true }));
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
  // Else such a pattern becomes a call of its constructor, which is made anew each time.
  supported: { 'regexp-unicode-property-escapes': true },
  define: { 'import.meta.dirname': '__dirname' },
  // Its other form asks for its own parts by a `require` that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
};

// What the launcher starts: a bundle a face, each with all that it needs, so that none loads another's parts. Their
// modules are linked without `import()`, which has no loader where a bundle runs from V8's code cache.
const BUNDLES = { command: 'src/main.ts', mcp: 'src/mcp.ts', hook: 'src/hook.ts' };

// The SDK's validator of JSON schemas is for what we never ask; without it the server starts in half the time.
const lean = {
  name: 'lean',
  setup(bundle) {
    bundle.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'lean',
    }));
    bundle.onLoad({ filter: /^shims$/, namespace: 'lean' }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator { getValidator() { throw new Error('no schema is validated here'); } }`,
    }));
  },
};

// A hook is asked at every turn: its bundle holds the verbs that events map to, and no others.
const fewVerbs = {
  name: 'few verbs',
  setup(bundle) {
    bundle.onResolve({ filter: /\/verbs\/index\.js$/ }, () => ({
      path: resolve('src/faces/hooks/verbs.ts'),
    }));
  },
};

// What `save` and `recall` ask for is linked into the command, so that it comes from the code cache with the rest.
const AT_HAND = ['front-matter', 'tokenizer'];
const names = Object.keys(APART);
const PLUGINS = {
  command: [speltOut, apart(names.filter((name) => !AT_HAND.includes(name)))],
  mcp: [speltOut, apart(names), lean],
  hook: [speltOut, apart(names), fewVerbs],
};

// secretlint keeps a mark of every look at every text for good, and goes through all of them at each: a clock would grow.
const unprofiled = {
  name: 'unprofiled',
  setup(bundle) {
    bundle.onResolve({ filter: /^@secretlint\/profiler$/ }, () => ({
      path: 'profiler',
      namespace: 'silent',
    }));
    bundle.onLoad({ filter: /^profiler$/, namespace: 'silent' }, () => ({
      contents: 'export const secretLintProfiler = { mark() {} };',
    }));
  },
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const bundled = new Set();
for (const [name, entry] of Object.entries(BUNDLES)) {
  const metafile = await bundleOf(name, entry);
  for (const path of Object.keys(metafile.inputs)) bundled.add(path);
  writeFileSync(`dist/${name}.meta.json`, JSON.stringify(metafile));
}
const heavy = await build({
  ...executable,
  // node-cron asks where it lies.
  define: { ...executable.define, 'import.meta.url': 'OWN_URL' },
  banner: { js: "var OWN_URL = require('node:url').pathToFileURL(__filename).href;" },
  entryPoints: APART,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  plugins: [unprofiled],
  metafile: true,
});
for (const path of Object.keys(heavy.metafile.inputs)) bundled.add(path);
writeFileSync('dist/o200k.ranks', ranksFile());
bundled.add('node_modules/gpt-tokenizer/ranks');
// The library, in pieces: who uses it loads the tokenizer and remark only when a verb wants them, as the command does.
await build({
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  chunkNames: 'library/[name]-[hash]',
  splitting: true,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [bundledApart],
  logLevel: 'warning',
});

// The launcher reads a bundle as Latin-1. esbuild escapes strings, but neither patterns nor raw templates (which are
// patterns here, all of them): in those `\uXXXX` means the same.
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const hash = createHash('sha256');
for (const name of Object.keys(BUNDLES)) {
  const text = startable(readFileSync(`dist/${name}.cjs`, 'utf8').replace(/[^\x00-\x7f]/g, escaped));
  writeFileSync(`dist/${name}.cjs`, text);
  hash.update(text);
}

const LAUNCHER = { launch: 'daybook', fill: 'fill' };
for (const from of Object.keys(LAUNCHER)) hash.update(readFileSync(`src/faces/cli/${from}.cjs`, 'utf8'));
const id = hash.digest('hex').slice(0, 16);
for (const name of Object.keys(BUNDLES)) {
  const text = readFileSync(`dist/${name}.cjs`, 'utf8');
  writeFileSync(`dist/${name}.cjs`, text.replace(/(?<=\n\/\/)BUILD(?=\[[\d,]*\]$)/, id));
}
for (const [from, to] of Object.entries(LAUNCHER))
  writeFileSync(`dist/${to}.cjs`, readFileSync(`src/faces/cli/${from}.cjs`, 'utf8').replaceAll('BUILD', id));
chmodSync('dist/daybook.cjs', 0o755);
writeFileSync('dist/licences.txt', licencesOf(bundled));

const types = {
  extends: '../tsconfig.json',
  include: ['../src'],
  compilerOptions: { rootDir: '..', outDir: 'types', emitDeclarationOnly: true },
};
writeFileSync('dist/tsconfig.json', JSON.stringify(types));
if (!process.env.NOTYPES)
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'dist'], { stdio: 'inherit' });

/** Writes what the launcher starts: all that the entry reaches, each module of ours linked as a chunk of its own. */
async function bundleOf(name, entry) {
  const how = {
    ...executable,
    minify: false,
    format: 'esm',
    splitting: true,
    write: false,
    outdir: 'dist',
    plugins: PLUGINS[name],
    metafile: true,
  };
  const { metafile: whole } = await build({ ...how, entryPoints: { [name]: entry } });
  const modules = Object.keys(whole.inputs).filter((path) => path.startsWith('src/') && path !== entry);
  const apiece = Object.fromEntries(modules.map((path) => [path.replace(/\W/g, '-'), path]));
  const { metafile, outputFiles } = await build({ ...how, entryPoints: { [name]: entry, ...apiece } });
  const text = await linked(outputFiles, `${name}.js`);
  const { minify, supported, target, legalComments } = executable;
  const { code } = await transform(text, { minify, supported, target, legalComments });
  writeFileSync(`dist/${name}.cjs`, code);
  return metafile;
}

/** The licences of all packages that went into the bundles: they ask to be kept with the code. */
function licencesOf(paths) {
  const folders = new Set([...paths].flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      return `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, 'utf8').trim() : ''}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
