// Runs the command from source, and again after each change of the source: npm run dev -- search x
// Stack traces show lines of the source. --once ends after the first run.
// The remark worker, the tokenizer table and background processes come from dist/, which is built if it is missing.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { context } from 'esbuild';

const OUT = '.dev/bundle';
const isOnce = process.argv[2] === '--once';
const args = process.argv.slice(isOnce ? 3 : 2);
let child = null;

/** Runs the command with the arguments of this script. Stops an earlier run that has not ended. */
function run() {
  child?.kill();
  child = spawn(process.execPath, ['--enable-source-maps', `${OUT}/run.mjs`, ...args], { stdio: 'inherit' });
  child.on('exit', (status) => {
    if (isOnce) process.exit(status ?? 1);
    if (status !== null) console.error(`[dev] exit status ${status}; waiting for changes, Ctrl-C ends`);
  });
}

if (!existsSync('dist/daybook.cjs'))
  execFileSync(process.execPath, ['.ci/build.mjs'], {
    stdio: 'inherit',
    env: { ...process.env, NOTYPES: '1' },
  });

const runAfterBuild = {
  name: 'run after build',
  setup({ onEnd }) {
    onEnd(({ errors }) => {
      if (errors.length === 0) run();
    });
  },
};

const builder = await context({
  stdin: {
    contents: `import { main } from './src/bin/cli.ts'; process.exitCode = await main();`,
    resolveDir: '.',
    sourcefile: 'dev.ts',
    loader: 'ts',
  },
  outfile: `${OUT}/run.mjs`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [runAfterBuild],
});
await builder.watch();
