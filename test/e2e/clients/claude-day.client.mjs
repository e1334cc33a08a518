import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../../support/state.mjs';
import { asked, clientIn, packages, screenOf, textOf } from './claude-code.mjs';
import { anthropic } from './fake-models.mjs';

export { packages };
export const about =
  'a whole day with Claude Code: sub-agents, automatic saves, mistakes, compaction, and the time that every hook takes';

export async function check(scene) {
  const claude = clientIn(scene);
  if (claude === null) return scene.missing('npm has no Claude Code for this platform');
  const project = scene.workspace('project', ['--agent', 'claude']);
  const words = ['log', 'the public API must stay backward compatible', '--type', 'constraint'];
  assert.equal(scene.ask(words, { cwd: project }).status, 0);
  const day = { scene, claude, project, runs: [] };

  await scene.step('what a sub-agent found becomes a finding, in its own words', () => subAgent(day));
  await scene.step('ten tool calls at once make one automatic save, and ten more no second', () =>
    tenCalls(day),
  );
  await scene.step('what failed twice and then succeeded is saved, and drafted with its fix', () =>
    recovered(day),
  );
  await scene.step(
    'a compaction has what is to be kept in its prompt and in the context after it, and leaves a snapshot',
    () => compaction(day),
  );
  await scene.step('the line below the prompt shows the level, the goal, and what is due', () =>
    statusLine(day),
  );
  await scene.step('every hook that is set up was asked, and answered within its time', () => times(day));
}

/** Runs a session without a terminal; its hook reports are collected for the end of the day. */
async function session({ runs, ...how }, model, prompts, args = []) {
  const { hooks } = await asked(how, ['-p', ...args], model, prompts);
  runs.push(...hooks);
}

/** The notes in a folder of the workspace; none where there is no such folder. */
function notesIn({ project }, folder) {
  const path = join(project, 'content', folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }));
}

/** The reason of each automatic snapshot. */
const savedFor = (day) =>
  notesIn(day, 'snapshots').map(({ text }) => /^auto_trigger:\n {2}reason: "(.*)"$/m.exec(text)?.[1]);

async function subAgent(day) {
  const input = {
    description: 'explore the parser',
    prompt: 'look around',
    subagent_type: 'Explore',
    run_in_background: false,
  };
  const model = await anthropic([
    { text: 'I ask a helper.', tools: [{ name: 'Agent', input }] },
    { text: 'The parser takes UTF-8 only: `src/parse.ts` drops a byte order mark.' },
    { text: 'So it is.' },
  ]);
  await session(day, model, ['what does the parser take?']);
  const findings = notesIn(day, 'findings');
  assert.deepEqual(
    findings.map(({ name }) => name.split('_')[0]),
    ['Explore'],
  );
  assert.match(findings[0].text, /## Summary\nThe parser takes UTF-8 only: `src\/parse\.ts` drops/);
}

/** The agent itself counts the snapshots: none after nine calls. Those of one turn are reported together. */
async function tenCalls(day) {
  const command = 'ls content/snapshots 2>/dev/null | wc -l';
  const calls = (many) => ({
    tools: Array.from({ length: many }, () => ({ name: 'Bash', input: { command } })),
  });
  const model = await anthropic([calls(9), calls(1), calls(10), { text: 'Counted.' }]);
  await session(day, model, ['count the notes'], ['--allowedTools', 'Bash']);
  const counted = [...textOf(model.requests.at(-1)).matchAll(/"tool_result"[^}]*?"content":"(\d+)"/g)];
  const [before, after] = [counted.slice(0, 10), counted.slice(10)].map((some) => some.map(([, n]) => n));
  assert.deepEqual(new Set(before), new Set(['0']));
  assert.deepEqual(new Set(after), new Set(['1']));
  assert.equal(after.length, 10);
  assert.deepEqual(savedFor(day), ['tool-threshold']);
}

