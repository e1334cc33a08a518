import { expect, test } from 'vitest';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import { applyEdits } from '../../../src/markdown/text-edit.js';
import { createNotebookResolver, resolveLinks } from '../../../src/notes/links/link-graph.js';
import { toFileName } from '../../../src/notes/links/note-name.js';
import { planRename } from '../../../src/notes/links/rename-note.js';
import type { Note } from '../../../src/notes/note.js';
import { createNotebook } from '../../../src/notes/notebook.js';

const wikiOf = (files: Readonly<Record<string, string>>) => {
  const note = (path: string): Note | null => {
    const text = files[path];
    return text === undefined ? null : { path, text, bom: false, hash: `${path}:${text.length}` };
  };
  return createNotebook({ note, list: () => Object.keys(files).sort() }, parseWithRemark, 'content');
};
/** The files as they are when a note was renamed. */
function renamed(files: Readonly<Record<string, string>>, from: string, to: string) {
  const notebook = wikiOf(files);
  const note = notebook.note(from) as Note;
  const plan = planRename(note, to, notebook);
  const after = notebook.after(plan.changes);
  return { plan, read: (path: string) => after.note(path)?.text ?? null, list: after.list() };
}

/** Each is a true link to `Old`; behind `→` how it must read once that is called `New`. */
const TRUE = [
  'see [[Old]] → see [[New]]',
  '[[old]] → [[New]]',
  '[[Old|the old one]] → [[New|the old one]]',
  '[[Old#A heading]] → [[New#A heading]]',
  '[[Old#^k3m9p2x1ab4]] → [[New#^k3m9p2x1ab4]]',
  '![[Old]] and ![[Old#^b1]] → ![[New]] and ![[New#^b1]]',
  '[[Old.md]] → [[New.md]]',
  '[[content/Old]] → [[content/New]]',
  '- item [[Old]] ^id1 → - item [[New]] ^id1',
  '> [[Old]] → > [[New]]',
  '## [[Old]] → ## [[New]]',
  '| [[Old\\|x]] | → | [[New\\|x]] |',
  'by alias [[Older]] → by alias [[Older]]',
  '[[ Old ]] → [[ New ]]',
  '`code` [[Old]] `[[Old]]` → `code` [[New]] `[[Old]]`',
  '- a\n\n  b [[Old]]\n  - c [[Old]] → - a\n\n  b [[New]]\n  - c [[New]]',
  '1. a\n   - b\n\n     c [[Old]] → 1. a\n   - b\n\n     c [[New]]',
  '[x]({up}Old.md) → [x]({up}New.md)',
  '[x](./{up}Old.md#a-heading "Old") → [x](./{up}New.md#a-heading "Old")',
  '[x]({up}../content/Old.md) → [x]({up}../content/New.md)',
  '[x](/Old.md) → [x](/New.md)',
  '[Old](Old.md) → [Old](New.md)',
  '[x]({up}Old) → [x]({up}New)',
  '[x](<{up}Old.md> "t") → [x](<{up}New.md> "t")',
  '[x]({up}%4Fld.md) → [x]({up}New.md)',
  '![x]({up}Old.md) → ![x]({up}New.md)',
  '[![pic](a.png)]({up}Old.md) → [![pic](a.png)]({up}New.md)',
  '[a `]` and [[Old]] b]({up}Old.md) → [a `]` and [[New]] b]({up}New.md)',
  '[two\nlines]({up}Old.md) → [two\nlines]({up}New.md)',
  '> - [x]({up}Old.md#^b1) → > - [x]({up}New.md#^b1)',
  '| [x]({up}Old.md) | → | [x]({up}New.md) |',
  'see [it][o1]\n\n[o1]: {up}Old.md → see [it][o1]\n\n[o1]: {up}New.md',
  '[o2]: <{up}Old.md>\n  "Old" → [o2]: <{up}New.md>\n  "Old"',
  '- [o3]: {up}Old.md#a → - [o3]: {up}New.md#a',
  '`[x](Old.md)` and [x]({up}Old.md) → `[x](Old.md)` and [x]({up}New.md)',
];
/** Each only looks like one. */
const SAMPLES = [
  '`[[Old]]`',
  '``a ` [[Old]]``',
  '```md\n[[Old]]\n```',
  '~~~\n[[Old]]\n~~~',
  'para\n\n    [[Old]] indented\n',
  '- a\n\n      [[Old]] indented in a list\n',
  '> ```\n> [[Old]]\n> ```',
  '- ```\n  [[Old]]\n  ```',
  '<!-- [[Old]] -->',
  '<div>\n[[Old]]\n</div>',
  '\\[[Old]]',
  '[[Old',
  '[[Old\n]]',
  '`[x](Old.md)`',
  '```md\n[x](Old.md)\n[x]: Old.md\n```',
  'para\n\n    [x](Old.md) indented\n',
  '- a\n\n      [s1]: Old.md\n',
  '<!-- [x](Old.md) -->',
  '<div>\n[x](Old.md)\n</div>',
  '<a href="[x](Old.md)">a</a>',
  '<https://a.b/[x](Old.md)>',
  '\\[x](Old.md)',
  '[x] (Old.md)',
  '[x](https://a.b/Old.md)',
  '[x](Old.md.txt) [x](Old.png) [x](Older.md) [x](folder/Old.md) [x](../Old.md/)',
  '[x](Old.md "no end)',
  '[^1]: Old.md',
  'in a paragraph\n[s2]: Old.md',
  'Old.md and (Old.md)',
  '[[Other]] [[Olden]] [[folder/Old thing]]',
];

