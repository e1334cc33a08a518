import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SOURCES } from './source.js';

// Words of the first design that a newcomer cannot understand. They may be neither a whole identifier nor a word in a
// comment.
const BANNED = new Set(
  (
    'whoever heed mend risen rise climb ladder furniture sight house world faces deed doing likeness bears bearing ' +
    'told asked kept given became thought think verb nobody somebody heeded mended anew'
  ).split(' '),
);

/** Fields of the journal, of queued requests and of `--json`: their names are formats that others read. */
const FIELDS_OF_FORMATS = new Set(['verb', 'asked', 'kept']);

/** Folders that read sentences: a verb there is a word class. */
const GRAMMAR = /^src\/(?:matching|features\/(?:guard|tool-log))\//;

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

const readList = (name: string): readonly string[] =>
  readFileSync(`test/architecture/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Finds banned words among the identifiers and in the comments of a file. */
function findHits(path: string): readonly Hit[] {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const hits: Hit[] = [];
  const comments = new Map<number, ts.CommentRange>();
  const addHit = (offset: number, word: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(offset);
    if (word === 'verb' && GRAMMAR.test(path)) return;
    hits.push({ path, line: line + 1, word, text: (lines[line] ?? '').trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && BANNED.has(node.text) && !isFieldOfFormat(node))
      addHit(node.getStart(file), node.text);
    const children = node.getChildren(file);
    if (children.length === 0) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ];
      for (const range of ranges) comments.set(range.pos, range);
    }
    children.forEach(visit);
  };
  visit(file);
  for (const { pos, end } of comments.values())
    for (const { 0: word, index } of text.slice(pos, end).matchAll(/[a-z]+/gi))
      if (BANNED.has(word.toLowerCase())) addHit(pos + index, word.toLowerCase());
  return hits;
}

/** Returns true for an identifier that names a field of a format. */
function isFieldOfFormat(node: ts.Identifier): boolean {
  const { parent } = node;
  const isProperty =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node);
  return isProperty && FIELDS_OF_FORMATS.has(node.text);
}

const OPEN = SOURCES.flatMap(({ path }) => findHits(path));

test('no banned word is left', () => {
  expect(OPEN.map(({ path, line, word, text }) => `${path}:${line} ${word}: ${text}`)).toEqual([]);
});

/** Exported functions of the source, by file. */
const FUNCTIONS: readonly { readonly path: string; readonly name: string }[] = SOURCES.flatMap(({ path }) => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  return file.statements.flatMap((node) => exportedFunctions(node).map((name) => ({ path, name })));
});

function exportedFunctions(node: ts.Statement): readonly string[] {
  if (!ts.canHaveModifiers(node)) return [];
  if (!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isFunctionDeclaration(node)) return node.name ? [node.name.text] : [];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) ? [name.text] : [],
  );
}

const VERBS = new Set(readList('function-verbs.txt').flatMap((line) => line.split(' ')));
const GETTERS = readList('noun-getters.txt');

test('an exported function begins with a verb of function-verbs.txt, or is listed in noun-getters.txt', () => {
  const wrong = FUNCTIONS.filter(
    ({ name }) => !GETTERS.includes(name) && !VERBS.has(/^[a-z0-9]+/.exec(name)?.[0] ?? ''),
  );
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

test('no exported function is called xOf', () => {
  const wrong = FUNCTIONS.filter(({ name }) => /[a-z]Of$/.test(name));
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

test('the lists of verbs and of noun getters hold nothing that is unused', () => {
  const names = new Set(FUNCTIONS.map(({ name }) => name));
  const used = new Set(FUNCTIONS.map(({ name }) => /^[a-z0-9]+/.exec(name)?.[0]));
  expect(GETTERS.filter((name) => !names.has(name))).toEqual([]);
  expect([...VERBS].filter((verb) => !used.has(verb))).toEqual([]);
});
