// Upgrades from the packed file of each commit in .ci/upgrade-sources.txt to a new one: hooks, server, timer, plugin, caches
// and settings of the old installation keep working, and no note is lost on the way forward, back and out.
// Usage: node .ci/upgrade.mjs [--first] [TARBALL]. Old packages are built once, into a folder of the user's cache.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const args = process.argv.slice(2);
const here = resolve(import.meta.dirname, '..');
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daybook-upgrades');
const listed = readFileSync(join(here, '.ci/upgrade-sources.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(\S+) (.*)$/.exec(line).slice(1));
const sources = args.includes('--first') ? listed.slice(0, 1) : listed;
const work = mkdtempSync(join(tmpdir(), 'daybook-upgrade-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const tarball = resolve(args.find((one) => !one.startsWith('--')) ?? pack(here, work));

let failed = 0;
for (const [commit, title] of sources) {
  console.log(`\nfrom ${commit}, ${title}`);
  if (spawnSync('git', ['-C', here, 'cat-file', '-e', commit]).status !== 0) {
    console.log('  skipped: this clone does not have the commit (git fetch --unshallow)');
    continue;
  }
  try {
    upgrade(commit, packOld(commit));
  } catch (error) {
    failed++;
    console.log(`  failed: ${error.stderr || error.message}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/** Packs a checkout whose dependencies are installed; returns the path of the file. */
function pack(folder, to) {
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
  });
  return join(to, name.trim().split('\n').at(-1));
}

/** Builds the package of a commit, or takes the one that was built before. */
function packOld(commit) {
  const kept = join(cache, `${commit}.tgz`);
  if (existsSync(kept)) return kept;
  const folder = join(work, `source-${commit}`);
  mkdirSync(folder);
  execFileSync('sh', ['-c', `git -C '${here}' archive ${commit} | tar -x -C '${folder}'`]);
  execFileSync('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: folder, stdio: 'pipe' });
  mkdirSync(cache, { recursive: true });
  renameSync(pack(folder, cache), kept);
  return kept;
}

/** A machine of its own: a home, a stub of crontab(1), a project with an agent's settings. */
function machine(commit) {
  const folder = join(work, commit);
  const [home, bin, project] = ['home', 'bin', 'project'].map((name) => join(folder, name));
  for (const dir of [home, bin, join(project, '.claude')]) mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(bin, 'crontab'),
    `#!/bin/sh\ncase "$1" in -l) cat '${folder}/tab' 2>/dev/null || { echo 'no crontab for user' >&2; exit 1; };; -r) rm -f '${folder}/tab';; *) cat "$1" >'${folder}/tab';; esac\n`.replace(
      'cat "$1"',
      'cat "${1:--}"',
    ),
  );
  chmodSync(join(bin, 'crontab'), 0o755);
  writeFileSync(
    join(project, '.claude/settings.json'),
    '{\n  "permissions": { "allow": ["Bash(npm test)"] }\n}\n',
  );
  writeFileSync(join(project, 'CLAUDE.md'), '# Rules\n\n- Answer briefly.\n');
  const env = {
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    PATH: `${bin}:${process.env.PATH}`,
    TZ: 'UTC',
  };
  execFileSync('git', ['init', '--quiet', project], { env });
  return { folder, project, env };
}

function upgrade(commit, old) {
  const { folder, project, env } = machine(commit);
  const tool = join(folder, 'tool');
  let at = tool;
  const install = (file) =>
    execFileSync('npm', ['install', '--silent', '--prefix', at, file], {
      env: { ...process.env, HOME: homedir() },
      stdio: 'pipe',
    });
  const daybook = (...words) => {
    const file = join(at, 'node_modules/daybook/dist/daybook.cjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  const must = (...words) => {
    const { status, text } = daybook(...words);
    if (status !== 0) throw new Error(`daybook ${words.join(' ')}: status ${status}\n${text}`);
    return text;
  };
  const step = (what, holds, found = '') => {
    if (!holds) throw new Error(`${what} ${found}`);
    console.log(`  ok: ${what}`);
  };
  const shell = (line, input = '', more = {}) =>
    spawnSync('sh', ['-c', line], { cwd: project, env: { ...env, ...more }, encoding: 'utf8', input })
      .stdout ?? '';
  const event = (name, fields) =>
    JSON.stringify({ session_id: `s-${name}`, hook_event_name: name, cwd: project, ...fields });
  let sessions = 0;
  // Advice is given once a session.
  const call = (tool = 'Bash') =>
    event('PreToolUse', {
      session_id: `s-${sessions++}`,
      tool_name: tool,
      tool_use_id: '1',
      tool_input: { command: 'npm install axios' },
    });

  install(old);
  must('init', '--agent', 'claude,codex,gemini,opencode,cursor');
  must('log', 'decided to keep sessions in Postgres because Redis lost them');
  must('reject', 'axios', '--why', 'its interceptors leak sockets');
  must('recall');
  must('search', 'sessions');
  must('cron', 'install', '--as', 'crontab');
  writeFileSync(
    join(project, 'daybook.yaml'),
    `${readFileSync(join(project, 'daybook.yaml'), 'utf8')}\ncontext:\n  budget: 700\n`,
  );
  const notes = () =>
    readdirSync(join(project, 'content'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(project, 'content', name), 'utf8'))
      .join('\n');

  install(tarball);
  for (const [client, file, shellTool] of [
    ['claude', '.claude/settings.local.json', 'Bash'],
    ['codex', '.codex/hooks.json', 'Bash'],
    ['gemini', '.gemini/settings.json', 'run_shell_command'],
    ['cursor', '.cursor/hooks.json', 'Shell'],
  ]) {
    const line = findHook(JSON.parse(readFileSync(join(project, file), 'utf8')), 'PreToolUse');
    const answer = line === null ? '' : shell(line, call(shellTool));
    step(`the hook of ${client} answers`, answer.includes('leak sockets'), `${line}\n${answer}`);
  }
  step(
    'the plugin of OpenCode starts the new version',
    readFileSync(join(project, '.opencode/plugins/daybook.js'), 'utf8').includes(join(tool, 'node_modules')),
  );
  const { command, args: words } = JSON.parse(readFileSync(join(project, '.mcp.json'), 'utf8')).mcpServers
    .daybook;
  step('the server of .mcp.json answers', askServer(command, words, project, env).includes('Postgres'));
  const timer = readFileSync(join(folder, 'tab'), 'utf8')
    .split('\n')
    .find((line) => /daybook/.test(line) && !line.startsWith('#'));
  const tick = spawnSync('sh', ['-c', timer.replace(/^(?:\S+ ){5}/, '').replaceAll('\\%', '%')], {
    cwd: '/',
    env,
    encoding: 'utf8',
  });
  step('the installed timer runs', tick.status === 0);
  step(
    'caches and settings: search and config',
    must('search', 'sessions').includes('Postgres') && must('config').includes('700'),
  );
  const claudePlugin = findHook(
    JSON.parse(readFileSync(join(tool, 'node_modules/daybook/templates/plugin/hooks/hooks.json'), 'utf8')),
    'PreToolUse',
  );
  step(
    'the plugin answers',
    shell(claudePlugin, call(), {
      PATH: `${join(tool, 'node_modules/.bin')}:${env.PATH}`,
    }).includes('leak sockets'),
  );
  must('log', 'decided to deploy on Mondays because support is there');
  step('both decisions are in the notes', /Postgres[\s\S]*Mondays/.test(notes()));

  // Hooks may have left a process that still writes.
  for (let tries = 0; tries < 9 && daybook('doctor', '--fix').status !== 0; tries++) pause(1000);
  step('doctor finds no problem', daybook('doctor').status === 0);
  step('the history reaches back', must('history').includes('keep sessions in Postgres'));

  at = join(folder, 'elsewhere');
  renameSync(tool, at);
  const moved = findHook(
    JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8')),
    'PreToolUse',
  );
  step('after a move the hook is dead', !shell(moved, call()).includes('leak'));
  daybook('doctor', '--fix');
  const fixed = findHook(
    JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8')),
    'PreToolUse',
  );
  step('doctor --fix repairs it', shell(fixed, call()).includes('leak sockets'));

  install(old);
  step(
    'the old version finds both decisions',
    must('search', 'Postgres').includes('Postgres') && must('search', 'Mondays').includes('Mondays'),
  );
  // Its state may be gone since it was taken over: then it must say that it did not write.
  const back = daybook('log', 'decided to go back once because we can').status === 0;
  install(tarball);
  step(
    back ? 'what the old version writes is kept' : 'the old version writes nothing, and says so',
    (back ? /Postgres[\s\S]*Mondays[\s\S]*go back once/ : /Postgres[\s\S]*Mondays/).test(notes()),
  );
  must('uninstall', '--yes');
  step(
    'uninstall restores the settings and CLAUDE.md',
    readFileSync(join(project, '.claude/settings.json'), 'utf8') ===
      '{\n  "permissions": { "allow": ["Bash(npm test)"] }\n}\n' &&
      readFileSync(join(project, 'CLAUDE.md'), 'utf8') === '# Rules\n\n- Answer briefly.\n' &&
      !existsSync(join(project, '.mcp.json')),
  );
}

/** The line that starts Daybook for an event, in the settings of any client. */
function findHook(value, name) {
  if (typeof value === 'string') return value.includes(`hook ${name}`) ? value : null;
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value.args) && value.args.includes(name))
    return [value.command, ...value.args].map((word) => `'${word}'`).join(' ');
  for (const one of Object.values(value)) {
    const found = findHook(one, name);
    if (found) return found;
  }
  return null;
}

/** The reply of the tool mind_search. */
function askServer(command, words, cwd, env) {
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'upgrade', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'mind_search', arguments: { query: 'sessions' } } },
  ];
  const input = messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('');
  return spawnSync(command, words, { cwd, env, encoding: 'utf8', input, timeout: 60_000 }).stdout ?? '';
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
