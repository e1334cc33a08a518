import { expect, test } from 'vitest';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

let stage: InitializedWorkspace;

test('renaming a page with more than 500 backlinks of all forms is one operation, and one undo', async () => {
  const files: Record<string, string> = { 'content/Old.md': '# Old\n\nsee [[Old#Old]]\n' };
  const page = (i: number, name: string) =>
    `[[${name}]] [[${name === 'Old' ? 'old' : name}|alias]] ![[${name}#${name}]]\r\n\r\n\`[[Old]] [x](Old.md)\`\r\n\r\n- [[${name}#^b${i}]] ^b${i}\r\n\r\n[x](${name}.md#${name.toLowerCase()}) ![y](<./${name}.md> "Old") [z][1]\r\n\r\n[1]: ../content/${name}.md`;
  for (let i = 0; i < 125; i++) files[`content/n${i}.md`] = page(i, 'Old');
  stage = await createInitializedWorkspace(files);
  const before = stage.texts('content');
  const { answer, status } = await stage.ask('page', 'rename', 'Old', 'New');
  expect(status).toBe(0);
  expect(answer.page).toMatchObject({ path: 'content/New.md', from: 'content/Old.md', links: 876 });
  expect(stage.read('content/New.md')).toBe('# New\n\nsee [[New#New]]\n');
  for (let i = 0; i < 125; i++) expect(stage.read(`content/n${i}.md`)).toBe(page(i, 'New'));
  expect((await stage.ask('links', 'New', '--back')).answer.links).toHaveLength(876);
  expect((await stage.ask('history')).answer.history).toHaveLength(2);
  expect((await stage.ask('undo')).status).toBe(0);
  expect(stage.texts('content')).toEqual(before);
});

test.each([
  'Release plan',
  '发布计划',
  '🚀 launch',
  'é'.repeat(200),
  '计'.repeat(200),
  'a/b\\c:d*e?f"g<h>i|j',
  "it's [[x]] #1 ^y",
  'CON',
  'Index',
])('a page can be made, linked and found by its title: %s', async (title) => {
  stage = await createInitializedWorkspace();
  const { answer, status } = await stage.ask('page', 'new', title);
  expect(status).toBe(0);
  const { path, name } = answer.page;
  const heading = title.startsWith('a/') ? title.slice(2) : title; // a folder in lower case
  expect(stage.read(path)).toContain(`# ${heading}\n`);
  stage.write('content/from.md', `[[${name}]]\n`);
  expect((await stage.ask('links', name, '--back')).answer.links).toHaveLength(1);
  expect((await stage.ask('page', 'show', path)).answer.page).toMatchObject({ path, title: heading });
  if (!/[[\]#^|]/.test(title)) expect((await stage.ask('page', 'show', title)).answer.page.path).toBe(path);
  expect((await stage.ask('page', 'new', title)).answer.error.code).toBe('taken');
  expect((await stage.ask('lint')).status).toBe(title.includes('[[') ? 1 : 0);
});

test.each([
  ['MEMORY', 'reserved'],
  ['2026-06-09', 'reserved'],
  ['session', 'reserved'],
  ['???', 'bad-title'],
])('the title %s is refused', async (title, code) => {
  stage = await createInitializedWorkspace();
  const { answer } = await stage.ask('page', 'new', title);
  expect(['taken', code]).toContain(answer.error.code);
});
