import { describe, expect, it } from 'vitest';
import { condense } from '../../../../src/features/memory/condense.js';

type Row = readonly [said: string, text: string, left?: readonly string[]];

const SAID: readonly Row[] = [
  ['The default branch is main.', 'The default branch is main'],
  ['Please remember that the user prefers tabs over spaces, thanks!', 'the user prefers tabs over spaces'],
  ['Hey, just so you know: the build needs Node 20. Thank you!', 'the build needs Node 20', ['Thank you!']],
  ['Note: the staging box rejects TLS 1.1', 'the staging box rejects TLS 1.1'],
  ['Remember this: never commit to main', 'never commit to main'],
  ['Please always answer in German', 'always answer in German'],
  [
    'I noticed that Vite caches stale files. Can you clear the cache?',
    'Vite caches stale files',
    ['Can you clear the cache?'],
  ],
  ['It turns out that Redis loses sessions on restart', 'Redis loses sessions on restart'],
  [
    'Keep in mind that `npm ci` wipes node_modules. Please update the docs.',
    '`npm ci` wipes node_modules',
    ['Please update the docs.'],
  ],
  [
    'The API listens on port 3000. The database is Postgres.',
    'The API listens on port 3000; The database is Postgres',
  ],
  ['Use e.g. Biome for linting', 'Use e.g. Biome for linting'],
  ['hugo_path: ~/hugo-llm-wiki/', 'hugo_path: ~/hugo-llm-wiki/'],
  ['Run `a. B` first', 'Run `a. B` first'],
  ['Node v20.1.2 is needed', 'Node v20.1.2 is needed'],
  ['Can you deploy?', 'Can you deploy?'],
  ['Thanks!', 'Thanks'],
  ['thanks to Ada the cache is warm', 'thanks to Ada the cache is warm'],
  ['The cache key is right', 'The cache key is right'],
  ['请记住：主数据库是 Postgres。谢谢！', '主数据库是 Postgres', ['谢谢！']],
  ['用户喜欢简短的回答，谢谢', '用户喜欢简短的回答'],
  ['  two\n lines\tof one fact ', 'two lines of one fact'],
];

describe('condensing', () => {
  it.each(SAID.map((row) => ({ row })))('of $row.0', ({ row: [said, text, left = []] }) => {
    expect(condense(said)).toEqual({ text, left });
  });

  it('done twice changes nothing, and never leaves nothing', () => {
    for (const [said] of SAID) {
      const once = condense(said).text;
      expect(once).not.toBe('');
      expect(condense(once).text).toBe(once);
    }
  });

  it('is quick on hostile text', () => {
    for (const unit of ['. A', 'please ', '`', '"', '谢谢', '! ', 'so, '])
      expect(condense(unit.repeat(2_000)).text.length).toBeGreaterThan(0);
  });
});
