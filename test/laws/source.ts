import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A source file: its path, its text without comments, and what it imports. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Every TypeScript file below `src`. */
export const SOURCES: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .toSorted()
  .map((name) => read(join('src', name)));

/** The room that a path lies in: `src/wiki/line.ts` is in `wiki`, `src/run.ts` in ``. */
export const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';

function read(path: string): Source {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  const imports = specifiers.map((specifier) =>
    specifier.startsWith('.') ? normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts') : specifier,
  );
  return { path, text, imports };
}
