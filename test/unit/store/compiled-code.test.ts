import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickStore, workspace } from '../../support/store-root.js';

const DAY_S = 86_400;

it('pruning deletes compiled code that is older than 30 days, and nothing else beside it', () => {
  const root = workspace();
  const folder = join(root.global, 'cache');
  mkdirSync(folder, { recursive: true });
  const writeAged = (name: string, days: number) => {
    writeFileSync(join(folder, name), 'x');
    const at = Date.now() / 1000 - days * DAY_S;
    utimesSync(join(folder, name), at, at);
  };
  writeAged('cli-0123456789abcdef-v20.1.0-x64-log-.code', 31);
  writeAged('hook-0123456789abcdef-v20.1.0-x64-hook-Stop.code.77', 31);
  writeAged('mcp-0123456789abcdef-v20.1.0-x64-mcp-.code', 29);
  writeAged('notes-of-mine.code', 31);
  quickStore(root).prune(Date.now(), 30);
  const isLeft = (name: string) => existsSync(join(folder, name));
  expect(isLeft('cli-0123456789abcdef-v20.1.0-x64-log-.code')).toBe(false);
  expect(isLeft('hook-0123456789abcdef-v20.1.0-x64-hook-Stop.code.77')).toBe(false);
  expect(isLeft('mcp-0123456789abcdef-v20.1.0-x64-mcp-.code')).toBe(true);
  expect(isLeft('notes-of-mine.code')).toBe(true);
});