test('500 backlinks follow, samples stay, and no other byte changes', () => {
  const files: Record<string, string> = {
    'content/Old.md': '---\naliases: [Older]\n---\n# Old\n',
    'content/Other.md': '',
  };
  const wanted: Record<string, string> = {};
  let links = 0;
  for (let i = 0; i < 500; i++) {
    const up = i % 7 === 0 ? '../' : '';
    const [before = '', after = ''] = (TRUE[i % TRUE.length] as string).replaceAll('{up}', up).split(' → ');
    const sample = SAMPLES[i % SAMPLES.length] as string;
    const eol = i % 3 === 0 ? '\r\n' : '\n';
    const frame = (text: string) =>
      `# Note ${i}\n\n${sample}\n\n${text}${i % 5 === 0 ? '' : '\n'}`.replaceAll('\n', eol);
    const path = `content/${i % 7 === 0 ? 'sub/' : ''}n${i}.md`;
    files[path] = frame(before);
    wanted[path] = frame(after);
    links += after.match(/New/g)?.length ?? 0;
  }
  const { plan, read } = renamed(files, 'content/Old.md', 'content/New.md');
  for (const [path, text] of Object.entries(wanted)) expect(read(path), path).toBe(text);
  expect(read('content/Old.md')).toBeNull();
  expect(read('content/New.md')).toBe(files['content/Old.md']);
  expect(plan.links).toBe(links);
  console.log(
    `rename: ${links} links in ${plan.notes} notes of 500, ${SAMPLES.length} kinds of samples untouched`,
  );
  for (const change of plan.changes)
    if (change.kind === 'edit')
      expect(applyEdits(files[change.path] as string, change.splices)).toBe(wanted[change.path]);
});

test('a new name takes no link away from others', () => {
  const files = {
    'content/a/Plan.md': '',
    'content/b/Other.md': 'my [[Plan]]',
    'content/c/Old.md': '[[Plan]] [[#Own]] [[Old#Own]]\n\n# Own\n',
    'content/x.md': '[[Plan]] and [[Old]]',
  };
  const { read } = renamed(files, 'content/c/Old.md', 'content/c/Plan.md');
  expect(read('content/x.md')).toBe('[[a/Plan]] and [[c/Plan]]');
  expect(read('content/b/Other.md')).toBe('my [[a/Plan]]');
  expect(read('content/c/Plan.md')).toBe('[[a/Plan]] [[#Own]] [[Plan#Own]]\n\n# Own\n');
  expect(read('content/c/Old.md')).toBeNull();
});

test('a link with folders keeps them, and dead links stay dead', () => {
  const files = { 'content/a/Old.md': '', 'content/x.md': '[[a/Old]] [[b/Old]] [[Gone]]' };
  expect(renamed(files, 'content/a/Old.md', 'content/a/New.md').read('content/x.md')).toBe(
    '[[a/New]] [[b/Old]] [[Gone]]',
  );
});

