// @module-tag full: it runs commands many times over
/* Notes that others deleted or renamed are deleted and renamed here by `sync`; what was edited here stays. */
import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Clone, createClones, secondsLater } from '../../support/clones.js';

const PAGES = ['plain', 'with space', 'größe'] as const;
const getPath = (name: string) => `content/pages/${name}.md`;

type Act = (clone: Clone, name: string) => unknown;

/** How others take a note away, with the name that it has then. */
const FORMS: readonly (readonly [form: string, act: Act, after: ((name: string) => string) | null])[] = [
  ['rm', (clone, name) => unlinkSync(join(clone.root, getPath(name))), null],
  ['git rm', (clone, name) => clone.git('rm', '--quiet', getPath(name)), null],
  [
    'git mv',
    (clone, name) => clone.git('mv', getPath(name), getPath(`new ${name}`)),
    (name) => `new ${name}`,
  ],
  [
    'page rename',
    async (clone, name) =>
      expect((await clone.run(['page', 'rename', `pages/${name}`, `pages/renamed ${name}`])).err).toBe(''),
    (name) => `renamed ${name}`,
  ],
];

async function share(clone: Clone, at: number) {
  const reply = await clone.run(['sync'], { now: secondsLater(at) });
  expect(reply.status, `${clone.name}: ${reply.err}`).toBe(0);
}

async function createTeam(): Promise<readonly [Clone, Clone]> {
  const [one, other] = (await createClones(2, { setUp: true })) as [Clone, Clone];
  // Git recognises a renamed file by its text, so that no two are alike.
  for (const name of PAGES)
    one.write(getPath(name), `# ${name}\n\n- line of ${name}\n- more of ${name}\n- the rest of ${name}\n`);
  await share(one, 1);
  await share(other, 2);
  return [one, other];
}

it.each(FORMS)('takes over %s', async (_, act, after) => {
  const [one, other] = await createTeam();
  for (const name of PAGES) await act(one, name);
  if (one.git('diff', '--cached', '--name-only') !== '') one.commit('by git');
  await share(one, 3);
  await share(other, 4);
  expect(other.texts('content')).toEqual(one.texts('content'));
  for (const name of PAGES) {
    expect(existsSync(join(other.root, getPath(name))), name).toBe(false);
    if (after) expect(other.read(getPath(after(name)))).toContain(`- the rest of ${name}\n`);
  }
  expect(other.git('status', '--short')).toBe('');
  expect(other.git('rev-parse', 'HEAD')).toBe(one.git('rev-parse', 'HEAD'));
});

it.each(FORMS)('keeps what was edited here against %s', async (_, act, after) => {
  const [one, other] = await createTeam();
  for (const name of PAGES) {
    await act(one, name);
    other.write(getPath(name), `${other.read(getPath(name))}- an edit of ${name}\n`);
  }
  if (one.git('diff', '--cached', '--name-only') !== '') one.commit('by git');
  await share(one, 3);
  await share(other, 4);
  await share(one, 5);
  expect(other.texts('content')).toEqual(one.texts('content'));
  for (const name of PAGES)
    expect(one.read(getPath(after ? after(name) : name))).toContain(`- an edit of ${name}\n`);
  expect(other.git('status', '--short')).toBe('');
});

it.each(FORMS)('leaves what is staged and changed here against %s', async (_, act) => {
  const [one, other] = await createTeam();
  const [name] = PAGES;
  await act(one, name);
  if (one.git('diff', '--cached', '--name-only') !== '') one.commit('by git');
  await share(one, 3);
  other.write(getPath(name), `${other.read(getPath(name))}- staged\n`);
  other.git('add', getPath(name));
  other.write(getPath(name), `${other.read(getPath(name))}- changed\n`);
  const [staged, text] = [other.git('diff', '--cached'), other.read(getPath(name))];
  const reply = await other.run(['sync'], { now: secondsLater(4) });
  expect(reply.status).toBe(1);
  expect(reply.err).toContain(`${getPath(name)} is staged with other content`);
  expect([other.git('diff', '--cached'), other.read(getPath(name))]).toEqual([staged, text]);
});
