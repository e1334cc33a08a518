import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openai } from './fake-models.mjs';

export const about = 'Codex itself, with a scripted model: the brief reaches it, and what it logs is kept';
export const packages = ['@openai/codex@0.169.0'];

/** How a scene with several clients speaks with this one. */
export const speaker = {
  serve: openai,
  tool: { name: 'mind_log', namespace: 'mcp__daybook' },
  say: asked,
};

export async function check(scene) {
  const project = scene.workspace('project', ['--agent', 'codex']);
  scene.run('git', ['init', '-q'], { cwd: project });
  for (const words of [
    ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'],
    ['remind', 'ask Priya about the token format', '--when', 'when I mention auth'],
  ])
    assert.equal(scene.ask(words, { cwd: project }).status, 0);

  await scene.step(
    'the brief and a reminder reach the model, and an entry that it logs is kept',
    async () => {
      const input = { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' };
      const model = await openai([
        { tools: [{ name: 'mind_log', namespace: 'mcp__daybook', input }] },
        { text: 'Done.' },
      ]);
      await asked(scene, project, 'how does our authentication work?', model);
      const first = JSON.stringify(model.requests[0]?.input);
      assert.match(first, /memory source=\S{0,8}daybook/);
      assert.match(first, /keep sessions in Postgres/);
      assert.match(first, /ask Priya about the token format/);
      assert.match(first, /This project keeps its memory in Markdown notes/);
      assert.match(readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8'), /cap sessions at 30 days/);
    },
  );

  await scene.step('no hook failed, and doctor finds each well', async () => {
    const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
    assert.ok(checks.some(({ name }) => name === 'hook SessionStart of codex'));
  });
}

/** Runs one prompt to its end in a folder that its user trusts, with hooks that the user has looked at. */
async function asked(scene, project, prompt, model) {
  const home = join(scene.folder, 'home', '.codex');
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, 'config.toml'),
    [
      'model = "gpt-5.5"',
      'model_provider = "scripted"',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "${model.url}/v1"`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      `[projects."${project}"]`,
      'trust_level = "trusted"',
      '',
    ].join('\n'),
  );
  const words = [
    'exec',
    '--json',
    '--dangerously-bypass-hook-trust',
    '--dangerously-bypass-approvals-and-sandbox',
  ];
  const program = join(scene.modules, '@openai', 'codex', 'bin', 'codex.js');
  const env = { CODEX_HOME: home, SCRIPTED_KEY: 'sk-test-dummy' };
  await scene.talk(process.execPath, [program, ...words, prompt], { cwd: project, env });
  model.close();
}
