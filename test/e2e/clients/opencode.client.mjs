import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../../support/state.mjs';
import { openai } from './fake-models.mjs';

export const about =
  'OpenCode itself, with a scripted model: the plugin brings the brief, and what it logs is kept';
export const packages = ['opencode-ai@1.18.33'];

/** How a scene with several clients runs this one. */
export const speaker = {
  serve: openai,
  tool: { name: 'daybook_mind_log' },
  say: (scene, project, prompt, model) =>
    asked({ scene, opencode: clientIn(scene), project }, ['run', prompt], model),
};

export async function check(scene) {
  const opencode = clientIn(scene);
  if (opencode === null) return scene.missing('npm has no OpenCode for this platform');
  const project = scene.workspace('project', ['--agent', 'opencode']);
  for (const words of [
    ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'],
    ['remind', 'ask Priya about the token format', '--when', 'when I mention auth'],
  ])
    assert.equal(scene.ask(words, { cwd: project }).status, 0);
  const how = { scene, opencode, project };
  const memory = () => readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8');

  await scene.step('`opencode mcp list` shows the server connected', async () => {
    assert.match(await asked(how, ['mcp', 'list'], await openai([])), /daybook.*connected/);
  });

  await scene.step(
    'the brief, the rules and a reminder reach the model, and an entry that it logs is kept with its author',
    async () => {
      const input = { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' };
      const model = await openai([{ tools: [{ name: 'daybook_mind_log', input }] }, { text: 'Done.' }]);
      await asked(how, ['run', 'how does our authentication work?'], model);
      const first = JSON.stringify(model.requests[0]?.messages);
      assert.match(first, /memory source=\S{0,8}daybook/);
      assert.match(first, /keep sessions in Postgres/);
      assert.match(first, /ask Priya about the token format/);
      assert.match(first, /This project keeps its memory in Markdown notes/);
      assert.match(memory(), /cap sessions at 30 days.*\[by:: opencode\]/);
    },
  );

  await scene.step('“remember that …” is kept, and its shell knows who writes', async () => {
    const words = `${process.execPath} ${scene.daybook} log "learned that the shell works" --type learning`;
    const input = { command: words, description: 'log it' };
    const model = await openai([{ tools: [{ name: 'bash', input }] }, { text: 'Done.' }]);
    await asked(how, ['run', 'remember that we deploy on Tuesdays'], model);
    assert.match(memory(), /we deploy on Tuesdays/);
    assert.match(memory(), /the shell works.*\[by:: opencode\]/);
  });

  await scene.step(
    'no hook failed, doctor finds each well, and the end of each session was noted',
    async () => {
      const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
      assert.deepEqual(
        checks.filter(({ ok }) => !ok),
        [],
      );
      for (const name of ['hook UserPromptSubmit of opencode', 'server of opencode'])
        assert.ok(
          checks.some((check) => check.name === name),
          name,
        );
      const keep = stateOf(project, 'keep');
      const runs = readdirSync(keep)
        .filter((name) => /^hooks-/.test(name))
        .flatMap((name) => readFileSync(join(keep, name), 'utf8').split('\n').filter(Boolean))
        .map((line) => JSON.parse(line));
      const ended = runs.filter(({ event, session }) => event === 'SessionEnd' && session !== 'doctor');
      assert.equal(ended.length, 2);
    },
  );
}

/** The program of this platform; the package's own link to it is made by its install step, which is not run. */
function clientIn({ modules }) {
  const found = readdirSync(modules).find((name) => name === `opencode-${process.platform}-${process.arch}`);
  return found ? join(modules, found, 'bin', 'opencode') : null;
}

/** A folder for which the client need not ask npm for the types of its plugins, as it does at its first start. */
function withoutInstalling(folder) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const dependencies = { '@opencode-ai/plugin': '1.18.33' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': { dependencies } } }));
}

/** Runs the client to its end against a model. Returns its output. */
async function asked({ scene, opencode, project }, words, model) {
  const config = join(scene.folder, 'home', '.config', 'opencode');
  for (const folder of [config, join(project, '.opencode')]) withoutInstalling(folder);
  writeFileSync(
    join(config, 'opencode.json'),
    JSON.stringify({
      model: 'scripted/model',
      autoupdate: false,
      share: 'disabled',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model.url}/v1`, apiKey: 'test-dummy' },
          models: { model: { name: 'scripted', tool_call: true } },
        },
      },
    }),
  );
  const env = {
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  };
  const said = await scene.talk(opencode, words, { cwd: project, env });
  model.close();
  return said;
}
