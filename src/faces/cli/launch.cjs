#!/usr/bin/env node
'use strict';
// Starts the command from V8's code cache, which saves compiling it at every start. Each verb has a cache of its own
// with just the functions that it needs, and some have a bundle of their own. What a verb runs at its first start it
// often never runs again: that start leaves an empty cache, and the next ones fill it, each with what it ran beside.
// A hook has often nothing to say: starts that say something are counted apart. Caches lie beside the bundle, or under
// DAYBOOK_HOME where that folder is ours alone: never in a workspace, since they are code.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** So many starts of either way fill a cache. Its last byte counts them: the silent ones below, those that spoke above. */
const FILLS = 4;
/** Characters; a hook without a word says `{}` and a line end. */
const SILENT = 3;

/** Verbs that are served by another bundle than `command.cjs`. */
const BUNDLES = { mcp: 'mcp', hook: 'hook', statusline: 'hook' };

const args = process.argv.slice(2);
const [word, event] = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--workspace');
const verb = /^[a-z]{2,12}$/.test(word) ? word : 'any';
// Without an event the command explains what a hook is.
const own = Object.hasOwn(BUNDLES, verb) ? BUNDLES[verb] : 'command';
const asksCommand = own === 'hook' && (args.includes('--help') || (verb === 'hook' && event === undefined));
const face = asksCommand ? 'command' : own;
const part = verb === 'hook' && face === 'hook' && /^[A-Za-z]{2,20}$/.test(event) ? event : verb;
const bundle = path.join(__dirname, `${face}.cjs`);
const name = `${face}-BUILD-${process.version}-${process.arch}-${part}.cache`;
const home =
  process.env.DAYBOOK_HOME || path.join(process.env.HOME || process.env.USERPROFILE || '.', '.daybook');
const places = [__dirname, path.join(home, 'cache')];

const cached = readOwn(places[0]) ?? readOwn(places[1]);
// The bundle is one function, in ASCII, so that its text takes one byte a letter.
const script = new vm.Script(fs.readFileSync(bundle).latin1Slice(), {
  filename: bundle,
  cachedData: cached?.length > 1 ? cached.subarray(0, -1) : undefined,
});
const starts = script.cachedDataRejected ? 1 : (cached?.at(-1) ?? 0);
let hasSpoken = false;
let fresh = true;
let interprets = false;
const module_ = { exports: {} };
script.runInThisContext()(module_, require, __dirname);
module_.exports
  .main({ read, write, keep, pace, terminal: isTerminal(1), isWatched: () => isTerminal(2) })
  .then((status) => {
    if (status === 0) keep();
    process.exit(status);
  });

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
    const { uid, mode } = fs.statSync(file);
    const own = !process.getuid || ((uid === process.getuid() || uid === 0) && (mode & 0o022) === 0);
    return own ? fs.readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a cache that is new to the first place that takes it, once. Failing is fine: the next start compiles again. */
function keep() {
  const fills = hasSpoken ? starts >> 4 : starts & 15;
  if (!fresh || fills >= FILLS) return;
  fresh = false;
  pace('lasting'); // a cache is only taken by a process of the setting in which it was made
  for (const folder of places) {
    try {
      if (folder !== __dirname) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${name}.${process.pid}`);
      const code = starts === 0 ? [] : [script.createCachedData()];
      fs.writeFileSync(draft, Buffer.concat([...code, Buffer.of(starts + (hasSpoken ? 16 : 1))]), {
        mode: 0o600,
      });
      fs.renameSync(draft, path.join(folder, name));
      return;
    } catch {}
  }
}
