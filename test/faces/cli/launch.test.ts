import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshFolder } from '../../store/workspace.js';

/** A bundle of three ways, of which a start takes one; the last says nothing, as a hook does. */
const BUNDLE = `(function(module,require,__dirname){
function plain(){return 'plain'}
function other(){return ${Array.from({ length: 400 }, (_, n) => `process.argv.length>${n}`).join('&&')}||'other'}
const ways={plain,other,'{}':()=>'{}'};
module.exports={main:({write})=>{write(1,ways[process.argv[3]]());return Promise.resolve(0)}}})`;

it('the first start of a verb leaves an empty cache, and the next ones fill it with what each ran, those that say something apart', () => {
  const folder = freshFolder();
  copyFileSync('src/faces/cli/launch.cjs', join(folder, 'daybook.cjs'));
  writeFileSync(join(folder, 'command.cjs'), BUNDLE);
  const started = (way: string) => {
    const { stdout } = spawnSync(process.execPath, [join(folder, 'daybook.cjs'), 'tell', way], {
      encoding: 'utf8',
    });
    expect(stdout).toBe(way);
    const [cache = ''] = readdirSync(folder).filter((name) => name.endsWith('-tell.cache'));
    const { mtimeMs } = statSync(join(folder, cache));
    return { bytes: readFileSync(join(folder, cache)), mtimeMs };
  };
  const [first, second, third, fourth] = ['plain', 'plain', 'other', 'plain'].map(
    (way) => started(way).bytes,
  );
  expect([first, second, third, fourth].map((bytes) => bytes?.at(-1))).toEqual([16, 32, 48, 64]);
  expect(first).toHaveLength(1);
  expect(third?.length).toBeGreaterThan((second?.length ?? 0) + 1000);
  expect(fourth).toHaveLength(third?.length ?? 0);
  const [before, after] = [started('plain').mtimeMs, started('other').mtimeMs];
  expect(after).toBe(before);
  expect(['{}', '{}', '{}', '{}', '{}', 'plain'].map((way) => started(way).bytes.at(-1))).toEqual([
    65, 66, 67, 68, 68, 68,
  ]);
});
