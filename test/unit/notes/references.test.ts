import { expect, test } from 'vitest';
import { findBareSymbols, findCodeReferences } from '../../../src/notes/entries/references.js';

/** What a text says, and what it names. */
const SAID: readonly (readonly [text: string, ...named: string[]])[] = [
  ['Tokens live in src/auth/token.ts.', 'path src/auth/token.ts'],
  ['see ./src/a.ts:42, src/b.ts#L7 and (lib/c.py)', 'path src/a.ts', 'path src/b.ts', 'path lib/c.py'],
  ['package.json and Node.js say so', 'path package.json', 'path Node.js'],
  ['below src/store/ and in `src/wiki`', 'path src/wiki', 'path src/store'],
  ['and/or, TCP/IP, 2026/06/07, 1.2.3, v2.0, e.g. that'],
  ['see https://example.org/src/a.ts, [[notes/b.md]] and a@example.ts'],
  ['not ../other/a.ts, /etc/hosts.txt, ~/notes.md or src/**/*.ts'],
  ['`loadConfig()` and `World.ask`, not `a b` or `id`', 'symbol loadConfig', 'symbol ask'],
  ['`npm run build:all`, npm test and `yarn run lint`', 'script build:all', 'script lint', 'script test'],
  ['`npm install` adds it'],
  ['since 3f2a1b0c and `1234567`, not 1234567 or deadbeef', 'commit 1234567', 'commit 3f2a1b0c'],
  ['`node dist/main.cjs log` writes', 'path dist/main.cjs'],
  ['`src/a.ts` and src/a.ts are one', 'path src/a.ts'],
];

test.each(SAID)('%s', (text, ...named) => {
  expect(findCodeReferences(text).map(({ sort, name }) => `${sort} ${name}`)).toEqual(named);
});

test.each([
  ['readToken returns null, because user_session may be empty', 'readToken', 'user_session'],
  ['call open() before close().', 'open', 'close'],
  [
    'TypeScript and GitHub are no symbols; src/readToken.ts, `readToken` and https://a.example/readToken are others',
  ],
  ['e-mail, 12_000 and snake_ are none; (parseRow) is', 'parseRow'],
])('symbols without backticks: %s', (text, ...named) => {
  expect(findBareSymbols(text).map(({ name }) => name)).toEqual(named);
});
