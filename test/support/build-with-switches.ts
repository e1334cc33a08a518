/* One build in which any guard can be switched off while it runs. The source needs no switch for that. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { MODULE_FILES } from './bundled.js';

/** The code of a guard, and what takes its place when the guard is off. */
export interface Swap {
  /** Below `src`. */
  readonly file: string;
  /** Is in the file exactly once. */
  readonly on: string;
  readonly off: string;
}

export const swap = (file: string, on: string, off: string): Swap => ({ file, on, off });

export interface Guard {
  readonly name: string;
  readonly swaps: readonly Swap[];
}

/** The environment variable with the name of the guard that is off. */
const SWITCH = 'DAYBOOK_TEST_GUARD_OFF';

/** The switch as a part of the environment of a process. */
export const readSwitch = (): Readonly<Record<string, string>> =>
  process.env[SWITCH] === undefined ? {} : { [SWITCH]: process.env[SWITCH] };

/** Calls a function while a guard is off; null: while all are on. */
export function callWithout<T>(guard: Guard | null, act: () => T): T {
  if (guard) process.env[SWITCH] = guard.name;
  try {
    return act();
  } finally {
    delete process.env[SWITCH];
  }
}

/** Builds an entry so that each file with guards is there once whole and once without each of them. */
export async function buildWithSwitches(guards: readonly Guard[], options: BuildOptions): Promise<void> {
  await build({
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.dirname': '__dirname' },
    alias: MODULE_FILES,
    logLevel: 'error',
    ...options,
    plugins: [chooseFiles(guards), ...(options.plugins ?? [])],
  });
}

/** Returns the text of a file without a guard. Throws if the code of the guard is not in the file once. */
function removeGuard(path: string, { name, swaps }: Guard): string {
  let text = readFileSync(path, 'utf8');
  for (const { on, off } of swaps.filter(({ file }) => pathOf(file) === path)) {
    const found = text.split(on).length - 1;
    if (found !== 1) throw new Error(`${name}: ${path} has ${JSON.stringify(on)} ${found} times, not once`);
    text = text.replace(on, () => off);
  }
  return text;
}

const pathOf = (file: string): string => resolve(import.meta.dirname, '../../src', file);

/** Puts a choice in the place of each file with guards: it loads the file without the guard that is off. */
function chooseFiles(guards: readonly Guard[]): Plugin {
  const files = new Set(guards.flatMap(({ swaps }) => swaps.map(({ file }) => pathOf(file))));
  return {
    name: 'switches',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path.replace(/js$/, 'ts'));
        return files.has(file) ? { path: file, namespace: 'choice' } : null;
      });
      onResolve({ filter: /./, namespace: 'choice' }, ({ path, importer }) => ({
        path: importer,
        suffix: path,
      }));
      onLoad({ filter: /./, namespace: 'choice' }, ({ path }) => {
        const choices = guards.flatMap(({ name, swaps }, at) =>
          swaps.some(({ file }) => pathOf(file) === path)
            ? [`process.env.${SWITCH} === ${JSON.stringify(name)} ? require('?${at}') : `]
            : [],
        );
        return { contents: `module.exports = ${choices.join('')}require('?on');\n` };
      });
      onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
        const guard = guards[Number(suffix.slice(1))];
        return suffix === '' || !guard ? null : { contents: removeGuard(path, guard), loader: 'ts' };
      });
    },
  };
}
