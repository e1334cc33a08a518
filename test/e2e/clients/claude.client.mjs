import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { stateOf } from '../../support/state.mjs';
import { asked, clientIn, packages, textOf } from './claude-code.mjs';
import { anthropic } from './fake-models.mjs';

export { packages };
export const about =
  'Claude Code itself, with a scripted model: brief, tools, reminders, warnings, instructions';

/** How a scene with several clients runs this one. */
export const speaker = {
  serve: anthropic,
  tool: { name: 'mcp__daybook__mind_log' },
  say: (scene, project, prompt, model) =>
    asked(
      { scene, claude: clientIn(scene), project },
      ['-p', prompt, '--allowedTools', 'mcp__daybook'],
      model,
    ),
};

export async function check(scene) {
  const claude = clientIn(scene);
  if (claude === null) return scene.missing('npm has no Claude Code for this platform');
  const project = scene.workspace('project', ['--agent', 'claude']);
  for (const words of [
    ['log', 'the public API must stay backward compatible', '--type', 'constraint'],
    ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'],
    ['remind', 'ask Priya about the token format', '--when', 'when I mention auth'],
  ])
    assert.equal(scene.ask(words, { cwd: project }).status, 0);
  const seen = watchInstructions(scene, project);
  const how = { scene, claude, project };

  await scene.step('`claude mcp list` shows the server connected', async () => {
    const { out } = await asked(how, ['mcp', 'list'], await anthropic([]));
    assert.match(out, /daybook:.*Connected/);
  });

  await scene.step(
    'the first request tells the brief once; the model recalls and logs, and the entry is in the Markdown',
    async () => {
      const model = await anthropic([
        {
          text: 'First, memory.',
          tools: [{ name: 'mcp__daybook__mind_recall', input: { query: 'sessions' } }],
        },
        {
          tools: [
            {
              name: 'mcp__daybook__mind_log',
              input: { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' },
            },
          ],
        },
        { text: 'Done.' },
      ]);
      await asked(how, ['-p', 'go on with the sessions', '--allowedTools', 'mcp__daybook'], model);
      const [first] = model.requests;
      // It is in the loaded block, so the start of the session does not repeat it.
      assert.equal(textOf(first).match(/keep sessions in Postgres/g)?.length, 1);
      assert.match(textOf(model.requests[1]), /tool_result/);
      assert.match(
        readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8'),
        /cap sessions at 30 days — of the audit|cap sessions at 30 days/,
      );
    },
  );

  await scene.step('the first request tells twelve facts in at most 1,000 tokens of ours', () =>
    firstRequest(how),
  );

  await scene.step('a reminder «when I mention auth» comes up at a prompt about authentication', async () => {
    const model = await anthropic([{ text: 'Sure.' }]);
    await asked(how, ['-p', 'how does our authentication work?'], model);
    assert.match(textOf(model.requests[0]), /reminder: ask Priya about the token format/);
  });

  await scene.step('a rejected approach is warned of before the tool runs, each time', async () => {
    const rejected = [
      'reject',
      'axios',
      '--why',
      'requests hang behind the proxy',
      '--alternative',
      'undici',
    ];
    assert.equal(scene.ask(rejected, { cwd: project }).status, 0);
    const call = (command) => ({ tools: [{ name: 'Bash', input: { command, description: 'add it' } }] });
    const model = await anthropic([
      call('echo npm > /dev/null; true'),
      call('pnpm add axios --dry-run || true'),
      call('pnpm add axios@1 --dry-run || true'),
      { text: 'Done.' },
    ]);
    await asked(how, ['-p', 'fetch the stock', '--allowedTools', 'Bash'], model);
    const warning = /rejected: axios — requests hang behind the proxy/g;
    const told = model.requests.map((request) => textOf(request).match(warning)?.length ?? 0);
    // The start of the session names it, and so does each warning: a rejected package is an exact thing.
    assert.deepEqual(told, [1, 1, 2, 3]);
  });

  await scene.step('where the settings say so a rejected approach is denied, with the reason', async () => {
    const settings = join(project, 'daybook.yaml');
    const before = readFileSync(settings, 'utf8');
    writeFileSync(settings, `${before}\nguard: deny\n`);
    const command = `echo ran > ${join(project, 'ran.txt')}; pnpm add axios --dry-run || true`;
    const model = await anthropic([{ tools: [{ name: 'Bash', input: { command } }] }, { text: 'Done.' }]);
    await asked(how, ['-p', 'fetch the stock', '--allowedTools', 'Bash'], model);
    writeFileSync(settings, before);
    assert.match(textOf(model.requests[1]), /denied, since it went wrong before[\s\S]*requests hang behind/);
    assert.ok(!readdirSync(project).includes('ran.txt'), 'the tool ran');
  });

  await scene.step('InstructionsLoaded names our CLAUDE.md', async () => {
    const files = readFileSync(seen, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).file_path);
    assert.ok(files.includes(join(project, 'CLAUDE.md')), `instructions: ${files.join(', ')}`);
  });

  await scene.step('no hook failed, and the end of each session was worked off', async () => {
    const checks = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout).checks;
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
    assert.equal(scene.ask(['recall'], { cwd: project }).status, 0);
    assert.deepEqual(readdirSync(stateOf(project, 'keep', 'spool')), []);
  });
}

