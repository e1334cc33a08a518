#!/usr/bin/env node
'use strict';
// Starts the command from V8's code cache, which saves compiling it at every start. Each verb has two caches of its own,
// of the parts of the bundle that it usually runs and of those that only some of its starts run; `fill.cjs` writes them.
// They lie beside the bundle, or under DAYBOOK_HOME where that folder is ours alone: never where a project could have
// brought them along, since they are code and agent settings can set the environment. What stands here is compiled at every start: it is what every start does.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** So many starts of either way fill a cache. */
const FILLS = 4;
/** Bytes at the end of a cache: three lengths of four each, and the starts. */
const END = 13;
/** What a cache without a text has. */
const NO_PARTS = '(() => {})';
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
const stem = `${face}-BUILD-${process.version}-${process.arch}-${part}`;
const home =
  process.env.DAYBOOK_HOME || path.join(process.env.HOME || process.env.USERPROFILE || '.', '.daybook');
const ownFolder = path.join(home, 'cache');
/** The first line of the settings of the global root. */
const GLOBAL_HEADER = '# Daybook: notes for all projects.';

/** The parts that this start has made, by their places in the bundle. */
const made = [];
let hasSpoken = false;
/** Whether caches may lie in `ownFolder`. */
let isOurs;
let fresh = true;
let interprets = false;
let hasLacked = false;
const usual = taken(`${stem}.cache`, wholeText);
/** Read when the first part is asked for that is not among the usual ones. */
let seldom;
usual
  .part(0)
  .main({ read, write, keep, pace, terminal: isTerminal(1), isWatched: () => isTerminal(2) })
  .then((status) => {
    if (status === 0) keep();
    process.exit(status);
  });

/** A cache, and the parts that it has; where it has no text, those of another one. */
function taken(name, other = () => NO_PARTS) {
  // One of our own goes before one that somebody else filled where Daybook was installed.
  const found = readOwn(path.join(ownFolder, name));
  const ours = found && isPrivate() ? found : undefined;
  const { bytes, filled } = ours ?? readOwn(path.join(__dirname, name)) ?? {};
  const { code, text, starts, tallies } = opened(bytes);
  const script = scriptOf(text || other(), code);
  const cache = {
    name,
    folders: () => [...(ours ? [] : [__dirname]), ...(isPrivate() ? [ownFolder] : [])],
    filled,
    text,
    tallies,
    starts: script.cachedDataRejected ? 1 : starts,
    script,
  };
  return Object.assign(cache, started(script));
}

function scriptOf(source, cachedData) {
  return new vm.Script(source, { filename: bundle, cachedData });
}

/** The parts of a text, of which each is made once, by whichever text has it. */
function started(script) {
  const module_ = { exports: { parts: [] } };
  script.runInThisContext()(module_, require, __dirname, made, lacking);
  return module_.exports;
}

/** A part that the text which asks for it lacks. */
function lacking(at) {
  if (usual.parts[at]) return usual.part(at);
  const was = interprets;
  pace('lasting'); // else V8 would not take the code
  seldom ??= taken(`${stem}-seldom.cache`);
  hasLacked ||= !seldom.parts[at];
  const has = seldom.parts[at]
    ? seldom
    : started(scriptOf(require('./fill.cjs').textOf(bundle, (part) => part === at)));
  if (was) pace('brief');
  return has.part(at);
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

/** A cache, and when it was filled, if it is the user's own and nobody else may write to it. */
function readOwn(file) {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || !isSafe(stat)) return undefined;
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
  return !process.getuid || ((uid === process.getuid() || uid === 0) && (mode & 0o022) === 0);
}

/** Whether no project can have brought the folder of our own caches along; found out once, where it matters. */
function isPrivate() {
  isOurs ??= path.isAbsolute(home) && isPrivateFolder(home) && isPrivateFolder(ownFolder) && liesApart();
  return isOurs;
}

/** A folder that only we write to, and no link; or one that is not there yet. */
function isPrivateFolder(folder) {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  return !stat || (stat.isDirectory() && isSafe(stat));
}

/** Neither a workspace nor a git repository nor the folder stood in is around it; the user's home folder may be either. */
function liesApart() {
  const stood = fs.realpathSync.native(process.cwd());
  const top = realFolder(home);
  for (let dir = top; ; dir = path.dirname(dir)) {
    const isProject =
      dir === stood ||
      isThere(dir, '.git') ||
      (isThere(dir, 'daybook.yaml') && !(dir === top && isGlobal(dir)));
    if (isProject && dir !== require('node:os').userInfo().homedir) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

function realFolder(folder) {
  if (isThere(folder, '')) return fs.realpathSync.native(folder);
  return path.join(realFolder(path.dirname(folder)), path.basename(folder));
}

function isThere(dir, name) {
  return fs.lstatSync(path.join(dir, name), { throwIfNoEntry: false }) !== undefined;
}

function isGlobal(dir) {
  const file = path.join(dir, 'daybook.yaml');
  return (
    fs.lstatSync(file).isFile() &&
    fs.readFileSync(file).latin1Slice(0, GLOBAL_HEADER.length) === GLOBAL_HEADER
  );
}

/**
 * What a cache holds: V8's code, the text that it is of, how often each part was run while it was filled, and how many starts
 * filled it, the silent ones in the lower half of a byte and those that spoke in the upper. Its length must be what its end
 * says, else it holds nothing.
 */
function opened(bytes) {
  const end = (bytes?.length ?? 0) - END;
  if (end < 0) return { text: '', starts: 0 };
  const [code, text, tallies] = [0, 4, 8].map((at) => bytes.readUInt32LE(end + at));
  if (code + text + tallies !== end) return { text: '', starts: 0 };
  return {
    code: code > 0 ? bytes.subarray(0, code) : undefined,
    text: bytes.latin1Slice(code, code + text),
    tallies: bytes.subarray(code + text, end),
    starts: bytes[end + END - 1],
  };
}

/** Fills the caches with what this start ran, once, as long as that is worth its time. */
function keep() {
  const hasAsked = seldom !== undefined;
  const isFull = !hasLacked && isFilled(usual) && (!hasAsked || isFilled(seldom));
  if (!fresh || (isFull && Date.now() - usual.filled < OLD_MS)) return;
  fresh = false;
  pace('lasting'); // a cache is only taken by a process of the setting in which it was made
  try {
    const { fill } = require('./fill.cjs');
    seldom ??= taken(`${stem}-seldom.cache`);
    fill({ bundle, usual, seldom, hasAsked, made, hasSpoken, isLasting: LASTING.includes(verb), isFilled });
  } catch {} // another version may lie here by now; the next start compiles again
}

function isFilled({ starts }) {
  return (hasSpoken ? starts >> 4 : starts & 15) >= FILLS;
}
