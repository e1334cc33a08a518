import { afterEach, expect, test } from 'vitest';
import { type Scene, scene } from './scene.js';

let stage: Scene;
afterEach(() => stage?.close());

test('renaming a page with 500 backlinks is one operation, and one undo', async () => {
  const files: Record<string, string> = { 'content/Old.md': '# Old\n\nsee [[Old#Old]]\n' };
  for (let i = 0; i < 125; i++)
    files[`content/n${i}.md`] =
      `[[Old]] [[old|alias]] ![[Old#Old]]\r\n\r\n\`[[Old]]\`\r\n\r\n- [[Old#^b${i}]] ^b${i}`;
  stage = await scene(files);
  const before = stage.files();
  const { answer, status } = await stage.run('page', 'rename', 'Old', 'New');
  expect(status).toBe(0);
  expect(answer.page).toMatchObject({ path: 'content/New.md', from: 'content/Old.md', links: 501 });
  expect(stage.read('content/New.md')).toBe('# Old\n\nsee [[New#Old]]\n');
  for (let i = 0; i < 125; i++)
    expect(stage.read(`content/n${i}.md`)).toBe(
      `[[New]] [[New|alias]] ![[New#Old]]\r\n\r\n\`[[Old]]\`\r\n\r\n- [[New#^b${i}]] ^b${i}`,
    );
  expect((await stage.run('links', 'New', '--back')).answer.links).toHaveLength(501);
  expect((await stage.run('history')).answer.history).toHaveLength(2);
  expect((await stage.run('undo')).status).toBe(0);
  expect(stage.files()).toEqual(before);
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
  stage = await scene();
  const { answer, status } = await stage.run('page', 'new', title);
  expect(status).toBe(0);
  const { path, name } = answer.page;
  expect(stage.read(path)).toContain(`# ${title}\n`);
  stage.write('content/from.md', `[[${name}]]\n`);
  expect((await stage.run('links', name, '--back')).answer.links).toHaveLength(1);
  expect((await stage.run('page', 'show', path)).answer.page).toMatchObject({ path, title });
  if (!/[[\]#^|]/.test(title)) expect((await stage.run('page', 'show', title)).answer.page.path).toBe(path);
  expect((await stage.run('page', 'new', title)).answer.error.code).toBe('taken');
  expect((await stage.run('lint')).status).toBe(title.includes('[[') ? 1 : 0);
});

test.each([
  ['MEMORY', 'reserved'],
  ['2026-06-09', 'reserved'],
  ['session', 'reserved'],
  ['???', 'bad-title'],
])('the title %s is refused', async (title, code) => {
  stage = await scene();
  const { answer } = await stage.run('page', 'new', title);
  expect(['taken', code]).toContain(answer.error.code);
});
