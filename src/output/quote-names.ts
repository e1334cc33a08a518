import { mapStrings } from '../text/json-value.js';
import { isOddName, quoteName } from '../text/sanitize.js';

/** What a reply says of a plan, and where it holds paths. */
interface Reply {
  readonly message: string;
  readonly preview?: string;
  readonly items?: unknown;
  readonly notices?: unknown;
  readonly location?: string;
  readonly data: unknown;
  readonly changes: unknown;
}

/** Returns a plan whose reply writes each path with a line break or another control character on one line. `data` keeps the names. */
export function quoteNames<P extends Reply>(plan: P): P {
  const { message, preview, items, notices, location, data, changes } = plan;
  const paths = listOddPaths([items, notices, data, changes]);
  if (paths.length === 0) return plan;
  const printed = Object.entries({ message, preview, items, notices, location }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...plan, ...mapStrings(Object.fromEntries(printed), (text) => quoteIn(text, paths)) };
}

/** Quotes the paths in a text. */
export const quoteIn = (text: string, paths: readonly string[]): string =>
  paths.reduce((quoted, path) => quoted.replaceAll(path, quoteName(path)), text);

/** Returns the odd paths at any depth of a value, and the names of their notes, the longest first. */
export function listOddPaths(value: unknown): readonly string[] {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part))
      if (typeof inner !== 'string') collect(inner);
      else if (key === 'path' && isOddName(inner)) found.add(inner).add(inner.replace(NOTE_NAME, '$1'));
  };
  collect(value);
  return [...found].filter(isOddName).sort((a, b) => b.length - a.length);
}

const NOTE_NAME = /^(?:[^/]*\/)*([^/]*)\.md$/;
