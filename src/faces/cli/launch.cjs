#!/usr/bin/env node
'use strict';
// Starts the command from V8's code cache, which saves compiling it at every start. Each verb has a cache of its own
// with just the parts of the bundle that it runs, and their code. What a verb runs at its first start it often never
// runs again: that start leaves an empty cache, the next a text, and those after it fill in the code, each with what
// it ran beside. A hook has often nothing to say: starts that say something are counted apart. Caches lie beside the
// bundle, or under DAYBOOK_HOME where that folder is ours alone: never in a workspace, since they are code.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** So many starts of either way fill a cache. */
const FILLS = 4;
/** Bytes at the end of a cache: two lengths of four each, and the starts. */
const END = 9;
/** Characters; a hook without a word says `{}` and a line end. */
const SILENT = 3;

/** A cache of any build, or the draft of one. */
const CACHE = /^(?:command|hook|mcp)-\w+-v[^/]+\.cache(?:\.\d+)?$/;
const MONTH_MS = 30 * 86_400_000;

/** Verbs that are served by another bundle than `command.cjs`. */
const BUNDLES = { mcp: 'mcp', hook: 'hook', statusline: 'hook' };
/** Verbs that may run for days. By then another version may lie where the bundle lay: they have all of it from the start. */
const LASTING = ['mcp', 'cron'];

const args = process.argv.slice(2);
const [word, event] = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--workspace');
const verb = /^[a-z]{2,12}$/.test(word) ? word : 'any';
// Without an event the command explains what a hook is.
const served = Object.hasOwn(BUNDLES, verb) ? BUNDLES[verb] : 'command';
const asksCommand =
  served === 'hook' && (args.includes('--help') || (verb === 'hook' && event === undefined));
const face = asksCommand ? 'command' : served;
const part = verb === 'hook' && face === 'hook' && /^[A-Za-z]{2,20}$/.test(event) ? event : verb;
const bundle = path.join(__dirname, `${face}.cjs`);
const name = `${face}-BUILD-${process.version}-${process.arch}-${part}.cache`;
const home =
  process.env.DAYBOOK_HOME || path.join(process.env.HOME || process.env.USERPROFILE || '.', '.daybook');
const folders = [__dirname, path.join(home, 'cache')];

// One of our own goes before one that somebody else filled where Daybook was installed.
const ours = readOwn(folders[1]);
const { code, text, fills } = opened(ours ?? readOwn(folders[0]));
const script = scriptOf(text || wholeText(), code);
const starts = script.cachedDataRejected ? 1 : fills;
const made = [];
const own = started(script);
let whole;
let places;
let hasSpoken = false;
let fresh = true;
let interprets = false;
own
  .part(0)
  .main({ read, write, keep, pace, terminal: isTerminal(1), isWatched: () => isTerminal(2) })
  .then((status) => {
    if (status === 0) keep();
    process.exit(status);
  });

function scriptOf(source, cachedData) {
  return new vm.Script(source, { filename: bundle, cachedData });
}

/** The parts of a text, of which each is made once, by whichever text has it. */
function started(from) {
  const module_ = { exports: {} };
  from.runInThisContext()(module_, require, __dirname, made, lacking);
  return module_.exports;
}

/** A part that the text of this verb lacks, since no start that filled its cache ran it. */
function lacking(at) {
  return own.parts[at] ? own.part(at) : started(scriptOf(textOf((part) => part === at))).part(at);
}

/** The whole bundle: one function, in ASCII, so that its text takes one byte a letter. */
function wholeText() {
  return fs.readFileSync(bundle).latin1Slice();
}

/** The bundle with these of its parts alone. A line at its end says which build it is, and where each begins and ends. */
function textOf(isWanted) {
  whole ??= wholeText();
  const table = whole.lastIndexOf('\n//BUILD');
  if (table < 0) throw new Error(`${bundle} was replaced while it ran; start it again`);
  places ??= JSON.parse(whole.slice(whole.indexOf('[', table)));
  const parts = [];
  for (let at = 0; at < places.length; at += 2)
    parts.push(isWanted(at / 2) ? whole.slice(places[at], places[at + 1]) : '');
  return `${whole.slice(0, places[0])}${parts.join(',')}${whole.slice(places.at(-1), table)}`;
}

