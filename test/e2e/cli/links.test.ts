// @module-tag full: 1 s of processor time
import { expect, test } from 'vitest';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

let stage: InitializedWorkspace;
const places = (answer: { links: { path: string; line: number }[] }) =>
  answer.links.map(({ path, line }) => `${path}:${line}`);

test('backlinks are the same from a fresh catalogue, an old one and none, whatever kind of block they stand in', async () => {
  const block = [
    '[[Hub]]',
    '- [[hub#A|x]]',
    '> [[Hub]]',
    '## [[sub/Hub]]',
    '| a |\n|---|\n| [[Hub\\|b]] |',
    '- a\n  - [[Hub.md]]',
    '![[Hub]]',
    'text [x](sub/Hub.md#a) and\n[y](<sub/Hub.md>)',
    '- [h]: ./sub/Hub.md\n- see [it][h]',
    '[broken\nover](sub/Hub.md) a line',
    `[long](sub/Hub.md) ${'x'.repeat(1200)}`,
  ];
  const files: Record<string, string> = { 'content/sub/Hub.md': '# A\n' };
  for (const [i, text] of block.entries()) files[`content/n${i}.md`] = `${text}\n`;
  files['content/evolving/2026-06-07.md'] = 'only prose with [[Hub]]\n';
  files['content/SESSION.md'] = '# Session\n\n> [[Hub]]\n';
  files['content/samples.md'] =
    '`[[Hub]]` `[x](sub/Hub.md)`\n\n    [[Hub]] [x](sub/Hub.md)\n\n<!-- [[Hub]] [x](sub/Hub.md) -->\n';
  stage = await createInitializedWorkspace(files);
  const want = [
    'content/SESSION.md:3',
    'content/evolving/2026-06-07.md:1',
    'content/n0.md:1',
    'content/n1.md:1',
    'content/n2.md:1',
    'content/n3.md:1',
    'content/n4.md:3',
    'content/n5.md:2',
    'content/n6.md:1',
    'content/n7.md:1',
    'content/n7.md:2',
    'content/n8.md:1',
    'content/n9.md:1',
    'content/n10.md:1',
  ].sort();
  for (let turn = 0; turn < 2; turn++)
    expect(places((await stage.ask('links', 'Hub', '--back')).answer)).toEqual(want);
  stage.write('content/n0.md', 'no longer\n');
  stage.write('content/late.md', '\n\n[[Hub]]\n');
  expect(places((await stage.ask('links', 'Hub', '--back')).answer)).toEqual([
    ...want.slice(0, 2),
    'content/late.md:3',
    ...want.slice(3),
  ]);
});

test('what is dead is told with its reason', async () => {
  stage = await createInitializedWorkspace({
    'content/a.md':
      '# Head *one*\n\n- x ^b1\n\n[[a#Head one]] [[a#^b1]] [[a#^b2]] [[a#Two]] [[c]] [[#Head one]] [[A Name]]\n',
    'content/b.md': '---\naliases:\n  - A Name\n---\n',
  });
  const { answer } = await stage.ask('links', '--dead');
  expect(answer.links.map(({ link, why }: { link: string; why: string }) => [link, why])).toEqual([
    ['[[a#^b2]]', 'no block ^b2 in content/a.md'],
    ['[[a#Two]]', 'no heading `Two` in content/a.md'],
    ['[[c]]', 'no note `c`'],
  ]);
  expect((await stage.ask('links', '--orphans')).answer.links).toEqual([{ path: 'content/a.md' }]);
});
