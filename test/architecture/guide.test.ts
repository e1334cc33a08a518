import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../src/app/command-registry.js';
import { findAction, listNamedActions, type ResolvedAction } from '../../src/command/actions.js';
import { type Command, HELP_GROUPS, OTHER_NAMES } from '../../src/command/define-command.js';
import { SETTINGS, type SettingDefinition } from '../../src/config/settings.js';
import { PROMOTION_RULES } from '../../src/features/promotion/promotion-rules.js';
import { createInputSchema } from '../../src/mcp/json-schema.js';
import { DEFAULT_TOOLS } from '../../src/mcp/tool-definitions.js';
import { createToolset } from '../../src/mcp/toolset.js';
import { ENTRY_TYPES } from '../../src/notes/entry-types.js';
import { KINDS } from '../../src/notes/kinds/index.js';
import { SOURCES } from './source.js';

/** Pages of the guide that are generated from the tables of the source; `npm run approve` updates them. */
const PAGES: Readonly<Record<string, () => string | Promise<string>>> = { commands, settings, kinds, mcp };

test.each(Object.keys(PAGES))('the guide’s page %s says what the source says', async (name) => {
  const path = `content/guide/${name}.md`;
  const page = await PAGES[name]?.();
  if (process.env.DAYBOOK_APPROVE) writeFileSync(path, page ?? '');
  expect(readFileSync(path, 'utf8')).toBe(page);
});

test('every part of the guide that a comment cites is there', () => {
  const cited = SOURCES.flatMap(({ path }) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /(?<page>guide\/[\w-]+\.md)(?: › (?<part>[A-Z][a-z]+(?: [a-z]+)*))?(?=[):])/g,
      ),
    ].map(({ groups }) => ({ path, page: groups?.page ?? '', part: groups?.part })),
  );
  const missing = cited.filter(({ page, part }) => {
    const file = `content/${page}`;
    return !existsSync(file) || (part && !readFileSync(file, 'utf8').includes(`## ${part}\n`));
  });
  expect(missing).toEqual([]);
  expect(cited.length).toBeGreaterThan(20);
});

async function commands(): Promise<string> {
  const all = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
  const rows = (one: Command) => {
    const bare = findAction(one);
    const named = listNamedActions(one).filter(({ name }) => name !== bare?.name);
    return [
      [typed(one.name, bare), one.description],
      ...named.map((action) => [typed(action.title, action), action.description]),
    ];
  };
  const tables = HELP_GROUPS.filter((title) => title !== OTHER_NAMES).map(
    (title) =>
      `## ${title}\n\n${table(['command', 'what it does'], all.filter(({ group }) => group === title).flatMap(rows))}`,
  );
  return `# Commands\n\nEvery command with its words. \`daybook COMMAND --help\` explains its options, \`daybook --help\` those of every command; \`daybook --help --all\` lists the names of earlier versions too.\n\n${tables.join('\n')}`;
}

/** An action with its words, as it is typed. */
function typed(title: string, action: ResolvedAction | null): string {
  const words = Object.entries(action?.params ?? {}).flatMap(
    ([key, { positional, placeholder, required }]) => {
      const word = placeholder ?? key.toUpperCase();
      return positional ? [required ? word : `[${word}]`] : [];
    },
  );
  return `\`${[title, ...words].join(' ')}\``;
}

function settings(): string {
  const rows = Object.entries(SETTINGS as Record<string, SettingDefinition<string | number | boolean>>).map(
    ([name, { value, unit, about }]) => [
      `\`${name}\``,
      value === '' ? 'empty' : String(value),
      unit ?? '',
      about,
    ],
  );
  return page(
    'Settings',
    'Settings are in `daybook.yaml`. Write `session.gap` as `session: {gap: 30}`, or run `daybook config set session.gap 45`.',
    ['setting', 'default', 'unit', 'what it does'],
    rows,
  );
}

function kinds(): string {
  const notes = KINDS.map(({ name, path, about, sections, isPrivate: personal }) => [
    name,
    `\`${path}\``,
    about,
    sections.map(({ heading }) => heading).join(', '),
    personal ? 'no' : 'yes',
  ]);
  const types = Object.entries(ENTRY_TYPES).map(([name, { home, about, halfLifeDays: halfLife }]) => [
    name,
    about,
    home ? `${home.kind} › ${home.section}` : '',
    halfLife === null ? 'never' : `${halfLife} days`,
    promotionsOf(name),
  ]);
  const first = page(
    'Kinds and types',
    'The kinds of notes, with their paths below the content folder.',
    ['kind', 'path', 'what it is', 'sections', 'in git'],
    notes,
  );
  return `${first}\n## Types of entries\n\n${table(['type', 'what it is', 'section', 'half-life', 'promoted'], types)}`;
}

/** From where to where entries of a type are promoted, by the rules that name it. */
const promotionsOf = (name: string): string =>
  PROMOTION_RULES.filter(({ types }) => types?.some((type) => type === name))
    .map(({ from, to }) => `${from} → ${to}`)
    .join(', ');

/** Inserts the list of MCP tools below the text that was written by hand. */
async function mcp(): Promise<string> {
  const [written = ''] = readFileSync('content/guide/mcp.md', 'utf8').split(/(?<=^## Tools\n)/m);
  const all = await createToolset('full').listed();
  const rows = all.map(({ name, row, form }) => [
    `\`${name}\``,
    row.when,
    Object.entries(createInputSchema(form).properties ?? {})
      .map(([key]) => (createInputSchema(form).required?.includes(key) ? `\`${key}\`` : `\`${key}?\``))
      .join(' '),
    row.reads ? 'yes' : '',
  ]);
  const columns = ['tool', 'when to use it', 'arguments', 'reads only'];
  const [first, rest] = [
    rows.slice(0, Object.keys(DEFAULT_TOOLS).length),
    rows.slice(Object.keys(DEFAULT_TOOLS).length),
  ];
  const withoutArguments = (row: readonly string[]) => row.filter((_, at) => at !== 2);
  return `${written}\n${table(columns, first)}\n### In the full profile\n\n${table(withoutArguments(columns), rest.map(withoutArguments))}`;
}

const page = (
  title: string,
  lead: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => `# ${title}\n\n${lead}\n\n${table(head, rows)}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