/** Writes to a descriptor without loading the stream modules, which would cost a fifth of a bare start. */
function write(descriptor, text) {
  hasSpoken ||= text.length > SILENT;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(descriptor, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(0);
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** All of standard input; nothing where a person at a terminal would have to be waited for. */
function read() {
  let bytes = Buffer.allocUnsafe(65536);
  let end = 0;
  for (let open = !isTerminal(0); open; ) {
    try {
      const got = fs.readSync(0, bytes, end, bytes.length - end, null);
      end += got;
      open = got > 0;
      if (end === bytes.length) bytes = Buffer.concat([bytes], end * 2);
    } catch (error) {
      open = error.code === 'EAGAIN';
      if (open) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return bytes.utf8Slice(0, end);
}

function isTerminal(descriptor) {
  try {
    return fs.fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Told how long the rest will take. A brief one ends before machine code pays: V8 would begin to compile its loops
 * beside it, and the process could not end before that has.
 */
function pace(is) {
  if (interprets === (is === 'brief')) return;
  interprets = !interprets;
  require('node:v8').setFlagsFromString(interprets ? '--no-opt' : '--opt');
}

/** The cache in a folder, if both are the user's own and nobody else may write there. */
function readOwn(folder) {
  try {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat || (process.getuid && !isSafe(stat))) return undefined;
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

function isSafe({ uid, mode }) {
  return (uid === process.getuid() || uid === 0) && (mode & 0o022) === 0;
}

/**
 * What a cache holds: V8's code, the text that it is of, and how many starts filled it, the silent ones in the lower half of a
 * byte and those that spoke in the upper. Its length must be what its end says, else it holds nothing.
 */
function opened(cache) {
  const end = (cache?.length ?? 0) - END;
  if (end < 0) return { text: '', fills: 0 };
  const from = end - cache.readUInt32LE(end);
  if (cache.readUInt32LE(end + 4) !== from) return { text: '', fills: 0 };
  return {
    code: from > 0 ? cache.subarray(0, from) : undefined,
    text: cache.latin1Slice(from, end),
    fills: cache[end + END - 1],
  };
}

/** Writes a cache that is new to the first place that takes it, once. Failing is fine: the next start compiles again. */
function keep() {
  const before = hasSpoken ? starts >> 4 : starts & 15;
  if (!fresh || (before >= FILLS && isFull())) return;
  fresh = false;
  pace('lasting'); // a cache is only taken by a process of the setting in which it was made
  for (const folder of ours ? folders.slice(1) : folders) {
    try {
      if (folder !== __dirname) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${name}.${process.pid}`);
      fs.writeFileSync(draft, filled(), { mode: 0o600, flush: true });
      fs.renameSync(draft, path.join(folder, name));
      if (starts === 0) tidy(folder);
      return;
    } catch {}
  }
}

/** Takes away what builds left that were replaced long ago. */
function tidy(folder) {
  for (const other of fs.readdirSync(folder)) {
    if (!CACHE.test(other) || other.includes('-BUILD-')) continue;
    const file = path.join(folder, other);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < Date.now() - MONTH_MS) fs.rmSync(file, { force: true });
  }
}

/** True where the text has all that was run. */
function isFull() {
  return LASTING.includes(verb) || (text !== '' && made.every((_, at) => own.parts[at]));
}

/** The next cache: the code of its text. Before that the text, of all that was run so far: with it the filling begins anew. */
function filled() {
  if (starts === 0) return cacheOf('', [], hasSpoken ? 16 : 1);
  if (isFull()) return cacheOf(text, [script.createCachedData()], starts + (hasSpoken ? 16 : 1));
  return cacheOf(
    textOf((at) => made[at] || (text !== '' && own.parts[at])),
    [],
    1,
  );
}

function cacheOf(of, codes, count) {
  const end = Buffer.alloc(END);
  end.writeUInt32LE(of.length);
  end.writeUInt32LE(codes[0]?.length ?? 0, 4);
  end[END - 1] = count;
  return Buffer.concat([...codes, Buffer.from(of, 'latin1'), end]);
}
