#!/usr/bin/env node
'use strict';
// Starts a bundle with V8's code cache from DAYBOOK_HOME/cache. A cache is code: isSafe and isApart decide which is
// accepted.
const fs = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const BUNDLES = {
  clean: 'clean',
  mcp: 'server',
  serve: 'server',
  view: 'server',
};
const WORD = /(?<!^(?:-C|--workspace)\n)^[A-Za-z][A-Za-z-]{1,20}$/gm;
const [command = 'any', event = ''] = process.argv.join('\n').match(WORD) ?? [];
const isHelp = process.argv.some((arg) => /^(-h|--help)$/.test(arg)) || (command === 'hook' && !event);
const name = (!isHelp && Object.hasOwn(BUNDLES, command) && BUNDLES[command]) || 'cli';
const bundle = path.join(__dirname, `${name}.cjs`);
const { DAYBOOK_HOME, HOME, USERPROFILE } = process.env;
const home = DAYBOOK_HOME || path.join(HOME || USERPROFILE || '.', '.daybook');
const folder = path.join(home, 'cache');
const key = [
  name,
  'BUILD',
  process.version,
  process.arch,
  command,
  command === 'hook' && !isHelp ? event : '',
].join('-');
const file = path.join(folder, `${key}.code`);
const statAt = (at) => fs.lstatSync(at, { throwIfNoEntry: false });
const isCached = Boolean(statAt(file)) && [file, folder, home].every(isSafe) && isApart();
const cachedData = isCached ? fs.readFileSync(file) : undefined;
const script = new Script(readBundle().latin1Slice(), { filename: bundle, cachedData });
const loaded = { exports: {} };
script.runInThisContext()(loaded.exports, require, loaded, bundle, __dirname);
let isKept = isCached && !script.cachedDataRejected;
loaded.exports
  .main({ command: isHelp ? '' : command, keepCode })
  .then((status) => process.exit(status === 0 ? keepCode() : status));

/** Returns the bundle. The package has the largest one compressed. */
function readBundle() {
  if (fs.existsSync(bundle)) return fs.readFileSync(bundle);
  return require('node:zlib').brotliDecompressSync(fs.readFileSync(path.join(__dirname, `${name}.br`)));
}

/** Returns true if the path is not a link and only this user can write to it, or if nothing is there yet. */
function isSafe(at) {
  const found = statAt(at);
  const isOwn = (stat) => !process.getuid || (stat.uid === process.getuid() && !(stat.mode & 0o022));
  return !found || (!found.isSymbolicLink() && isOwn(found));
}

/**
 * Returns true if DAYBOOK_HOME is in no project and not in the current folder. The user's home folder may be a project.
 */
function isApart() {
  const join = (at) => path.join(realOf(path.dirname(at)), path.basename(at));
  const realOf = (at) => (fs.existsSync(at) ? fs.realpathSync(at) : join(at));
  const real = realOf(home);
  const isGlobal = (at) => fs.readFileSync(`${at}/daybook.yaml`).indexOf('# Daybook: notes for all') === 0;
  for (let at = real, last = ''; at !== last; last = at, at = path.dirname(at)) {
    const isWorkspace = statAt(`${at}/daybook.yaml`) && !(at === real && isGlobal(at));
    const isProject = isWorkspace || statAt(`${at}/.git`) || at === fs.realpathSync(process.cwd());
    if (isProject && at !== require('node:os').userInfo().homedir) return false;
  }
  return path.isAbsolute(home);
}

/** Writes what V8 compiled in this run, once. Returns 0. A failure costs the next start some time, nothing else. */
function keepCode() {
  try {
    if (isKept || ![folder, home].every(isSafe) || !isApart()) return 0;
    isKept = true;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600, flag: 'wx' });
    fs.renameSync(`${file}.${process.pid}`, file);
  } catch {}
  return 0;
}
