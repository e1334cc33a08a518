import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { stateOf } from '../../support/state.mjs';
import { openai } from './fake-models.mjs';

export const about =
  'Codex itself, with a scripted model: the brief, what it logs, the log of its tools, its hand-off';
export const packages = ['@openai/codex@0.169.0'];

/** How a scene with several clients runs this one. */
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

  await scene.step('the first request tells twelve facts in at most 1,000 tokens of ours', () =>
    firstRequest(scene),
  );

  await scene.step('what it called is in the log of tools, with the file that it wrote', async () => {
    const patch = '*** Begin Patch\n*** Add File: src/streams.ts\n+export {};\n*** End Patch\n';
    const model = await openai([
      { tools: [{ name: 'exec_command', input: { cmd: 'echo twelve > count.txt' } }] },
      { tools: [{ name: 'apply_patch', input: patch }] },
      { text: 'The parser reads streams; the tests come next.' },
    ]);
    await asked(scene, project, 'move the parser to streams', model);
    const calls = toolLog(project);
    const { session } = calls.at(-1);
    assert.deepEqual(
      calls.filter((call) => call.session === session).map(({ tool, ok, files }) => ({ tool, ok, files })),
      [
        { tool: 'Bash', ok: true, files: [] },
        { tool: 'apply_patch', ok: true, files: ['src/streams.ts'] },
      ],
    );
    assert.equal(calls.at(-2).input, 'echo twelve > count.txt');
    assert.ok(calls.some(({ tool }) => tool === 'mcp__daybook__mind_log'));
  });

  await scene.step('each session has handed on what it was for and what it did', async () => {
    assert.equal(scene.ask(['recall'], { cwd: project }).status, 0);
    const [, ...records] = readFileSync(join(project, 'content', 'SESSION_LOG.md'), 'utf8').split(
      /^(?=## Session Log: [0-9a-f])/m,
    );
    const sessions = [...new Set(toolLog(project).map(({ session }) => session))];
    assert.deepEqual(
      records.map((text) => /^## Session Log: (\S+)/.exec(text)[1]),
      sessions,
    );
    assert.match(records[0], /\*\*Goal\*\*: how does our authentication work\?/);
    assert.match(records[0], /- Added: decided to cap sessions at 30 days/);
    assert.match(records[1], /\*\*Goal\*\*: move the parser to streams[\s\S]*\*\*Agent\*\*: codex/);
    assert.match(records[1], /### Key Actions\n- ran `echo twelve > count\.txt`/);
    assert.match(records[1], /### Artifacts Created\n- File: `src\/streams\.ts` \(verified\)/);
  });

  await scene.step('no hook failed, and doctor finds each well', async () => {
    // The repository was made after init: --fix sets up its merges.
    assert.equal(scene.ask(['doctor', '--fix'], { cwd: project }).status, 0);
    const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
    assert.ok(checks.some(({ name }) => name === 'hook SessionStart of codex'));
  });
}

/** Counts what of the first request is ours: the session start, the server's instructions and the skill. */
async function firstRequest(scene) {
  const facts = JSON.parse(readFileSync(resolve('test/fixtures/must-know.json'), 'utf8'));
  const project = scene.workspace('twelve', ['--agent', 'codex']);
  for (const { command } of facts) assert.equal(scene.ask(command, { cwd: project }).status, 0);
  assert.equal(scene.ask(['recall'], { cwd: project }).status, 0);
  const model = await openai([{ text: 'Done.' }]);
  await asked(scene, project, 'go on', model);
  const [{ input, instructions = '', tools = [] }] = model.requests;
  const text = [instructions, ...listTexts(input)].join('\n\n');
  for (const { says } of facts) assert.equal(text.match(new RegExp(says, 'g'))?.length, 1, says);
  const ours = tools.filter((tool) => JSON.stringify(tool).includes('daybook'));
  const parts = {
    start: /<memory source="daybook"[\s\S]*?<\/memory>/.exec(text)?.[0] ?? '',
    instructions:
      /^Daybook is the memory of this project[\s\S]*?`daybook init` once\.$/m.exec(text)?.[0] ?? '',
    skill: text.match(/^- daybook.*$/gm)?.join('\n') ?? '',
    agents: /This project keeps its memory in Markdown notes[^\n]*/.exec(text)?.[0] ?? '',
  };
  const counts = Object.entries(parts).map(([name, part]) => [name, countTokens(part)]);
  const sum = counts.reduce((all, [, count]) => all + count, 0);
  const schemas = countTokens(JSON.stringify(ours));
  scene.figure(
    `tokens of the first request: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}; tool schemas ${schemas}`,
  );
  assert.ok(sum <= 1000, `${sum} tokens`);
  assert.ok(schemas <= 1000, `${schemas} tokens of schemas`);
}

/** The texts of a request's messages, decoded. */
const listTexts = (input) =>
  input.flatMap(({ content = [] }) =>
    typeof content === 'string' ? [content] : content.map(({ text }) => text ?? ''),
  );

/** Tool calls that hooks logged, oldest first, without marks. */
function toolLog(project) {
  const keep = stateOf(project, 'keep');
  return readdirSync(keep)
    .filter((name) => name.startsWith('tools-'))
    .flatMap((name) => readFileSync(join(keep, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line))
    .filter(({ tool }) => tool !== undefined);
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
