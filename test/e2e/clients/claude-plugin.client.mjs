import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asked, clientIn, packages } from './claude-code.mjs';
import { anthropic } from './fake-models.mjs';

export { packages };
export const about = 'the plugin for Claude Code is accepted by it, and works with and without a marketplace';

const PLUGIN = resolve('templates', 'plugin');
const MARKETPLACE = resolve('templates');

export async function check(given) {
  const claude = clientIn(given);
  if (claude === null) return given.missing('npm has no Claude Code for this platform');
  const scene = withDaybook(given);
  const project = scene.workspace('project');
  const words = ['log', 'decided to keep sessions in Postgres because Redis lost them', '--type', 'decision'];
  assert.equal(scene.ask(words, { cwd: project }).status, 0);

  await scene.step(
    '`claude plugin validate --strict` accepts it, and the checks of the directory do',
    async () => {
      for (const how of [['--strict'], ['--profile', 'directory']]) {
        const { status, stdout } = scene.run(claude, ['plugin', 'validate', PLUGIN, ...how], {
          env: scene.env,
        });
        assert.equal(status, 0, stdout);
        assert.match(stdout, /Validation passed/);
      }
    },
  );

  await scene.step(
    'the templates are a marketplace: the plugin is installed from it and removed',
    async () => {
      for (const words of [
        ['validate', '--strict', MARKETPLACE],
        ['marketplace', 'add', MARKETPLACE],
        ['install', 'daybook@daybook'],
        ['uninstall', 'daybook@daybook'],
        ['marketplace', 'remove', 'daybook'],
      ]) {
        const { status, stdout, stderr } = scene.run(claude, ['plugin', ...words], { env: scene.env });
        assert.equal(status, 0, `${words.join(' ')}: ${stdout}${stderr}`);
      }
    },
  );

  await scene.step('copied into the folder of skills it is loaded: brief, server, commands', async () => {
    const folder = join(scene.folder, 'home', '.claude', 'skills', 'daybook');
    mkdirSync(folder, { recursive: true });
    cpSync(PLUGIN, folder, { recursive: true });
    const input = { msg: 'decided to cap sessions at 30 days because of the audit', type: 'decision' };
    const model = await anthropic([
      { tools: [{ name: 'mcp__plugin_daybook_daybook__mind_log', input }] },
      { text: 'Done.' },
    ]);
    const how = ['-p', 'go on', '--allowedTools', 'mcp__plugin_daybook_daybook'];
    await asked({ scene, claude, project }, how, model);
    const first = JSON.stringify(model.requests[0]);
    assert.match(first, /keep sessions in Postgres/);
    assert.match(first, /daybook:save/);
    assert.match(
      readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8'),
      /cap sessions.*\[by:: claude\]/,
    );
  });
}

/** The scene with the command `daybook` on its path, as the plugin starts it. */
function withDaybook(scene) {
  const bin = join(scene.folder, 'bin');
  mkdirSync(bin);
  const line = `#!/bin/sh\nexec '${process.execPath}' '${scene.daybook}' "$@"\n`;
  writeFileSync(join(bin, 'daybook'), line, { mode: 0o755 });
  return { ...scene, env: { ...scene.env, PATH: `${bin}:${scene.env.PATH}` } };
}
