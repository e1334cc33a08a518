import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import { findFrontMatter, hasFrontMatter } from './front-matter-scanner.js';
import type { TextEdit } from './text-edit.js';

/** Parses YAML by the core schema: no aliases, no merge keys, no duplicate keys; throws if it is invalid. */
export function parseYaml(text: string): unknown {
  const document = documentOf(text);
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS({ maxAliasCount: 0 });
}

/** Reads the front matter of a note. Never throws; keys cannot reach a prototype, as the top is a Map. */
export function readFrontMatter(text: string) {
  const span = findFrontMatter(text);
  if (!span)
    return {
      data: null,
      notice: hasFrontMatter(text) ? 'the front matter is longer than 256 KB' : null,
    };
  try {
    const data = parseYaml(text.slice(span.start, span.end));
    if (data === null || data === undefined) return { data: new Map(), notice: null };
    if (typeof data !== 'object' || Array.isArray(data))
      return { data: null, notice: 'the front matter is no mapping' };
    return { data: new Map(Object.entries(data)), notice: null };
  } catch (error) {
    return {
      data: null,
      notice: `the front matter is not understood: ${String((error as Error).message).split('\n')[0]}`,
    };
  }
}

/** Formats one property as lines of YAML, without the last line ending: strings are quoted, so that they stay strings. */
export function formatYamlPair(key: string, value: unknown): string {
  const plain = WORD.test(key) ? plainValue(value, '  ') : null;
  return plain === null ? stringify({ [key]: value }, WRITING).trimEnd() : `${key}:${plain}`;
}

/**
 * Formats a value without the yaml package, which takes longer to load than to use: texts, lists of them, and mappings.
 * Null for anything else.
 */
function plainValue(value: unknown, indent: string): string | null {
  if (typeof value === 'string') return ` ${JSON.stringify(value)}`;
  if (Array.isArray(value)) {
    if (!value.every((one) => typeof one === 'string')) return null;
    return value.map((one) => `\n${indent}- ${JSON.stringify(one)}`).join('') || ' []';
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return null;
  const pairs = Object.entries(value).map(([key, one]) => {
    const plain = WORD.test(key) ? plainValue(one, `${indent}  `) : null;
    return plain === null ? null : `\n${indent}${key}:${plain}`;
  });
  return pairs.includes(null) ? null : pairs.join('') || ' {}';
}

/** A key that needs no quotes. */
const WORD = /^(?!(?:true|false|null)$)[a-z]\w{0,60}$/i;

/** Options of the yaml package. */
export const WRITING = {
  lineWidth: 0,
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  doubleQuotedAsJSON: true,
  schema: 'core',
  aliasDuplicateObjects: false,
} as const;

/**
 * Plans to change a property of a note: only the bytes of its value change; a missing property is added at the end of
 * the front matter. Throws if the front matter cannot be read.
 */
export function setProperty(text: string, key: string, value: string): TextEdit[] {
  const span = findFrontMatter(text);
  const line = formatYamlPair(key, value);
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  if (!span) return [{ at: 0, old: '', new: `---${eol}${line}${eol}---${eol}` }];
  const { contents } = documentOf(text.slice(span.start, span.end));
  if (contents !== null && !isMap(contents)) throw new RangeError('the front matter is no mapping');
  const pair = contents?.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (!pair) return [{ at: span.end, old: '', new: `${line}${eol}` }];
  const range = isScalar(pair.value) ? pair.value.range : null;
  if (!range) throw new RangeError(`the property ${key} is no plain value`);
  const [from, to] = [span.start + range[0], span.start + range[1]];
  const fresh = line.slice(line.indexOf(':') + 2);
  return [{ at: from, old: text.slice(from, to), new: from === to ? ` ${fresh}` : fresh }];
}

/**
 * Plans to set `outer: {inner: value}`, or `key: value`, in a YAML file: only the bytes of the value change, or the key is
 * added. Throws RangeError if what is there is no plain mapping or value.
 */
export function setYamlValue(
  text: string,
  [outer, inner]: readonly [string, string?],
  value: string | number | boolean,
): TextEdit[] {
  const { contents, errors } = documentOf(text);
  const fresh = JSON.stringify(value);
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  if (errors.length > 0 || (contents !== null && !isMap(contents))) throw new RangeError('it is no mapping');
  const end = text === '' || /[\r\n]$/.test(text) ? '' : eol;
  const added = inner === undefined ? fresh : `{${inner}: ${fresh}}`;
  if (!contents?.has(outer)) return [{ at: text.length, old: '', new: `${end}${outer}: ${added}${eol}` }];
  const map = inner === undefined ? contents : contents.get(outer, true);
  const key = inner ?? outer;
  if (!isMap(map) || !map.range) throw new RangeError(`\`${outer}\` is no mapping`);
  const [start] = map.range;
  if (map.has(key)) {
    const range = (map.get(key, true) as { range?: readonly number[] | null } | undefined)?.range;
    const name = inner === undefined ? outer : `${outer}.${inner}`;
    if (!range || !isScalar(map.get(key, true))) throw new RangeError(`\`${name}\` is no plain value`);
    const [from = 0, to = 0] = range;
    return [{ at: from, old: text.slice(from, to), new: from === to ? ` ${fresh}` : fresh }];
  }
  if (map.flow)
    return [{ at: start + 1, old: '', new: `${key}: ${fresh}${map.items.length > 0 ? ', ' : ''}` }];
  const indent = /[^\r\n]*$/.exec(text.slice(0, start))?.[0] ?? '';
  return [{ at: start, old: '', new: `${key}: ${fresh}${eol}${indent}` }];
}

/** The yaml functions, loaded together. */
export interface YamlApi {
  readonly readFrontMatter: typeof readFrontMatter;
  readonly parseYaml: typeof parseYaml;
  readonly formatYamlPair: typeof formatYamlPair;
  readonly setProperty: typeof setProperty;
  readonly setYamlValue: typeof setYamlValue;
}

const documentOf = (text: string) =>
  parseDocument(text, { schema: 'core', merge: false, uniqueKeys: true, logLevel: 'silent' });
