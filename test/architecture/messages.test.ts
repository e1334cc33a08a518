import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SOURCES } from './source.js';

/** Every text of the source that people may read; `DAYBOOK_APPROVE=1` writes it again, for review. */
const LIST = 'test/architecture/messages.txt';

/** Folders and files whose texts are data, patterns or code, and not messages. */
const NOT_MESSAGES =
  /^src\/(?:matching|search|markdown|text|transcripts|html|web\/client|security)\/|\.data\.ts$|-patterns\.ts$/;

/** Words of the first design, and phrases that a newcomer must read twice. */
const BANNED =
  /\b(?:whoever|somebody|nobody|anew|befell|mend(?:ed)?|is told|was told|tells of|is said|it is not said|bears on|goes on|stands first|holds? no more|risen?|heed(?:ed)?|verbs?|errand|of its own accord|furniture|likeness)\b/i;
/** Names of the documents that Daybook is based on: users know one brand. */
const OTHER_BRANDS = /\b(?:MindSave|External Memory|Mutable|Mink)\b/;
/** These name the tools whose files they import. */
const NAMES_OTHERS = /^src\/features\/(?:import\/|workspace\/find-sources)/;

interface Message {
  readonly path: string;
  readonly text: string;
}

/** Lists the texts of two words or more: literals, and templates with `…` in place of values. */
function listMessages(path: string): readonly Message[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  const found: Message[] = [];
  const add = (text: string): void => {
    if (/[a-z]{2,}[,:;]? [a-z`(]/i.test(text)) found.push({ path, text: text.replaceAll('\n', '\\n') });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node) || isBug(node)) return;
    if (ts.isStringLiteralLike(node)) add(node.text);
    if (ts.isTemplateExpression(node))
      add(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns true for an error of the program itself, which is a bug if anyone sees it. */
const isBug = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && /^(?:RangeError|TypeError|Error)$/.test(node.expression.getText());

const MESSAGES = SOURCES.filter(({ path }) => !NOT_MESSAGES.test(path)).map(({ path }) => ({
  path,
  all: listMessages(path),
}));

test('every message was reviewed: messages.txt lists them', () => {
  const text = MESSAGES.filter(({ all }) => all.length > 0)
    .map(({ path, all }) => `${path}\n${[...new Set(all.map((one) => `  ${one.text}\n`))].join('')}`)
    .join('\n');
  if (process.env.DAYBOOK_APPROVE) writeFileSync(LIST, text);
  expect(existsSync(LIST) ? readFileSync(LIST, 'utf8') : '').toBe(text);
});

const findMessages = (pattern: RegExp): readonly string[] =>
  MESSAGES.flatMap(({ all }) => all)
    .filter(({ text }) => pattern.test(text))
    .map(({ path, text }) => `${path}: ${text}`);

test('messages are plain English', () => {
  expect(findMessages(BANNED)).toEqual([]);
});

test('messages name one brand', () => {
  expect(findMessages(OTHER_BRANDS).filter((one) => !NAMES_OTHERS.test(one))).toEqual([]);
});
