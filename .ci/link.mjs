// Links the chunks of one bundle into one file. Each chunk is a function that runs when it is first wanted, so that a
// start compiles, restores from the code cache and runs the chunks of its verb, and of the others only their names.
// Chunks give their exports by value once they have run: no chunk needs another that needs it, since a module that
// several entries reach lies with whatever it imports, or below.

import { init, parse } from 'es-module-lexer';

await init;

/** One CommonJS file from the ESM chunks of esbuild (`splitting`), by path; `entry` is the name of the first. */
export function linked(chunks, entry) {
  const parts = chunks.map(({ path, text }) => `"./${nameOf(path)}"(exports,part,later){${asPart(text)}\n}`);
  return `var parts={${parts.join(',\n')}},made=new Map();
function part(name){
if(!Object.hasOwn(parts,name))return require(name);
var exports=made.get(name);
if(!exports){made.set(name,exports={});parts[name](exports,part,later)}
return exports}
function later(name){return Promise.resolve().then(()=>part(name))}
module.exports=part("./${entry}");
`;
}

const nameOf = (path) => path.split('/').at(-1);

/** The text of a chunk with its imports and exports as calls and assignments. */
function asPart(text) {
  const [imports, exports] = parse(text);
  const edits = imports.flatMap(({ n: name, ss: start, se: end, s, d: dynamic }) => {
    if (dynamic >= 0) return { start, end: s - 1 < start ? end : dynamic, text: 'later' };
    if (dynamic === -2) throw new Error('`import.meta` has no meaning in a linked chunk');
    return { start, end, text: asCall(text.slice(start, end), name) };
  });
  if (exports.length > 0) edits.push(asAssignments(text));
  return edits.sort((a, b) => b.start - a.start).reduce(replaced, text);
}

const replaced = (text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end);

/** `import{a as b}from"x"` becomes `var{a:b}=part("x")`. */
function asCall(statement, name) {
  const call = `part(${JSON.stringify(name)})`;
  const clause = /^import\s*([^"']*?)\s*(?:from\s*)?["']/.exec(statement)?.[1] ?? '';
  if (clause === '') return call;
  const [, whole, names] = /^(?:\*\s*as\s+)?([\w$]+)?\s*,?\s*(\{[^}]*\})?$/.exec(clause) ?? [];
  if (whole === undefined && names === undefined) throw new Error(`an import of another form: ${statement}`);
  const apart = names?.replace(/\s+as\s+/g, ':');
  return `var ${[whole && `${whole}=${call}`, apart && `${apart}=${call}`].filter(Boolean).join(',')}`;
}

/** esbuild writes one list of exports, at the end. */
function asAssignments(text) {
  const [whole, list] = /export\s*\{([^}]*)\};?\s*$/.exec(text) ?? [];
  if (whole === undefined) throw new Error('a chunk whose exports are no list at its end');
  const assigned = list.split(',').flatMap((one) => {
    const [local, name = local] = one.trim().split(/\s+as\s+/);
    return local === '' ? [] : `exports.${name}=${local};`;
  });
  return { start: text.length - whole.length, end: text.length, text: assigned.join('') };
}
