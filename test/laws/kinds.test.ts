import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.js';
import { TYPES } from '../../src/kinds/types.js';
import { LIST, VERBS } from '../../src/verbs/index.js';

test('each kind that holds sections has a template of the same name', () => {
  for (const { name, sections } of KINDS) {
    if (sections.length > 0) expect(existsSync(`templates/${name}.md`), name).toBe(true);
  }
});

test('each template belongs to a kind, to what init installs, to the plugin, or to what export makes', () => {
  const names = [...KINDS.map(({ name }) => `${name}.md`), 'agents', 'plugin', 'hugo'];
  expect(readdirSync('templates').filter((file) => !names.includes(file))).toEqual([]);
});

test('each type with a home has one that its kind holds', () => {
  for (const [type, { home }] of Object.entries(TYPES)) {
    if (!home) continue;
    const kind = KINDS.find(({ name }) => name === home.kind);
    const section = kind?.sections.find(({ heading }) => heading === home.section);
    expect(section?.type, type).toBe(type);
  }
});

/** Loaded before any test begins: that takes longer than all of them. */
const verbs = await Promise.all(LIST.map(async (name) => ({ name, verb: await VERBS[name]() })));

test('each verb is in a file of its name, and says what it does in one plain sentence', () => {
  for (const { name, verb } of verbs) {
    expect(verb.name).toBe(name);
    expect(existsSync(`src/verbs/${name}.ts`), name).toBe(true);
    expect(verb.about, name).toMatch(/^[a-z].{10,100}[^.]$/);
    expect(verb.examples.length, name).toBeGreaterThan(0);
  }
});
