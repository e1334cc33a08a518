#!/usr/bin/env node
'use strict';
// Starts a bundle from V8's code cache, which saves most of the time to compile it. Each command, and each hook event,
// has one cache file below DAYBOOK_HOME/cache. A cache is code that runs: isSafe and isApart say which is accepted.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const BUNDLES = { mcp: 'mcp', hook: 'hook', statusline: 'hook' };
const words = process.argv.slice(2).filter((word) => /^[A-Za-z][A-Za-z-]{1,20}$/.test(word));
const command = words[0] ?? 'any';
const isHelp = process.argv.includes('--help') || (command === 'hook' && words.length < 2);
const name = (!isHelp && Object.hasOwn(BUNDLES, command) && BUNDLES[command]) || 'cli';
const bundle = path.join(__dirname, `${name}.cjs`);
const home =
  process.env.DAYBOOK_HOME || path.join(process.env.HOME || process.env.USERPROFILE || '.', '.daybook');
const folder = path.join(home, 'cache');
const key = [name, 'BUILD', process.version, process.arch, command, name === 'hook' ? words[1] : ''];
const file = path.join(folder, `${key.join('-')}.code`);
const statAt = (at) => fs.lstatSync(at, { throwIfNoEntry: false });
const isCached = Boolean(statAt(file)) && [file, folder, home].every(isSafe) && isApart();
const cachedData = isCached ? fs.readFileSync(file) : undefined;
const script = new vm.Script(fs.readFileSync(bundle).latin1Slice(), { filename: bundle, cachedData });
const loaded = { exports: {} };
script.runInThisContext()(loaded.exports, require, loaded, bundle, __dirname);
let isKept = isCached && !script.cachedDataRejected;
loaded.exports.main({ keepCode }).then((status) => process.exit(status === 0 ? keepCode() : status));

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
  const real = fs.existsSync(home) ? fs.realpathSync(home) : home;
  const holds = (at, entry) => statAt(path.join(at, entry)) !== undefined;
  const isGlobal = (at) =>
    fs.readFileSync(path.join(at, 'daybook.yaml'), 'latin1').startsWith('# Daybook: notes for all');
  for (let at = real, last = ''; at !== last; last = at, at = path.dirname(at)) {
    const isWorkspace = holds(at, 'daybook.yaml') && !(at === real && isGlobal(at));
    const isProject = isWorkspace || holds(at, '.git') || at === fs.realpathSync(process.cwd());
    if (isProject && at !== require('node:os').userInfo().homedir) return false;
  }
  return path.isAbsolute(home);
}

/** Saves V8's compiled code, once; returns 0. A failure only makes the next start slower. */
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
