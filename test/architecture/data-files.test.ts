import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** A smaller table may stand beside its rule. */
const LARGE_LINES = 60;
const MOSTLY = 0.8;

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .toSorted()
  .map((name) => {
    const path = join('src', name).replaceAll('\\', '/');
    return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  });
const isDataFile = ({ fileName }: ts.SourceFile): boolean => fileName.endsWith('.data.ts');

test('a data file contains only literals, and imports at most types', () => {
  const wrong = FILES.filter(isDataFile).flatMap((file) =>
    file.statements
      .filter((statement) => !isTable(statement) && !isTypeOnly(statement))
      .map((statement) => `${file.fileName}:${lineOf(statement.getStart(file), file)}`),
  );
  expect(wrong).toEqual([]);
});

test('a large table of literals is a data file', () => {
  const large = FILES.filter((file) => !isDataFile(file)).filter((file) => {
    const own = file.statements.filter((statement) => !ts.isImportDeclaration(statement));
    const lines = countLines(own, file);
    return lines > LARGE_LINES && countLines(own.filter(isTable), file) > MOSTLY * lines;
  });
  expect(large.map(({ fileName }) => fileName)).toEqual([]);
});

test('the check knows a literal from a value that is computed', () => {
  const isData = (text: string) =>
    ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true).statements.every(isTable);
  for (const literal of [
    "export const A = { a: [-1, 'b', null, /c/i], d: `e` } as const satisfies T;",
    'export const A: readonly T[] = [{ pattern: () => /a/g }];',
  ])
    expect(isData(literal), literal).toBe(true);
  for (const computed of [
    'export const A = new Set([1]);',
    "export const A = 'a b'.split(' ');",
    'export const A = [...B];',
    'export const A = { B };',
    'export const A = { [B]: 1 };',
    'export const A = `${B}`;',
    'export const A = 1 + 1;',
    'export const A = (a) => 1;',
    'export const A = () => { return 1; };',
    'export let A = 1;',
    'export function a() {}',
  ])
    expect(isData(computed), computed).toBe(false);
});

/** True for constants of which each is written out. */
const isTable = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) &&
  (statement.declarationList.flags & ts.NodeFlags.Const) !== 0 &&
  statement.declarationList.declarations.every(({ initializer }) => initializer && isLiteral(initializer));

/**
 * True for a value without names, calls, operators and substitutions. A regular expression is compiled when its
 * literal is evaluated: `() => /…/` puts that off until it is used, and counts as a literal.
 */
function isLiteral(node: ts.Node): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return isLiteral(node.expression);
  if (ts.isArrowFunction(node)) return node.parameters.length === 0 && isLiteral(node.body);
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(node.operand);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isLiteral);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (one) =>
        ts.isPropertyAssignment(one) && !ts.isComputedPropertyName(one.name) && isLiteral(one.initializer),
    );
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isRegularExpressionLiteral(node) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
  );
}

const isTypeOnly = (statement: ts.Statement): boolean =>
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === true);

const lineOf = (at: number, file: ts.SourceFile): number => file.getLineAndCharacterOfPosition(at).line + 1;

const countLines = (statements: readonly ts.Statement[], file: ts.SourceFile): number =>
  statements.reduce((sum, one) => sum + lineOf(one.end, file) - lineOf(one.getStart(file), file) + 1, 0);
