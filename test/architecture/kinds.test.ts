import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../src/app/command-registry.js';
import { ENTRY_TYPES } from '../../src/notes/entry-types.js';
import { KINDS } from '../../src/notes/kinds/index.js';
import { SOURCES } from './source.js';

test('each kind with sections has a template of the same name', () => {
  for (const { name, sections } of KINDS) {
    if (sections.length > 0) expect(existsSync(`templates/${name}.md`), name).toBe(true);
  }
});

test('each template belongs to a kind, to what init installs, to the plugin, to export, or to completions', () => {
  const names = [...KINDS.map(({ name }) => `${name}.md`), 'agents', 'hugo', 'completions'];
  names.push('plugin', '.claude-plugin');
  expect(readdirSync('templates').filter((file) => !names.includes(file))).toEqual([]);
});

test('the home section of each type exists in its kind', () => {
  for (const [type, { home }] of Object.entries(ENTRY_TYPES)) {
    if (!home) continue;
    const kind = KINDS.find(({ name }) => name === home.kind);
    const section = kind?.sections.find(({ heading }) => heading === home.section);
    // A line of REMINDERS.md without columns is a todo.
    expect(section?.type, type).toBe(type === 'todo' ? 'reminder' : type);
  }
});

test('the path of a kind is only in the table of kinds', () => {
  const places = KINDS.map(({ path }) => path.replace(/\{.*/, '')).filter(Boolean);
  const wrong = SOURCES.map(({ path }) => path)
    // Importers know the layouts of other programs, which are alike.
    .filter((path) => path !== 'src/notes/kinds/kinds.data.ts' && !path.startsWith('src/features/import/'))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      return places.filter((place) => text.includes(`'${place}`)).map((place) => `${path}: ${place}`);
    });
  expect(wrong).toEqual([]);
});

/** Loaded before any test begins: that takes longer than all of them. */
const commands = await Promise.all(
  COMMAND_NAMES.map(async (name) => ({ name, command: await COMMANDS[name]() })),
);

test('each command is in a file of its name, and says what it does in one plain sentence', () => {
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).map((path) =>
    path.split('/').at(-1),
  );
  for (const { name, command } of commands) {
    expect(command.name).toBe(name);
    expect(files, name).toContain(`${name}.command.ts`);
    expect(command.description, name).toMatch(/^[a-z].{10,100}[^.]$/);
    expect(command.examples.length, name).toBeGreaterThan(0);
  }
});
