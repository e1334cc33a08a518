#!/usr/bin/env node
'use strict';
// Starts the command from V8's code cache, which saves compiling it at every start. Each verb has a cache of its own
// with just the parts of the bundle that it runs, and their code; `fill.cjs` writes it. Caches lie beside the bundle, or
// under DAYBOOK_HOME where that folder is ours alone: never in a workspace, since they are code. What stands here is
// compiled at every start: it is what every start does.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** So many starts of either way fill a cache. */
const FILLS = 4;
/** Bytes at the end of a cache: two lengths of four each, and the starts. */
const END = 9;
/** Characters; a hook without a word says `{}` and a line end. */
const SILENT = 3;

/** A cache this old is filled once more: what is done today was perhaps never done while it was filled. */
const OLD_MS = 86_400_000;

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
const cache = ours ?? readOwn(folders[0]);
const { code, text, fills } = opened(cache?.bytes);
const script = scriptOf(text || wholeText(), code);
const starts = script.cachedDataRejected ? 1 : fills;
const made = [];
const own = started(script);
/** The text has all that was run. */
let isFull = LASTING.includes(verb) || text !== '';
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
  if (own.parts[at]) return own.part(at);
  isFull = LASTING.includes(verb);
  return started(scriptOf(require('./fill.cjs').textOf(bundle, (part) => part === at))).part(at);
}

/** The whole bundle: one function, in ASCII, so that its text takes one byte a letter. */
function wholeText() {
  return fs.readFileSync(bundle).latin1Slice();
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

/** The cache in a folder, and when it was filled, if both are the user's own and nobody else may write there. */
function readOwn(folder) {
  try {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat || (process.getuid && !isSafe(stat))) return undefined;
    return { bytes: bytesOf(file, stat.size), filled: stat.mtimeMs };
  } catch {
    return undefined;
  }
}

/** With what the bundle calls, too: `readFileSync` would be compiled for this alone. */
function bytesOf(file, size) {
  const bytes = Buffer.allocUnsafeSlow(size);
  const descriptor = fs.openSync(file);
  try {
    return bytes.subarray(0, fs.readSync(descriptor, bytes));
  } finally {
    fs.closeSync(descriptor);
  }
}

function isSafe({ uid, mode }) {
  return (uid === process.getuid() || uid === 0) && (mode & 0o022) === 0;
}

/**
 * What a cache holds: V8's code, the text that it is of, and how many starts filled it, the silent ones in the lower half of a
 * byte and those that spoke in the upper. Its length must be what its end says, else it holds nothing.
 */
function opened(bytes) {
  const end = (bytes?.length ?? 0) - END;
  if (end < 0) return { text: '', fills: 0 };
  const from = end - bytes.readUInt32LE(end);
  if (bytes.readUInt32LE(end + 4) !== from) return { text: '', fills: 0 };
  return {
    code: from > 0 ? bytes.subarray(0, from) : undefined,
    text: bytes.latin1Slice(from, end),
    fills: bytes[end + END - 1],
  };
}

/** Fills the cache with what this start ran beside, once, as long as that is worth its time. */
function keep() {
  const before = hasSpoken ? starts >> 4 : starts & 15;
  const isFilled = isFull && before >= FILLS;
  if (!fresh || (isFilled && Date.now() - cache.filled < OLD_MS)) return;
  fresh = false;
  pace('lasting'); // a cache is only taken by a process of the setting in which it was made
  const count = isFilled ? starts : starts + (hasSpoken ? 16 : 1);
  const places = ours ? folders.slice(1) : folders;
  try {
    const { fill } = require('./fill.cjs');
    fill({ bundle, name, places, starts, count, script, text, made, own, isFull, hasSpoken });
  } catch {} // another version may lie here by now; the next start compiles again
}
