// Four agents in one workspace at once, beside an editor and the jobs of the night: each client itself, with a model of its own.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const about = 'the agents in one workspace at once: nothing is lost, and each entry has its author';
export const clients = ['claude', 'codex', 'gemini', 'opencode'];

/** How many entries each agent logs, and how many lines the person writes. */
const MANY = 3;
const JOBS = ['promote', 'journal', 'retention', 'audit', 'reminders', 'lint', 'context', 'cleanup'];

export async function check(scene) {
  const names = Object.keys(scene.others);
  if (names.length < 2) return scene.skip('all', 'fewer than two clients could be installed here');
  const project = scene.workspace('project', ['--agent', names.join(',')]);
  scene.run('git', ['init', '-q'], { cwd: project });
  const words = ['log', 'the public API must stay backward compatible', '--type', 'constraint'];
  assert.equal(scene.ask(words, { cwd: project }).status, 0);
  let models = {};

  await scene.step(`${names.join(', ')}, an editor and the night, all at once, each to its end`, async () => {
    const [statuses, , ...asked] = await Promise.all([
      night(scene, project),
      edit(project),
      ...names.map((name) => speak(scene, project, name)),
    ]);
    assert.deepEqual(
      statuses,
      JOBS.map(() => 0),
    );
    models = Object.fromEntries(asked);
  });

  await scene.step('the brief was in the first request of each', async () => {
    for (const name of names)
      assert.match(JSON.stringify(models[name].requests[0]), /API must stay backward compatible/, name);
  });

  await scene.step('every entry is there once, by its author, and every line of the person', async () => {
    assert.equal(scene.ask(['recall'], { cwd: project }).status, 0);
    const lines = readFileSync(join(project, 'content', 'MEMORY.md'), 'utf8').split('\n');
    const once = (part, by) => {
      const found = lines.filter((line) => line.includes(part));
      assert.equal(found.length, 1, `«${part}»: ${JSON.stringify(found)}`);
      if (by) assert.ok(found[0].includes(`[by:: ${by}]`), found[0]);
    };
    for (const name of names) {
      for (let n = 0; n < MANY; n++) once(`as ${name} on variant ${n}`, name);
      once(`${name} was told so`, name);
    }
    for (let n = 0; n < MANY; n++) once(`by hand, number ${n}`);
  });

  await scene.step('no hook failed, and doctor finds each well', async () => {
    const { checks } = JSON.parse(scene.ask(['doctor', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
  });
}

/** One agent's session: its user asks to remember something, and its model logs a few entries in one turn. */
async function speak(scene, project, name) {
  const { speaker } = await import(`./${name}.client.mjs`);
  const tools = Array.from({ length: MANY }, (_, n) => ({
    ...speaker.tool,
    input: { msg: `decided as ${name} on variant ${n} because of reason ${n}`, type: 'decision' },
  }));
  const model = await speaker.serve([{ tools }, { text: 'Done.' }]);
  const modules = scene.others[name];
  await speaker.say({ ...scene, modules }, project, `remember that ${name} was told so`, model);
  return [name, model];
}

async function edit(project) {
  for (let n = 0; n < MANY; n++) {
    appendFileSync(join(project, 'content', 'MEMORY.md'), `- by hand, number ${n}\n`);
    await new Promise((done) => setTimeout(done, 1500));
  }
}

async function night(scene, project) {
  const statuses = [];
  for (const job of JOBS) {
    const child = scene.start(process.execPath, [scene.daybook, 'cron', 'run', job], {
      cwd: project,
      stdio: 'ignore',
    });
    statuses.push(await new Promise((done) => child.on('close', done)));
  }
  return statuses;
}
