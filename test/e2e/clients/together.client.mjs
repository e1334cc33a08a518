// Four agents in one workspace at once, beside an editor and the jobs of the night: each client itself, with a model of its own.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const about = 'the agents in one workspace at once: nothing is lost, and each entry has its author';
export const clients = ['claude', 'codex', 'gemini', 'opencode'];

/** How many entries each agent logs, and how many lines the person writes. */
const MANY = 3;

export async function check(scene) {
  const names = Object.keys(scene.others);
  if (names.length < 2) return scene.skip('all', 'fewer than two clients are here');
  const project = scene.workspace('project', ['--agent', names.join(',')]);
  scene.run('git', ['init', '-q'], { cwd: project });
  const words = ['log', 'the public API must stay backward compatible', '--type', 'constraint'];
  assert.equal(scene.ask(words, { cwd: project }).status, 0);
  // As an earlier session leaves it: a job that writes the block while a client starts hides what the client has not read.
  assert.equal(scene.ask(['recall', '--write'], { cwd: project }).status, 0);
  const listed = JSON.parse(scene.ask(['cron', 'list', '--json'], { cwd: project }).stdout);
  const jobs = listed.jobs.filter(({ condition }) => condition !== 'off');
  let models = {};

  await scene.step(`${names.join(', ')}, an editor and the night, all at once, each to its end`, async () => {
    const [statuses, , ...asked] = await Promise.all([
      night(scene, project, jobs),
      edit(project),
      ...names.map((name) => speak(scene, project, name)),
    ]);
    assert.deepEqual(
      statuses,
      jobs.map(({ name }) => [name, 0]),
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
      once(`${name} was told so`); // the words of a prompt are the user’s
    }
    for (let n = 0; n < MANY; n++) once(`by hand, number ${n}`);
    assert.equal(
      readFileSync(join(project, 'content', 'page.md'), 'utf8'),
      `# Page\n\n${Array.from({ length: MANY }, (_, n) => `- a thought, number ${n}\n`).join('')}`,
    );
  });

  await scene.step('no hook failed, doctor finds each well, and lint no error', async () => {
    const { notices } = JSON.parse(scene.ask(['lint', '--json'], { cwd: project }).stdout);
    assert.deepEqual(
      notices.filter(({ level }) => level === 'error'),
      [],
    );
    // The repository was made after init: --fix sets up its merges.
    assert.equal(scene.ask(['doctor', '--fix'], { cwd: project }).status, 0);
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

/** A person at work: adds lines to a note in place, and saves a page by rename, as editors do. */
async function edit(project) {
  const page = join(project, 'content', 'page.md');
  for (let n = 0; n < MANY; n++) {
    appendFileSync(join(project, 'content', 'MEMORY.md'), `- by hand, number ${n}\n`);
    const text = n === 0 ? '# Page\n\n' : readFileSync(page, 'utf8');
    writeFileSync(`${page}~`, `${text}- a thought, number ${n}\n`);
    renameSync(`${page}~`, page);
    await new Promise((done) => setTimeout(done, 1500));
  }
}

/** Every job of the night, one after the other, as the clock does it. */
async function night(scene, project, jobs) {
  const statuses = [];
  for (const { name } of jobs) {
    const child = scene.start(process.execPath, [scene.daybook, 'cron', 'run', name], {
      cwd: project,
      stdio: 'ignore',
    });
    statuses.push([name, await new Promise((done) => child.on('close', done))]);
  }
  return statuses;
}
