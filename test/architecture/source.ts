import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** A source file: its path, its code without comments and without what its strings hold, and what it imports. */
export interface Source {
  readonly path: string;
  readonly code: string;
  /** Modules by their specifier; files of ours by their path. Imports of types alone are left out of `values`. */
  readonly imports: readonly string[];
  readonly values: readonly string[];
}

/** The top folder of a path: `src/notes/entries/entry-line.ts` lies in `notes`, `src/index.ts` in none. */
export const folderOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';

/** Every TypeScript file below `src`. */
export const SOURCES: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .toSorted()
  .map((name) => read(join('src', name)));

function read(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const found = (source: string) =>
    ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => resolved(path, fileName));
  return {
    path,
    code: bare(text),
    imports: found(text),
    values: found(text.replace(/^(im|ex)port type [^;]*;/gm, '')),
  };
}

function resolved(path: string, specifier: string): string {
  return specifier.startsWith('.')
    ? normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts')
    : specifier;
}

/** Code alone: strings, templates and patterns are emptied, comments are gone. */
function bare(text: string): string {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true);
  const parts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(file) > 0) node.getChildren(file).forEach(visit);
    else if (
      !ts.isStringLiteralLike(node) &&
      !ts.isRegularExpressionLiteral(node) &&
      !ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      parts.push(node.getText(file));
    }
  };
  visit(file);
  return parts.join(' ');
}
