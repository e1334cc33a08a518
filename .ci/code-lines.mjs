// Counts the lines of code in src/, in all and by top folder: `node .ci/code-lines.mjs [REVISION]`.
// Comments, blank lines and data files (`*.data.ts`) do not count. Without a revision it counts the working tree.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const [revision] = process.argv.slice(2);
const root = revision ? extract(revision) : '.';
try {
  printLines(root);
} finally {
  if (revision) rmSync(root, { recursive: true, force: true });
}

/** Unpacks src/ of a revision into a temporary folder. */
function extract(revision) {
  const folder = mkdtempSync(join(tmpdir(), 'code-lines-'));
  const archive = execFileSync('git', ['archive', revision, 'src'], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}

function printLines(root) {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => /\.(?:ts|cjs)$/.test(name) && !name.endsWith('.data.ts'));
  const data = names.filter((name) => name.endsWith('.data.ts'));
  const count = (files) =>
    files.reduce((sum, name) => sum + countLines(readFileSync(join(root, 'src', name), 'utf8')), 0);
  console.log(`${revision ?? 'working tree'}: ${count(code)} lines of code in ${code.length} files`);
  console.log(`and ${count(data)} lines of data in ${data.length} files`);
  const folderOf = (name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '(files)');
  for (const folder of [...new Set(code.map(folderOf))].toSorted()) {
    const own = code.filter((name) => folderOf(name) === folder);
    console.log(`${String(count(own)).padStart(7)}  ${folder} (${own.length} files)`);
  }
}

/** How many lines hold a part of a token: the scanner of TypeScript tells comments from strings and templates. */
function countLines(text) {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const lines = new Set();
  const visit = (node) => {
    const parts = node.getChildren(file);
    if (parts.length > 0)
      return parts
        .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode)
        .forEach(visit);
    if (node.end === node.getStart(file)) return;
    const from = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
    const to = file.getLineAndCharacterOfPosition(node.end).line;
    for (let line = from; line <= to; line++) lines.add(line);
  };
  visit(file);
  // A blank line inside a template is a line of that template, but no line of code.
  const written = text.split('\n');
  return [...lines].filter((line) => written[line].trim() !== '').length;
}
