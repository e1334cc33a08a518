import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asked, clientIn, packages, textOf } from './claude-code.mjs';
import { anthropic } from './fake-models.mjs';

export { packages };
export const about = 'Claude Code reads the AGENTS.md of a project beside files of Daybook';

const RULE = 'Indent with exactly five spaces.';

export async function check(scene) {
  const claude = clientIn(scene);
  if (claude === null) return scene.missing('npm has no Claude Code for this platform');
  const readsRules = async (project) => {
    const model = await anthropic([{ text: 'Done.' }]);
    await asked({ scene, claude, project }, ['-p', 'hello'], model);
    const count = textOf(model.requests.at(-1)).split(RULE).length - 1;
    assert.equal(count, 1, `the request has the rule ${count} times`);
  };
  const begin = (name, args, below = '.') => {
    const top = join(scene.folder, name);
    const project = join(top, below);
    mkdirSync(project, { recursive: true });
    assert.equal(spawnSync('git', ['init', '-q', top]).status, 0);
    const addRules = () => writeFileSync(join(top, 'AGENTS.md'), `${RULE}\n`);
    if (name !== 'late') addRules();
    assert.equal(scene.ask(['init', ...args], { cwd: project }).status, 0);
    return { project, addRules };
  };

  await scene.step('the block in CLAUDE.local.md hides no AGENTS.md', () =>
    readsRules(begin('local', ['--agent', 'claude', '--target', 'CLAUDE.local.md']).project),
  );
  await scene.step('an AGENTS.md that is written after init reaches the next session', async () => {
    const { project, addRules } = begin('late', ['--agent', 'claude']);
    addRules();
    await readsRules(project);
  });
  await scene.step('a package below the AGENTS.md of a repository', () =>
    readsRules(begin('mono', ['--agent', 'claude'], 'pkg').project),
  );
  await scene.step('the block in AGENTS.md itself', () => readsRules(begin('own', []).project));
}