async function recovered(day) {
  const build = { name: 'Bash', input: { command: 'sh build.sh' } };
  const path = join(day.project, 'build.sh');
  const task = { subject: 'the build', description: 'make it run' };
  const model = await anthropic([
    { tools: [build] },
    { tools: [build] },
    { tools: [{ name: 'Write', input: { file_path: path, content: 'exit 0\n' } }] },
    { tools: [build] },
    { tools: [{ name: 'TaskCreate', input: task }] },
    { tools: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }] },
    { text: 'It runs.' },
  ]);
  await session(day, model, ['make the build run'], ['--allowedTools', 'Bash', 'Write']);
  assert.deepEqual(savedFor(day).toSorted(), ['error-recovered', 'tool-threshold']);
  const drafts = readFileSync(join(day.project, 'content', 'INBOX.md'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('feedback «'));
  assert.equal(drafts.length, 1, drafts.join('\n'));
  assert.match(drafts[0], /«`sh build\.sh` failed: .*» -> «it succeeded after a change of `build\.sh`/);
}

async function compaction(day) {
  const model = await anthropic([
    { text: 'Answer one.' },
    { text: '<analysis>a</analysis><summary>THE SUMMARY</summary>' },
    { text: 'After it.' },
  ]);
  await session(day, model, ['look at the parser', '/compact', 'and now?']);
  const all = model.requests.map(textOf);
  const asks = all.findIndex((text) => /Keep in the summary, word for word/.test(text));
  assert.ok(asks > 0, `no compaction prompt with what to keep among ${all.length} requests`);
  assert.match(all[asks], /the public API must stay backward compatible/);
  const after = all.slice(asks + 1).find((text) => text.includes('THE SUMMARY'));
  assert.ok(after, 'no request after the compaction');
  // It is in the reloaded block, so the start after the compaction does not repeat it.
  assert.match(after, /- constraint: the public API must stay backward compatible/);
  assert.doesNotMatch(after, /SessionStart compact[\s\S]*the public API must stay backward compatible/);
  const snapshots = notesIn(day, 'context_snapshots');
  assert.equal(snapshots.length, 1);
  assert.match(snapshots[0].text, /## Conversation Summary\nTHE SUMMARY\n/);
  assert.equal(notesIn(day, 'findings').length, 1, 'the summary is no finding');
}

/** The model says how much it read: three quarters of its window. */
async function statusLine(day) {
  for (const words of [
    ['save', '--topic', 'release', '--goal', 'deploy v0.6.0'],
    ['remind', 'renew the certificate', '--when', 'today'],
  ])
    assert.equal(day.scene.ask(words, { cwd: day.project }).status, 0);
  const model = await anthropic([{ text: 'Well read.', usage: { cache_read_input_tokens: 748_000 } }]);
  const line = /YELLOW 75 % · deploy v0\.6\.0 · 1 reminder due/;
  const ended = () => trail(day, 'hooks').filter(({ event }) => event === 'Stop').length;
  const before = ended();
  const screen = await screenOf(day, 'read it all', model, (text) => line.test(text) && ended() > before);
  if (screen === null) return day.scene.skip('the line below the prompt', 'there is no tmux here');
  assert.match(screen, line);
  const levels = trail(day, 'tools').flatMap(({ mark, level }) => (mark === 'pressure' ? level : []));
  assert.ok(!levels.includes('RED'), 'the hooks know the window, too');
}

/** What was noted on a trail, `hooks` or `tools`, the oldest first. */
function trail({ project }, of) {
  const keep = stateOf(project, 'keep');
  return readdirSync(keep)
    .filter((name) => name.startsWith(`${of}-`))
    .flatMap((name) => readFileSync(join(keep, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line));
}

/** Hook runs as the client reports them; else as the hooks logged them. */
function times({ scene, project, runs }) {
  const settings = JSON.parse(readFileSync(join(project, '.claude', 'settings.local.json'), 'utf8'));
  const noted = trail({ project }, 'hooks');
  for (const [event, [{ hooks }]] of Object.entries(settings.hooks)) {
    const told = runs.filter((run) => run.event === event);
    const all = told.length > 0 ? told : noted.filter((run) => run.event === event);
    assert.ok(all.length > 0, `${event} was never asked`);
    assert.deepEqual(
      told.filter(({ outcome }) => outcome !== 'success'),
      [],
    );
    const [longest, limit] = [Math.max(...all.map(({ ms }) => ms)), hooks[0].timeout * 1000];
    const by = told.length > 0 ? 'the client' : 'the hook';
    scene.figure(`${event}: ${Math.round(longest)} of ${limit} ms at most in ${all.length}, by ${by}`);
    assert.ok(longest < limit, `${event} took ${longest} ms of ${limit}`);
  }
  assert.deepEqual(
    noted.filter(({ failed }) => failed !== undefined),
    [],
  );
}
