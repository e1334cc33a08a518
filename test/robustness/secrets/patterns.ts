/* Every regular expression of the source, and texts made to keep each of them busy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { SECRET_PATTERNS } from '../../../src/security/secret-pattern.js';

/** A pattern and the place where it is written or made. */
export interface Found {
  readonly pattern: RegExp;
  readonly place: string;
}

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .toSorted();

/** The patterns written in the source, read from its syntax tree. */
export function literals(): Found[] {
  return FILES.flatMap((name) => {
    const file = ts.createSourceFile(
      name,
      readFileSync(join('src', name), 'utf8'),
      ts.ScriptTarget.ES2023,
      true,
    );
    const found: Found[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        found.push({ pattern, place: `src/${name}:${line + 1}` });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/** The patterns of secrets, of which some are put together from pieces when they are first used. */
export const composed = (): Found[] =>
  SECRET_PATTERNS.flatMap(({ kind, pattern, near }) =>
    [pattern, near].flatMap((one) => (one ? [{ pattern: one, place: `secret ${kind}` }] : [])),
  );

/** The patterns that modules put together when they are loaded; scripts of the page load in a browser alone. */
export async function made(): Promise<Found[]> {
  const found: Found[] = [];
  const Plain = globalThis.RegExp;
  let place = '';
  const Watching = new Proxy(Plain, {
    construct(target, args: [string, string?]) {
      const pattern = new target(...args);
      if (isOurs(new Error().stack)) found.push({ pattern, place });
      return pattern;
    },
  });
  globalThis.RegExp = Watching;
  try {
    for (const name of FILES.filter((file) => !file.startsWith('web/client/'))) {
      place = `src/${name}`;
      await import(pathToFileURL(resolve('src', name)).href);
    }
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}

/** True where a module of ours, not one that it imports, called for the pattern. */
const isOurs = (stack = ''): boolean => /^[^\n]*\n[^\n]*\n[^\n]*\/src\/[^\n]*\.ts/.test(stack);

/** Signs that stand for the classes of a pattern. */
const SIGNS = [...'a1A _-.,:;/\\|"\'`()[]{}<>*+#=@!?~^$%&\t\né中'];

/** Signs that a pattern can take, out of its own letters and of every class: what the texts are made of. */
function signsOf({ source, flags }: RegExp): string[] {
  const own = [...source.replace(/\\[dDwWsSbB]/g, ' ')].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const matched = SIGNS.filter((sign) =>
    new RegExp(classesOf(source), flags.replace(/[gy]/g, '')).test(sign),
  );
  return [...new Set([...matched, ...own.slice(0, 3)])];
}

/** One alternative for each class and escape in a pattern. */
function classesOf(source: string): string {
  const parts = source.match(/\[(?:\\.|[^\]\\])+\]|\\[dws]|\\[pP]\{[^}]+\}|\\u[0-9a-f]{4}|\\[^\w\s]/gi) ?? [];
  return parts.length === 0 ? '(?!)' : parts.join('|');
}

/** Short pieces of which a hostile text is made by saying them again and again, and how it ends. */
export function pieces(pattern: RegExp): string[] {
  const signs = signsOf(pattern);
  const pairs = signs.flatMap((a) => signs.map((b) => a + b).filter((pair) => pair[0] !== pair[1]));
  return [...signs, ...pairs, ...wordsOf(pattern.source)];
}

/** Runs of letters in a pattern, with and without a blank behind: the beginnings of what it looks for. */
const wordsOf = (source: string): string[] =>
  (source.replace(/\\[a-zA-Z]/g, ' ').match(/[\p{L}<@:/-]{2,}/gu) ?? [])
    .slice(0, 6)
    .flatMap((word) => [word, `${word} `]);
