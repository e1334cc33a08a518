// Links the modules of one bundle into one file. Each is a function that runs when something of it is first used, so
// that a start compiles, restores from the code cache and runs what its verb uses, and of the others nothing.
// A module gives its exports by value once it has run, so none may export what is assigned later.

import { init, parse } from 'es-module-lexer';
import { transform } from 'esbuild';
import ts from 'typescript';

await init;

/** One CommonJS file from the ESM chunks of esbuild (`splitting`), `{path, text}` each; `entry` is the name of the first. */
export async function linked(chunks, entry) {
  const texts = new Map(chunks.map(({ path, text }) => [nameOf(path), text]));
  const names = reached(texts, entry);
  for (const name of names)
    if (texts.get(name).includes(OURS)) throw new Error(`${name} has a word that is the linker's: ${OURS}`);
  const call = (path) => {
    const at = names.indexOf(nameOf(path));
    return at < 0 ? `require(${JSON.stringify(path)})` : `LINKED_PART(${at})`;
  };
  const parts = await Promise.all(names.map((name) => asPart(texts.get(name), call)));
  return `var PARTS=[${parts.map((part) => `function(LINKED_EXPORTS){${part}}`).join(',\n')}];
function LINKED_PART(at){
var made=LINKED_MADE[at];
if(made)return made;
if(!PARTS[at])return LINKED_LACKING(at);
PARTS[at](made=LINKED_MADE[at]={});
return made}
function LINKED_LATER(ask){return Promise.resolve().then(ask)}
module.exports={part:LINKED_PART,parts:PARTS};
`;
}

/**
 * A linked file as the launcher starts it: a function of what Node gives a module, of the parts that were made, and of
 * what makes a part that the text lacks. Behind it which build it is, and the places where parts begin and end, by
 * turns: a text of a few of them is put together from that.
 */
export function startable(code) {
  const text = `(function(module,require,__dirname,LINKED_MADE,LINKED_LACKING){${code.trimEnd()}})`;
  return `${text}\n//BUILD${JSON.stringify(placesIn(text))}`;
}

function placesIn(text) {
  const file = ts.createSourceFile('linked.js', text, ts.ScriptTarget.Latest, true);
  const [{ expression }] = file.statements;
  const [{ declarationList }] = expression.expression.body.statements;
  const { elements } = declarationList.declarations.find(({ name }) => name.text === 'PARTS').initializer;
  return elements.flatMap((part) => [part.getStart(), part.end]);
}

/** What the names that linking adds begin with: a module that declared one of them would hide ours. */
const OURS = 'LINKED_';

const nameOf = (path) => path.split('/').at(-1);

/** Names of the chunks that the entry reaches, itself the first. */
function reached(texts, entry) {
  const names = new Set([entry]);
  for (const name of names)
    for (const { n: path = '' } of parse(texts.get(name))[0])
      if (texts.has(nameOf(path))) names.add(nameOf(path));
  return [...names];
}

/** The body of a chunk's function. esbuild makes properties of the imported names, whatever shadows them within. */
async function asPart(text, call) {
  const how = { format: 'cjs', platform: 'node', target: 'node20' };
  const { code } = await transform(edited(text, ownEdits(text, call)), how);
  return edited(code, usedEdits(code, call));
}

/** Exports as assignments, `import()` as `LINKED_LATER()`; what is imported for nothing by name is left out, since none of it acts. */
function ownEdits(text, call) {
  const [imports, exports] = parse(text);
  const edits = imports.flatMap(({ n: path, ss: start, se: end, d: dynamic }) => {
    if (dynamic === -2) throw new Error('`import.meta` has no meaning in a linked chunk');
    if (dynamic >= 0) return { start, end, text: `LINKED_LATER(()=>${call(path)})` };
    return /^import\s*["']/.test(text.slice(start, end)) ? { start, end, text: '' } : [];
  });
  return exports.length > 0 ? [...edits, assignments(text)] : edits;
}

/** esbuild writes one list of exports, at the end. */
function assignments(text) {
  const [whole, list] = /export\s*\{([^}]*)\};?\s*$/.exec(text) ?? [];
  if (whole === undefined) throw new Error('a chunk whose exports are no list at its end');
  const assigned = list.split(',').flatMap((one) => {
    const [local, name = local] = one.trim().split(/\s+as\s+/);
    return local === '' ? [] : `LINKED_EXPORTS.${name}=${local};`;
  });
  return { start: text.length - whole.length, end: text.length, text: assigned.join('') };
}

/** What `var x = require("…")` asked for at once is asked for where `x` is first used. */
function usedEdits(code, call) {
  const file = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest, true);
  const called = (node) => node.getText().replace(/\brequire\("([^"]+)"\)/, (_, path) => call(path));
  const asked = new Map();
  const edits = [];
  for (const statement of file.statements) {
    const [{ name, initializer } = {}] = statement.declarationList?.declarations ?? [];
    if (!initializer || !/^(?:__toESM\()?require\(/.test(initializer.getText())) continue;
    const isWhole = code.includes(`${name.text}.default`);
    asked.set(name.text, isWhole ? called(initializer) : withoutWrapper(called(initializer)));
    edits.push({ start: name.end, end: initializer.end, text: '' });
  }
  const look = (node) => {
    if (ts.isIdentifier(node) && asked.has(node.text) && isUse(node))
      edits.push({ start: node.getStart(), end: node.end, text: `(${node.text}??=${asked.get(node.text)})` });
    ts.forEachChild(node, look);
  };
  look(file);
  return edits;
}

/** Whoever takes nothing of Node's modules but by name needs no copy of each of their properties beside a `default`. */
const withoutWrapper = (asked) => asked.replace(/^__toESM\((require\("node:[^"]+"\))(?:, 1)?\)$/, '$1');

/** False where an identifier is the name of a variable or a property. */
const isUse = (node) => node.parent.name !== node;

const edited = (text, edits) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text: other }) => rest.slice(0, start) + other + rest.slice(end), text);
