// @module-tag full: it runs commands many times over
import { expect, it } from 'vitest';
import { createWorkspace, FULL, type Running } from '../../support/workspace.js';

/** All of them in one second, each in a process of its own. */
const AGENTS = FULL ? 50 : 16;

const told = async (running: readonly Running[]) => {
  const replies = await Promise.all(running.map(({ ended }) => ended));
  expect(replies.filter(({ status, err }) => status !== 0 || err !== '')).toEqual([]);
  return replies.map(({ out }) => JSON.parse(out));
};

it(`a finding is safe when ${AGENTS} agents write at once`, async () => {
  const bench = createWorkspace();
  const agents = Array.from({ length: AGENTS }, (_, n) => (n % 2 === 0 ? `agent ${n}` : 'the same agent'));
  const replies = await told(
    agents.map((agent, n) =>
      bench.start(['finding', agent, '--task', 'big', '--summary', `Number ${n}.`, '--json']),
    ),
  );
  await bench.run(['status']); // files what had to wait
  const notes = Object.entries(bench.files('content/findings'));
  const found = agents.map((_, n) => notes.filter(([, text]) => text.includes(`\nNumber ${n}.\n`)).length);
  console.log(
    `findings at once: ${AGENTS}, ${replies.filter(({ queued }) => queued).length} queued, ${notes.length} notes`,
  );
  expect(found.every((times) => times === 1)).toBe(true);
  expect(notes).toHaveLength(AGENTS);
});

it('saves of one topic in the same second from several processes are distinct snapshots', async () => {
  const bench = createWorkspace();
  const goals = ['one', 'two', 'three', 'four'];
  await told(goals.map((goal) => bench.start(['save', '--topic', 'auth', '--goal', goal, '--json'])));
  await bench.run(['status']);
  const notes = Object.entries(bench.files('content/snapshots'));
  const names = ['auth_2026-06-07-2', 'auth_2026-06-07-3', 'auth_2026-06-07-4', 'auth_2026-06-07'];
  expect(notes.map(([path]) => path).toSorted()).toEqual(
    names.map((name) => `content/snapshots/${name}.md`).toSorted(),
  );
  expect(goals.map((goal) => notes.filter(([, text]) => text.includes(`goal: "${goal}"`)).length)).toEqual([
    1, 1, 1, 1,
  ]);
  for (const [path, text] of notes)
    expect(text).toContain(`snapshot_id: "${path.slice('content/snapshots/'.length, -'.md'.length)}"`);
});
