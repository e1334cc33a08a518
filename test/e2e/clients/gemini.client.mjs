import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../../support/state.mjs';
import { gemini } from './fake-models.mjs';

export const about =
  'Gemini CLI itself, with a scripted model: the brief reaches it, and what it logs is kept';
export const packages = ['@google/gemini-cli@0.61.0'];

/** How a scene with several clients runs this one. */
export const speaker = {
  serve: gemini,
  tool: { name: 'mcp_daybook_mind_log' },
  say: (scene, project, prompt, model) => asked(scene, project, ['-p', prompt, '--yolo'], model),
};

export async function check(scene) {
  const project = scene.workspace('project', ['--agent', 'gemini']);
  for (const words of [
    ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'],
    ['remind', 'ask Priya about the token format', '--when', 'when I mention auth'],
  ])
    assert.equal(scene.ask(words, { cwd: project }).status, 0);

  await scene.step('`gemini mcp list` shows the server connected', async () => {
    assert.match(await asked(scene, project, ['mcp', 'list'], await gemini([])), /daybook: .*Connected/);
  });

  await scene.step(
    'the brief, the rules and a reminder reach the model, and an entry that it logs is kept with its author',
    async () => {
      const input = { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' };
      const model = await gemini([{ tools: [{ name: 'mcp_daybook_mind_log', input }] }, { text: 'Done.' }]);
      await asked(scene, project, ['-p', 'how does our authentication work?', '--yolo'], model);
      const first = JSON.stringify(model.requests[0]);
      assert.match(first, /hook_context>[\s\S]*memory source=\S{0,8}daybook/);
      assert.match(first, /keep sessions in Postgres/);
      assert.match(first, /ask Priya about the token format/);
      assert.match(first, /This project keeps its memory in Markdown notes/);
      assert.match(
        readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8'),
        /cap sessions at 30 days.*\[by:: gemini\]/,
      );
    },
  );

  await scene.step(
    '“remember that …” as the first prompt is kept, after what the hook put before it',
    async () => {
      await asked(
        scene,
        project,
        ['-p', 'remember that we deploy on Tuesdays'],
        await gemini([{ text: 'Yes.' }]),
      );
      assert.match(readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8'), /we deploy on Tuesdays/);
    },
  );

  await scene.step('what it called is in the log of tools', async () => {
    const keep = stateOf(project, 'keep');
    const logs = readdirSync(keep).filter((name) => name.startsWith('tools-'));
    const text = logs.map((name) => readFileSync(join(keep, name), 'utf8')).join('');
    assert.match(text, /"tool":"mcp_daybook_mind_log"/);
  });

  await scene.step('no hook failed, and doctor finds each well', async () => {
    const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
    for (const name of ['hook UserPromptSubmit of gemini', 'server of gemini'])
      assert.ok(
        checks.some((check) => check.name === name),
        name,
      );
  });
}

/** Runs the client to its end in a folder that its user trusts. Returns its output. */
async function asked(scene, project, words, model) {
  const home = join(scene.folder, 'home', '.gemini');
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, 'settings.json'),
    '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}}',
  );
  writeFileSync(join(home, 'trustedFolders.json'), JSON.stringify({ [project]: 'TRUST_FOLDER' }));
  const program = join(scene.modules, '@google', 'gemini-cli', 'bundle', 'gemini.js');
  const env = { GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_API_KEY: 'test-dummy' };
  const said = await scene.talk(process.execPath, [program, ...words], { cwd: project, env });
  model.close();
  return said;
}
