import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { quickStore, stateOf, workspace } from '../../support/store-root.js';

const DAY = '2026-06-07';
const at = (minute: number) => `${DAY}T14:${String(minute).padStart(2, '0')}:00.000Z`;
const fileOf = (root: string) => stateOf(root, `keep/hooks-${DAY}.jsonl`);

it('a trail is read whole, or the lines alone that hold a text, each once', () => {
  const root = workspace();
  const store = quickStore(root);
  const said = ['s1 s1 and s1', 'café of s2', '记住 s1'];
  said.forEach((text, i) => {
    store.addToTrail('hooks', { at: at(i), text });
  });
  appendFileSync(fileOf(root.root), '\n{"at":"2026-06-07T15:00:00Z","text":"torn off in s1');
  store.addToTrail('hooks', { at: at(9), text: 'last s1' });
  const texts = (holding?: string) =>
    store.trail('hooks', holding === undefined ? {} : { holding }).map(({ text }) => text);
  expect(texts()).toEqual([...said, 'last s1']);
  expect(texts('s1')).toEqual(['s1 s1 and s1', '记住 s1', 'last s1']);
  expect(texts('café')).toEqual(['café of s2']);
  expect(texts('s9')).toEqual([]);
});

it('of a long day the end is read, from a line that may be cut in two', () => {
  const root = workspace();
  const store = quickStore(root);
  for (let i = 0; i < 30; i++) store.addToTrail('hooks', { at: at(i), text: `s1 did ${i}` });
  const line = JSON.stringify({ at: at(0), text: 's1 did 10' }).length + 1;
  const found = store.trail('hooks', { holding: 's1', bytes: line * 3 - 5 }).map(({ text }) => text);
  expect(found).toEqual(['s1 did 28', 's1 did 29']);
});
