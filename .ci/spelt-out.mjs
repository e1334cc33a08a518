// Modules that hold nothing but data are spelt out when the bundles are made. A start is over before V8 has compiled
// anything, and would split texts and fill tables word by word; literals come ready from the code cache.

import { build } from 'esbuild';

/** Those of which a verb that must be quick needs all. */
export const DATA = [
  'src/kinds/agents.ts',
  'src/kinds/types.ts',
  'src/recall/likeness/same-words.ts',
  'src/recall/matching/heard-words.ts',
  'src/recall/words/irregular.ts',
  'src/recall/words/stop-words.ts',
  'src/wiki/defaults.ts',
  'src/wiki/file-endings.ts',
  'src/wiki/settings.ts',
];

/** An esbuild plugin; it fails the build where such a module exports what is no data. */
export const speltOut = {
  name: 'spelt out',
  setup(bundle) {
    const filter = new RegExp(`(?:${DATA.map((path) => path.replaceAll('.', '\\.')).join('|')})$`);
    bundle.onLoad({ filter }, async ({ path }) => ({ contents: await literals(path) }));
  },
};

/** The module at a path, its exports as literals. */
export async function literals(path) {
  const how = { bundle: true, format: 'esm', platform: 'node', write: false };
  const { outputFiles } = await build({ ...how, entryPoints: [path] });
  const found = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return Object.entries(found)
    .map(([name, value]) => `export const ${name} = ${literal(value, `${path}: ${name}`)};\n`)
    .join('');
}

/** An object with more fields than these is kept as a hash table (src/wiki/dictionary.ts). */
const MANY = 20;

/** A value as an expression: texts, numbers, and arrays, plain objects, maps and sets of them. */
export function literal(value, where) {
  const each = (values) => `[${Array.from(values, (one) => literal(one, where)).join(',')}]`;
  if (value instanceof Map) return `new Map(${each(value)})`;
  if (value instanceof Set) return `new Set(${each(value)})`;
  if (Array.isArray(value)) return each(value);
  if (value === undefined) return 'undefined';
  if (value === null || /^(?:string|boolean)$/.test(typeof value) || Number.isFinite(value))
    return JSON.stringify(value);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`${where} is no plain data`);
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${literal(one, where)}`);
  return `{${[...(fields.length > MANY ? ['__proto__:null'] : []), ...fields].join(',')}}`;
}
