import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createManagedFiles } from '../../src/features/agent-setup/clients.js';
import { OWN_PROGRAMS } from '../../src/features/agent-setup/hook-events.js';
import { CLAUDE, OTHER } from '../../src/notes/kinds/agent-files.js';

const ROOT = join('templates', 'plugin');

const template = (name: string) => readFileSync(`templates/${name}.md`, 'utf8');
const launch = { node: 'node', command: 'daybook.cjs', windows: false };
const setting = { launch, shared: true, template, exists: () => false, statusLines: () => [] };

/** What `init` writes for agents of everybody, by path. */
const written = Object.fromEntries(
  [...createManagedFiles('claude', setting), ...createManagedFiles('other', setting)].map(({ path, put }) => [
    path,
    put(null),
  ]),
);

const withoutOwnPrograms = (text: string) =>
  text.replaceAll(`${JSON.stringify(OWN_PROGRAMS).slice(1, -1)} `, '');
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8'));

const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';

const MANIFEST = {
  name,
  version,
  description:
    'The memory of a project in Markdown notes: brought back when a session begins, kept while you work.',
  author: { name: 'Daybook' },
  license,
  keywords: ['memory', 'markdown', 'journal', 'wiki'],
};

/** The plugin for Claude Code, generated from what `init` writes; `npm run approve` updates it. Its README is written by hand. */
const FILES: Readonly<Record<string, string>> = {
  '.claude-plugin/plugin.json': json(MANIFEST),
  '.mcp.json': written[CLAUDE.servers] ?? '',
  // Agent Plugins 1.0.0 (agent-plugins.org/specification, 6 August 2026): the same plugin for other clients.
  'plugin.json': json({ $schema: `${SCHEMAS}/plugin.schema.json`, ...MANIFEST }),
  'mcp.json': json({
    $schema: `${SCHEMAS}/mcp.schema.json`,
    mcpServers: {
      daybook: { type: 'stdio', ...JSON.parse(written[CLAUDE.servers] ?? '').mcpServers.daybook },
    },
  }),
  // The plugin runs in every project, so it never runs a program of one.
  'hooks/hooks.json': json({ hooks: JSON.parse(withoutOwnPrograms(written[CLAUDE.settings] ?? '')).hooks }),
  [`skills/${name}/SKILL.md`]: written[OTHER.skill] ?? '',
  ...Object.fromEntries(
    Object.entries(written).flatMap(([path, text]) =>
      path.startsWith(`${CLAUDE.commands}/`) ? [[`commands/${path.split('/').at(-1)}`, text]] : [],
    ),
  ),
};

test.each(Object.entries(FILES))('the plugin’s %s is what init writes', (path, text) => {
  const file = join(ROOT, path);
  if (process.env.DAYBOOK_APPROVE) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(text);
});

test('the plugin has no other file than its README', () => {
  const found = readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath ?? item.path, item.name).slice(ROOT.length + 1));
  expect(found.toSorted()).toEqual([...Object.keys(FILES), 'README.md'].toSorted());
});

test('the marketplace offers the plugin', () => {
  const { plugins } = JSON.parse(readFileSync('templates/.claude-plugin/marketplace.json', 'utf8'));
  expect(plugins).toMatchObject([{ name, source: './plugin' }]);
});

test('the skill’s front matter is what agents read: a name like its folder’s, and a description that fits', () => {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(FILES[`skills/${name}/SKILL.md`] ?? '') ?? [];
  const fields = new Map(
    head.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
  );
  expect(fields.get('name')).toBe(name);
  expect(fields.get('description')?.length).toBeGreaterThan(100);
  expect(fields.get('description')?.length).toBeLessThanOrEqual(1024);
  expect(fields.get('compatibility')?.length).toBeLessThanOrEqual(500);
  expect(
    [...fields.keys()].filter(
      (key) => !['name', 'description', 'compatibility', 'license'].includes(key ?? ''),
    ),
  ).toEqual([]);
});