/** A hook of the test's own, beside ours, that notes which instructions were loaded. */
function watchInstructions({ folder }, project) {
  const seen = join(folder, 'instructions.jsonl');
  writeFileSync(seen, '');
  const program = join(folder, 'note.cjs');
  writeFileSync(
    program,
    `require('fs').appendFileSync(${JSON.stringify(seen)}, require('fs').readFileSync(0, 'utf8').trim() + '\\n')`,
  );
  const hook = { type: 'command', command: process.execPath, args: [program] };
  writeFileSync(
    join(project, '.claude', 'settings.json'),
    JSON.stringify({ hooks: { InstructionsLoaded: [{ hooks: [hook] }] } }),
  );
  return seen;
}

/** Counts what of the first request is ours: the block, the session start, the server's instructions, the commands. */
async function firstRequest({ scene, claude }) {
  const facts = JSON.parse(readFileSync(resolve('test/fixtures/must-know.json'), 'utf8'));
  const project = scene.workspace('twelve', ['--agent', 'claude']);
  for (const { command } of facts) assert.equal(scene.ask(command, { cwd: project }).status, 0);
  assert.equal(scene.ask(['recall'], { cwd: project }).status, 0);
  const model = await anthropic([{ text: 'Done.' }]);
  await asked({ scene, claude, project }, ['-p', 'go on', '--allowedTools', 'mcp__daybook'], model);
  const text = listTexts(model.requests[0]).join('\n\n');
  for (const { says } of facts) assert.equal(text.match(new RegExp(says, 'g'))?.length, 1, says);
  const parts = {
    block: /^## Memory\n[\s\S]*?^Memory: .*$/m.exec(text)?.[0],
    start: /<memory source="daybook"[\s\S]*?<\/memory>/.exec(text)?.[0] ?? '',
    instructions: /^Daybook is the memory of this project[\s\S]*?`daybook init` once\.$/m.exec(text)?.[0],
    commands: text.match(/^- daybook:.*$/gm)?.join('\n'),
  };
  const counts = Object.entries(parts).map(([name, part]) => {
    assert.notEqual(part, undefined, `the first request has no ${name} of ours`);
    return [name, countTokens(part)];
  });
  const sum = counts.reduce((all, [, count]) => all + count, 0);
  scene.figure(
    `tokens of the first request: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
  assert.ok(sum <= 1000, `${sum} tokens`);
  const tools = (model.requests[0].tools ?? []).filter(({ name }) => name?.startsWith('mcp__daybook__'));
  const schemas = countTokens(JSON.stringify(tools));
  scene.figure(`tokens of ${tools.length} tool schemas in the first request: ${schemas}`);
  assert.ok(schemas <= 1000, `${schemas} tokens of schemas`);
}

/** The texts of a request, decoded. */
const listTexts = ({ system, messages }) =>
  [...(Array.isArray(system) ? system : [system]), ...messages.flatMap(({ content }) => content)].map(
    (part) => (typeof part === 'string' ? part : (part?.text ?? '')),
  );