test.each([
  ['wiki/old page.md', 'wiki/new (page) 1%.md'],
  ['wiki/旧.md', 'wiki/计划.md'],
  ['wiki/old.md', 'wiki/a & b.md'],
  ['wiki/old.md', 'other/deep/new.md'],
])('paths of Markdown lead on to %s as %s, and out of it as before', (old, fresh) => {
  const [from, to] = [`content/${old}`, `content/${fresh}`];
  const name = old.slice(5);
  const forms = [`[a](wiki/${encodeURI(name)})`, `[b](<wiki/${name}#x>)`, `[c]: /wiki/${encodeURI(name)}`];
  const files = {
    [from]: `[to](../x.md) [own](${encodeURI(name)})\n`,
    'content/wiki/y.md': `[d](${encodeURI(name)}) [e](../wiki/${encodeURI(name)}) [f](x.md)\n`,
    'content/x.md': `${forms.join('\n\n')}\n`,
  };
  const notebook = wikiOf(files);
  const plan = planRename(notebook.note(from) as Note, to, notebook);
  const after = notebook.after(plan.changes);
  const ends = (path: string) => {
    const note = after.note(path) as Note;
    return resolveLinks(note, after, createNotebookResolver(after, [])).map((edge) => edge.to);
  };
  expect(ends('content/x.md')).toEqual([to, to, to]);
  expect(ends('content/wiki/y.md')).toEqual([to, to, 'content/x.md']);
  expect(ends(to)).toEqual(['content/x.md', to]);
  console.log(
    after.note('content/x.md')?.text.replaceAll('\n\n', '  '),
    after.note('content/wiki/y.md')?.text,
  );
});

test('another case of the same name needs no wikilink to change, but the paths that are read on the web', () => {
  const { plan } = renamed(
    { 'content/old.md': '', 'content/x.md': '[[old]]' },
    'content/old.md',
    'content/Old.md',
  );
  expect(plan.changes.map((change) => change.kind)).toEqual(['move']);
  const files = { 'content/old.md': '', 'content/x.md': '[[old]] [x](old.md) [x](OLD.md)' };
  expect(renamed(files, 'content/old.md', 'content/Old.md').read('content/x.md')).toBe(
    '[[old]] [x](Old.md) [x](OLD.md)',
  );
});

test('a byte order mark stays with a note that is created again', () => {
  const files = { 'content/Old.md': '[[Old#x]]' };
  const notebook = wikiOf(files);
  const note = { ...(notebook.note('content/Old.md') as Note), bom: true };
  const created = planRename(note, 'content/New.md', {
    ...notebook,
    note: (path) => (path === note.path ? note : null),
  }).changes;
  expect(created[0]).toMatchObject({ kind: 'create', text: '\uFEFF[[New#x]]' });
});

test.each([
  ['Release plan', 'Release plan'],
  ['发布计划', '发布计划'],
  ['TCP/IP: what is it?', 'TCP-IP - what is it'],
  ['a\\b|c', 'a-b-c'],
  ['C# [draft] ^1', 'C draft 1'],
  ['  .hidden. ', 'hidden'],
  ['-rf *', 'rf'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['com1', '_com1'],
  ['conference', 'conference'],
  ['tab\tand\nline', 'tab and line'],
  ['\u202Eevil', 'evil'],
  ['\uD800half', 'half'],
  ['e\u0301', '\u00e9'],
  ['...', ''],
  ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
])('the file of the page %j', (title, name) => {
  expect(toFileName(title)).toBe(name);
});

test('no name is longer than file systems take, and no character is cut in two', () => {
  const size = (name: string) => new TextEncoder().encode(name).length;
  for (const title of ['计'.repeat(200), '👩‍👩‍👧‍👦'.repeat(200), 'a'.repeat(500), 'e\u0301'.repeat(200)]) {
    const name = toFileName(title);
    expect(size(name)).toBeLessThanOrEqual(200);
    expect(size(name)).toBeGreaterThan(170);
    expect(title.normalize('NFC').startsWith(name)).toBe(true);
  }
  expect([...toFileName('👩‍👩‍👧‍👦'.repeat(200))].length % 7).toBe(0);
});
