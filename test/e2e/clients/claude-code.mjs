// Claude Code itself: where npm put it, how it is run against a scripted model, and its reports of our hooks.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const packages = ['@anthropic-ai/claude-code@2.1.330'];

/** The program of this platform; the package's own start script is made by its install step, which is not run. */
export function clientIn({ modules }) {
  const scope = join(modules, '@anthropic-ai');
  const found = readdirSync(scope).find((name) => name.startsWith('claude-code-'));
  return found ? join(scope, found, process.platform === 'win32' ? 'claude.exe' : 'claude') : null;
}

/** Arguments of a session without a terminal, which prints all its events, our hooks included. */
const TELLING = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];

/**
 * Runs the client to its end against a model; each prompt is given when the answer to the one before is there.
 * Returns its output and its reports of our hooks: `{event, ms, outcome}` each.
 */
export async function asked({ scene, claude, project }, args, model, prompts = []) {
  const words = args[0] === '-p' ? [...args, ...TELLING] : args;
  const input = prompts.length > 0 ? ['--input-format', 'stream-json'] : [];
  const child = scene.start(claude, [...words, ...input], {
    cwd: project,
    env: { ...scene.env, ...settled({ scene, project, model }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '', hooks: [] };
  const hooks = hookRuns(said.hooks);
  let given = 0;
  const give = () =>
    given < prompts.length ? child.stdin.write(promptLine(prompts[given++])) : child.stdin.end();
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.out += `${line}\n`;
    hooks(line);
    if (prompts.length > 0 && line.includes('"type":"result"')) give();
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  give();
  const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
  model.close();
  assert.equal(status, 0, `claude ended with ${status}: ${said.err.slice(-2000)}${said.out.slice(-2000)}`);
  return said;
}

/**
 * The client in a terminal of tmux, with a first prompt: gives what is on its screen as soon as that is as it is to be, or
 * at last; null where there is no tmux.
 */
export async function screenOf({ scene, claude, project }, prompt, model, isThere) {
  const env = { ...scene.env, ...settled({ scene, project, model }), TMUX_TMPDIR: scene.folder };
  const tmux = (...words) =>
    scene.run('tmux', ['-L', 'clients', '-f', '/dev/null', ...words], { cwd: project, env });
  if (spawnSync('tmux', ['-V']).error) return null;
  tmux('new-session', '-d', '-x', '120', '-y', '40', `'${claude}' '${prompt}'`);
  let screen = '';
  await until(() => {
    screen = tmux('capture-pane', '-p').stdout;
    return isThere(screen);
  });
  tmux('send-keys', '/exit', 'Enter');
  await until(() => tmux('has-session').status !== 0);
  tmux('kill-server');
  model.close();
  return screen;
}

/** Looks every now and then whether something is so, and gives up in the end. */
async function until(isSo) {
  for (let looks = 0; !isSo() && looks < MOST_LOOKS; looks++)
    await new Promise((done) => setTimeout(done, 300));
}

const MOST_LOOKS = 100;

/** A client that was begun before, in a folder that its user trusts. Gives the environment that it needs beside. */
export function settled({ scene, project, model }) {
  const config = join(scene.folder, 'home', '.claude');
  mkdirSync(config, { recursive: true });
  const key = 'sk-ant-test-dummy';
  const known = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(known));
  return {
    CLAUDE_CONFIG_DIR: config,
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: key,
  };
}

const promptLine = (content) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;

/** Takes each line of a session, and adds every hook that has answered to a list. */
function hookRuns(list) {
  const begun = new Map();
  return (line) => {
    if (!line.includes('"subtype":"hook_')) return;
    const { subtype, hook_id: id, hook_event: event, outcome } = JSON.parse(line);
    if (subtype === 'hook_started') begun.set(id, performance.now());
    if (subtype === 'hook_response') list.push({ event, ms: performance.now() - begun.get(id), outcome });
  };
}

/** All that a request says to the model. */
export const textOf = (request) =>
  JSON.stringify({ system: request?.system, messages: request?.messages }).replaceAll('\\"', '"');
