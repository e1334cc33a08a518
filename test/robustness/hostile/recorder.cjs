/* Loaded into every Node of a trial (NODE_OPTIONS=--require): notes each program that is started, before it is. */
const { appendFileSync } = require('node:fs');
const programs = require('node:child_process');

const log = process.env.RECORDED_PROGRAMS;
const note = (file, args) => {
  if (log) appendFileSync(log, `${JSON.stringify([file, ...(args ?? [])])}\n`);
};

const { spawn } = programs.ChildProcess.prototype;
programs.ChildProcess.prototype.spawn = function (options) {
  note(options.file, options.args?.slice(1));
  return spawn.call(this, options);
};

// spawnSync, execFileSync and execSync end in one binding, which is looked up at each call.
const sync = process.binding('spawn_sync');
const { spawn: spawnSync } = sync;
sync.spawn = (options) => {
  note(options.file, options.args?.slice(1));
  return spawnSync(options);
};
