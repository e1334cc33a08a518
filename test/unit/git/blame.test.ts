import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOwnOfUser } from '../../../src/git/blame.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import { repository } from '../../support/repository.js';

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-own-'));
  home = mkdtempSync(join(tmpdir(), 'daybook-own-home-'));
  writeFileSync(join(home, '.gitconfig'), '[user]\n\temail = ADA@example.org\n');
  vi.stubEnv('HOME', home);
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
});

const isOwn = (...paths: string[]) =>
  isOwnOfUser(nodeFileSystem, { worktree: folder } as WorkspaceRoot, paths);
const AT = '2026-06-01T12:00:00Z';

test('a file is the user’s own if only their commits have it', () => {
  writeFileSync(join(folder, 'AGENTS.md'), 'a');
  expect(isOwn('AGENTS.md')).toBe(false);
  const { git, write, commit } = repository(folder);
  expect(isOwn('AGENTS.md')).toBe(false);
  commit(AT, 'by Ada');
  expect(isOwn('AGENTS.md')).toBe(true);
  write(AT, { 'CLAUDE.md': 'b', 'AGENTS.md': 'b' });
  git(AT, 'add', '--all');
  git(AT, '-c', 'user.email=eve@example.org', 'commit', '--quiet', '--message', 'by Eve');
  write(AT, { 'CLAUDE.md': 'c', 'GEMINI.md': 'c' });
  commit(AT, 'by Ada again');
  expect(isOwn('AGENTS.md')).toBe(false);
  expect(isOwn('CLAUDE.md')).toBe(false);
  expect(isOwn('GEMINI.md')).toBe(true);
  expect(isOwn('GEMINI.md', 'CLAUDE.md')).toBe(false);
});

test('without an address in the user’s own settings no file is own', () => {
  writeFileSync(join(home, '.gitconfig'), '');
  const { write, commit } = repository(folder);
  write(AT, { 'AGENTS.md': 'a' });
  commit(AT, 'by Ada');
  write(AT, { 'CLAUDE.md': 'b' });
  expect(isOwn('AGENTS.md')).toBe(false);
  expect(isOwn('CLAUDE.md')).toBe(false);
});
