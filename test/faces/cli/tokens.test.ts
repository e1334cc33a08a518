import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Token, tokensOf } from '../../../src/faces/cli/tokens.js';
import { generator } from '../../recall/wiki.js';

const TEXTS = ['type', 'tag', 'n'];
const PIECES = [
  '--type',
  '--tag=a=b',
  '--tag=',
  '--json',
  '--no-such',
  '--=x=y',
  '--',
  '-',
  '-n',
  '-n5',
  '-jn',
];
const MORE = ['-jnx', '-5', '-abc', 'word', '', 'a=b', '---', '--x=', '日本', '-é'];

/** The judge. */
function byNode(args: readonly string[]): Token[] {
  const options = Object.fromEntries([
    ...TEXTS.map((name) => [name, { type: 'string', multiple: true }] as const),
    ['json', { type: 'boolean' }] as const,
  ]);
  const how = { args: [...args], options, strict: false, tokens: true, allowPositionals: true } as const;
  return parseArgs(how).tokens.flatMap((token): Token[] => {
    if (token.kind === 'positional') return [{ name: null, value: token.value }];
    return token.kind === 'option' ? [{ name: token.name, value: token.value ?? true }] : [];
  });
}

describe('what was typed', () => {
  it('is told apart as node:util does', () => {
    const seed = 11;
    const random = generator(seed);
    const pieces = [...PIECES, ...MORE];
    const lines = Array.from({ length: 2000 }, () =>
      Array.from({ length: Math.floor(random() * 7) }, () => pieces[Math.floor(random() * pieces.length)]!),
    );
    for (const line of lines) expect(tokensOf(line, new Set(TEXTS)), line.join(' ')).toEqual(byNode(line));
    console.log(`arguments: ${lines.length} lines as parseArgs reads them (seed ${seed})`);
  });
});
