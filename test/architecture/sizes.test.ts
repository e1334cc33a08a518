import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SOURCES } from './source.js';

const MOST_LINES = 400;
const MOST_FILES = 25;

test(`no file is longer than ${MOST_LINES} lines, but for data`, () => {
  const long = SOURCES.map(({ path }) => ({ path, lines: countLines(readFileSync(path, 'utf8')) })).filter(
    ({ path, lines }) => lines > MOST_LINES && !path.endsWith('.data.ts'),
  );
  expect(long).toEqual([]);
});

test(`no folder has more than ${MOST_FILES} files`, () => {
  const folders = groupBy(SOURCES, ({ path }) => dirname(path));
  expect(folders.filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder)).toEqual([]);
});

test('no file lies loose in src but the library, its version and its errors', () => {
  const loose = SOURCES.map(({ path }) => path).filter((path) => dirname(path) === 'src');
  expect(loose).toEqual(['src/errors.ts', 'src/index.ts', 'src/version.ts']);
});

test('at most two files have the same name, except index.ts', () => {
  const names = groupBy(SOURCES, ({ path }) => basename(path));
  const often = names.filter(([name, files]) => files.length > 2 && name !== 'index.ts');
  expect(often.map(([, files]) => files.map(({ path }) => path))).toEqual([]);
});

/** The launcher starts each bundle by `main`. */
const SHARED_EXPORTS: ReadonlySet<string> = new Set(['main']);

/** Exports each command again, by its name, for users of the library. */
const LIBRARY_COMMANDS = 'src/public-api/commands.ts';

test('an exported name means one thing in all of src', () => {
  const own = SOURCES.filter(({ path }) => path !== LIBRARY_COMMANDS);
  const exports = own.flatMap(({ path }) => findExports(path).map((name) => ({ path, name })));
  const shared = groupBy(exports, ({ name }) => name).filter(
    ([name, places]) => new Set(places.map(({ path }) => path)).size > 1 && !SHARED_EXPORTS.has(name),
  );
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([]);
});

/** The names that a file declares and exports; what it passes on from another file is that file's. */
function findExports(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023);
  return file.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => findBoundNames(name));
    return 'name' in statement && statement.name ? [(statement.name as ts.Identifier).text] : [];
  });
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const findBoundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isOmittedExpression(element) ? [] : findBoundNames(element.name),
      );

const countLines = (text: string): number => text.trimEnd().split('\n').length;

function groupBy<T>(
  all: readonly T[],
  key: (one: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups];
}
