import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { linked } from '../../.ci/link.mjs';
import { SOURCES } from './source.js';

/** What the linked chunks export, and what they told when they ran. */
async function run(texts: Readonly<Record<string, string>>) {
  const chunks = Object.entries(texts).map(([path, text]) => ({ path: `/dist/${path}`, text }));
  const told: string[] = [];
  const code = await linked(chunks, chunks[0]!.path.slice('/dist/'.length));
  const module = { exports: {} as { part: (at: number) => Record<string, unknown> } };
  const tell = (word: string) => told.push(word);
  const given = ['module', 'require', 'tell', 'LINKED_MADE'];
  new Function(...given, code)(module, createRequire(import.meta.url), tell, []);
  return { told, code, exports: module.exports.part(0) };
}

test('a chunk runs once, when something of it is first used', async () => {
  const { told, exports } = await run({
    'main.js': `import { one } from "./a.js"; import { two } from "./b.js"; tell("main");
      const both = () => [one(), one()]; const other = () => two; export { both, other as another };`,
    'a.js': 'tell("a"); const one = () => 1; export { one };',
    'b.js': 'tell("b"); const two = 2; export { two };',
  });
  expect(told).toEqual(['main']);
  expect((exports.both as () => unknown)()).toEqual([1, 1]);
  expect(told).toEqual(['main', 'a']);
  expect((exports.another as () => unknown)()).toBe(2);
  expect(told).toEqual(['main', 'a', 'b']);
});

test('a name that is shadowed, a property and a short form keep their meaning', async () => {
  const { exports } = await run({
    'main.js': `import { x as n } from "./a.js"; const inner = (n) => ({ n, x: n.n }); const outer = () => ({ n, import_a: 1 });
      export { inner, outer };`,
    'a.js': 'const x = "from a"; export { x };',
  });
  expect((exports.inner as (n: unknown) => unknown)({ n: 3 })).toEqual({ n: { n: 3 }, x: 3 });
  expect((exports.outer as () => unknown)()).toEqual({ n: 'from a', import_a: 1 });
});

test('a chunk may have any names but those that linking adds', async () => {
  const texts = {
    'main.js':
      'import { x } from "./a.js"; const PART = 1; const EXPORTS = 2; const of = () => [x, PART, EXPORTS]; export { of };',
    'a.js': 'const x = "from a"; export { x };',
  };
  const { exports } = await run(texts);
  expect((exports.of as () => unknown)()).toEqual(['from a', 1, 2]);
  await expect(
    run({ ...texts, 'a.js': 'const LINKED_PART = 1; export { LINKED_PART as x };' }),
  ).rejects.toThrow("a.js has a word that is the linker's: LINKED_");
});

test('what comes from outside is asked for by need too; a later part comes as a promise', async () => {
  const { told, code, exports } = await run({
    'main.js': `import { join } from "node:path"; import url from "node:url"; const path = () => join("a", "b");
      const later = () => import("./late.js"); const outside = () => import("node:os"); const of = () => typeof url.parse;
      export { path, later, outside, of };`,
    'late.js': 'tell("late"); const it = "came"; export { it };',
    'never.js': 'tell("never");',
  });
  expect((exports.path as () => unknown)()).toBe('a/b');
  expect((exports.of as () => unknown)()).toBe('function');
  const come = (exports.later as () => Promise<unknown>)();
  expect(told).toEqual([]);
  expect(await come).toEqual({ it: 'came' });
  expect(await (exports.outside as () => Promise<unknown>)()).toHaveProperty('EOL');
  expect(code).not.toContain('never');
});

test('what is imported for nothing by name does not run', async () => {
  const { told } = await run({
    'main.js': 'import "./a.js"; tell("main"); const x = 1; export { x };',
    'a.js': 'tell("a");',
  });
  expect(told).toEqual(['main']);
});

test('no module of ours is imported for what it does', () => {
  const bare = SOURCES.filter(({ code }) => /^\s*import\s*['"]/m.test(code));
  expect(bare.map(({ path }) => path)).toEqual([]);
});
