// @module-tag full: 21 s of processor time
/* A strict TypeScript project that uses the library, and the program of the guide's page. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { log, run, search, UserError } from '../../../src/index.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspace } from '../../support/workspace.js';

const [, PROGRAM = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('content/guide/library.md', 'utf8')) ?? [];

/** The compiler options of a cautious project; the declarations of the package are checked too. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
};

test('a strict project compiles the program of the guide, which runs', () => {
  const folder = freshFolder();
  const home = freshFolder();
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/daybook'));
  symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  copyFileSync('test/e2e/library/refused.ts', join(folder, 'refused.ts'));
  const tsc = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(tsc.stdout).toBe('');
  expect(tsc.status).toBe(0);
  const out = execFileSync(process.execPath, ['program.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, DAYBOOK_HOME: join(home, '.daybook'), TZ: 'UTC' },
  });
  expect(out).toMatch(/Logged.*MEMORY\.md/s);
  expect(out).toContain('content/MEMORY.md:9 keep sessions in Postgres');
  expect(out).toContain('no-folder: OLD is not a folder');
  expect(readFileSync(join(folder, 'content/MEMORY.md'), 'utf8')).toContain('indent with tabs');
});

test('without types the same mistakes are errors that say what is expected', async () => {
  const { root, home } = createWorkspace();
  const options = { cwd: root, env: { HOME: home, DAYBOOK_HOME: join(home, '.daybook') } };
  const refused = async (command: typeof log | typeof search, input: object) => {
    const error = await run(command as typeof log, input as { text: string }, options).catch((one) => one);
    expect(error).toBeInstanceOf(UserError);
    return `${error.code}: ${error.message}; ${error.hint}`;
  };
  expect(await refused(log, {})).toBe('bad-input: `daybook log` needs `text`; see: daybook log --help');
  expect(await refused(log, { text: 'x', colour: 1 })).toMatch('has no parameter `colour`');
  expect(await refused(log, { text: 'x', tag: 'key' })).toMatch('takes a list of text as `tag`');
  expect(await refused(search, { limit: 'many' })).toMatch('takes a number as `limit`');
  await run(log, { text: 'decided to ship on Mondays because support is there' }, options);
  const dry = await run(log, { text: 'decided to ship twice' }, { ...options, dryRun: true });
  expect([dry.seq, dry.diff?.includes('+- ship twice')]).toEqual([null, true]);
  const { data } = await run(search, { words: 'ship' }, { ...options, by: 'mink' });
  expect(data.hits).toHaveLength(1);
});
