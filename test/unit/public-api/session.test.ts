import { expect, it } from 'vitest';
import { openSession, resumeSession, UserError } from '../../../src/index.js';
import { workspace } from '../../support/store-root.js';

const user = (content: string) => ({ role: 'user', content });

it('a harness stores a session through the library, and any process continues it', async () => {
  const { root } = workspace();
  const place = { workspace: root, cwd: root, env: {} };
  const session = await openSession({ ...place, by: 'mink', engine: 'log' });
  expect(session.id).toMatch(/^daybook-\d{8}T\d{6}-[0-9a-f]{8}$/);
  const todos = [{ content: 'rest', status: 'pending' }];
  const first = session.append([user('one'), user('two')], {
    todos,
    files: { read: ['a.ts'], modified: [] },
  });
  const tools = [{ name: 'Read' }];
  const again = await resumeSession(session.id, { prompt: 'You are mink.', tools }, place);
  const messages = [user('one'), user('two')];
  expect(again.context()).toEqual({
    prompt: 'You are mink.',
    tools,
    messages,
    todos,
    files: { read: ['a.ts'], modified: [] },
  });
  again.checkpoint('tested');
  again.fork('other');
  const third = again.append(user('three'));
  expect(session.context().messages).toHaveLength(3);
  session.migrate('file');
  again.undo('tested');
  expect([session.state().leaf, session.leaves().length, session.branchPoints()]).toEqual([first, 1, []]);
  again.switch(third);
  expect(session.context().messages.at(-1)).toEqual(user('three'));
  expect((await openSession({ ...place, id: session.id })).state().entries.size).toBe(4);
  expect(session.report()).toEqual({ damaged: [], missing: [], quarantined: [] });
  const long = await openSession({ ...place, id: 'long' });
  long.append(Array.from({ length: 12 }, (_, n) => user(`message ${n}`)));
  const before = JSON.stringify(long.context());
  const summarisers = [
    undefined,
    () => 'in short',
    () => '',
    () => {
      throw new Error('no');
    },
  ];
  for (const summariser of summarisers) {
    expect(long.compact(summariser ? { summariser } : {})).toBe(true);
    expect(long.context().messages).toHaveLength(8);
    long.undo();
    expect(JSON.stringify(long.context())).toBe(before);
  }
  expect(long.compact({ last: 20 })).toBe(false);
  for (const wrong of [() => session.switch('nowhere'), () => session.undo('never')])
    expect(wrong).toThrow(UserError);
  await expect(resumeSession('nobody', {}, place)).rejects.toThrow('there is no session nobody');
});
