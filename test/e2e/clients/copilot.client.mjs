import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openai } from './fake-models.mjs';

export const about =
  'Copilot CLI itself, with a scripted model: rules, skill and block reach it, what it logs is kept, its sessions are read';
export const packages = ['@github/copilot@1.0.102'];

export async function check(scene) {
  const copilot = clientIn(scene);
  if (copilot === null) return scene.missing('npm has no Copilot CLI for this platform');
  const project = scene.workspace('project', ['--agent', 'copilot']);
  const words = ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'];
  assert.equal(scene.ask(words, { cwd: project }).status, 0);
  const memory = () => readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8');

  await scene.step(
    'rules, skill and block are in its request, and an entry that it logs is kept with its author',
    async () => {
      const input = { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' };
      const model = await openai([{ tools: [{ name: 'daybook-mind_log', input }] }, { text: 'Logged.' }]);
      await asked({ scene, copilot, project }, 'how do we keep sessions?', model);
      const first = JSON.stringify(model.requests[0]);
      assert.match(first, /This project keeps its memory in Markdown notes/);
      assert.match(first, /Keeps this project\S{1,8}s memory in Markdown notes/);
      assert.match(first, /keep sessions in Postgres/);
      assert.match(memory(), /cap sessions at 30 days.*\[by:: copilot\]/);
    },
  );

  await scene.step('its session is listed, searched and shown with its calls', async () => {
    const { sessions } = JSON.parse(scene.ask(['sessions', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      sessions.map(({ client, goal }) => [client, goal]),
      [['copilot', 'how do we keep sessions?']],
    );
    const { stdout } = scene.ask(['sessions', 'show', sessions[0].id], { cwd: project });
    assert.match(stdout, /daybook-mind_log/);
    assert.match(stdout, /assistant: Logged\./);
    assert.match(scene.ask(['search', '--sessions', 'logged'], { cwd: project }).stdout, /copilot/);
  });

  await scene.step('doctor finds its files well', async () => {
    const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
  });
}

/** The program of this platform. */
function clientIn({ modules }) {
  const scope = join(modules, '@github');
  const found = readdirSync(scope).find((name) => name === `copilot-${process.platform}-${process.arch}`);
  return found ? join(scope, found, process.platform === 'win32' ? 'copilot.exe' : 'copilot') : null;
}

/** Runs the client to its end against a model. Returns its output. */
async function asked({ scene, copilot, project }, prompt, model) {
  const env = {
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'test-dummy',
    COPILOT_MODEL: 'scripted',
  };
  const said = await scene.talk(copilot, ['--trust-folder', '--allow-all-tools', '-p', prompt], {
    cwd: project,
    env,
  });
  model.close();
  return said;
}
