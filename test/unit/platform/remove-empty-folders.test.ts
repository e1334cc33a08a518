import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { removeEmptyFolders } from '../../../src/platform/folders/remove-empty-folders.js';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function makeTop(): string {
  const top = mkdtempSync(join(tmpdir(), 'daybook-folders-'));
  made.push(top);
  return top;
}

it('removes empty folders and their empty parents, and keeps others', () => {
  const top = makeTop();
  for (const folder of ['a/b/c', 'd/e', 'f']) mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, 'd/kept.md'), 'x');
  removeEmptyFolders(nodeFileSystem, top, ['a', 'a/b/c', 'd/e', 'missing/one']);
  expect(['a', 'd/e', 'd/kept.md', 'f'].map((path) => existsSync(join(top, path)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(existsSync(top)).toBe(true);
});

it('follows no link', () => {
  const top = makeTop();
  const outside = makeTop();
  mkdirSync(join(outside, 'empty'));
  symlinkSync(outside, join(top, 'link'));
  removeEmptyFolders(nodeFileSystem, top, ['link/empty', 'link']);
  expect(existsSync(join(outside, 'empty'))).toBe(true);
  expect(existsSync(join(top, 'link'))).toBe(true);
});
