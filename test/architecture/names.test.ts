import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCES } from './source.js';

test('no file is called by a word that says nothing', () => {
  const empty = /\b(util|utils|helper|helpers|manager|service|services|common|misc)\b/;
  expect(SOURCES.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
});

test('files are kebab-case', () => {
  expect(
    SOURCES.map(({ path }) => path).filter(
      (path) => !/^src(\/[a-z]+(-[a-z]+)*)*\/[a-z0-9]+(-[a-z0-9]+)*(\.command|\.data)?\.ts$/.test(path),
    ),
  ).toEqual([]);
});

test('nothing is left open in the source', () => {
  const open = /\b(TODO|FIXME|XXX|not implemented)\b/;
  expect(SOURCES.map(({ path }) => path).filter((path) => open.test(readFileSync(path, 'utf8')))).toEqual([]);
});
