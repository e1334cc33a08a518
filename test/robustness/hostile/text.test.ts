// @module-tag full: it runs commands many times over
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sanitizeLine, toAgentText } from '../../../src/text/sanitize.js';
import { type Answer, talk } from '../../e2e/mcp/client.js';
import { createRandom } from '../../support/random.js';
import { createWorkspace, FULL, parseHookAnswer, SEED, type Workspace } from '../../support/workspace.js';
import { FORMS, importsIn, tagsIn } from './importer.mjs';

/** Blocks that are generated, and of how many of them hooks and the server are asked, too. */
const BLOCKS = FULL ? 200 : 12;
const ASKED_EACH = FULL ? 1 : 6;

/** What a text of a note may be made of beside the forms of an import. */
const PIECES = [
  '`',
  '``',
  '```',
  '\\',
  '\\`',
  '<b>',
  '</b>',
  '<a title="`">',
  '<div>',
  '<!--',
  '-->',
  '<!-- MIND:END -->',
  '<?x',
  '</system-reminder>',
  '<system-reminder>',
  '`</system-reminder>`',
  '</memory>',
  '<memory source="x">',
  '<function_calls>',
  '</tool_result>',
  '`<user-prompt-submit-hook>`',
  '`x<command-name>`',
  '</INSTRUCTIONS>',
  '&lt;',
  '&#64;',
  '&#x3c;',
  '|',
  '| a | b |',
  '[',
  ']',
  '](',
  ')',
  '![',
  '[x]: y "z',
  '*',
  '**',
  '_',
  '~~',
  '~~~',
  '> ',
  '- ',
  '1. ',
  '## ',
  '[ ] ',
  '$',
  '"',
  "'",
  '\u200b',
  '\u202e',
  '\u00a0',
  '@./a.md',
  '@~/.ssh/id_rsa',
  '@/etc/hosts',
  '@docs/a.md',
  '@.env',
  'words',
  'me@example.org',
  'Map<string, T>',
];

const SECTIONS = ['Facts', 'Rules', 'Constraints', 'Preferences', 'Decisions', 'Gotchas', 'Learnings'];

type Roll = () => number;

const pick = <T>(all: readonly T[], roll: Roll): T => all[Math.floor(roll() * all.length)] as T;

/** One line of a note: a form of an import or pieces in any order, with a word in front by which it is found again. */
function lineOf(roll: Roll): string {
  const parts = Array.from({ length: 2 + Math.floor(roll() * 8) }, () =>
    roll() < 0.2 ? pick(Object.values(FORMS), roll)('./.env') : pick(PIECES, roll),
  );
  const lead = roll() < 0.7 ? 'zebra ' : '';
  return lead + parts.join(roll() < 0.6 ? ' ' : '');
}

const listOf = (most: number, roll: Roll): string =>
  Array.from({ length: 1 + Math.floor(roll() * most) }, () => `- ${lineOf(roll)}\n`).join('');

/** Notes that a person or a clone left there, as they are. */
const notesOf = (roll: Roll) => ({
  'CLAUDE.md': '# Rules\n',
  'content/MEMORY.md': `# Memory\n${SECTIONS.map((title) => `\n## ${title}\n\n${listOf(3, roll)}`).join('')}`,
  'content/SESSION.md': `# Session\n\n## Experience\n\n${listOf(3, roll)}`,
  'content/REMINDERS.md': `# Reminders\n\n## Reminders\n\n- [ ] zebra | context | ${lineOf(roll)}\n`,
  'content/pages/zebra.md': `# ${lineOf(roll)}\n\n${listOf(3, roll)}\n\`\`\`ts\n@Injectable() ${lineOf(roll)}\n\`\`\`\n\n${lineOf(roll)}\n`,
});

/** What is ours between our own frame or markers; null where there is nothing. */
const within = (text: string): string =>
  text
    .replace(/^<memory [^\n]*>\n/, '')
    .replace(/\n<\/memory>\s*$/, '')
    .replace(/^[\s\S]*<!-- MIND:CONTEXT \w+ -->\n/, '')
    .replace(/\n<!-- MIND:END -->\n$/, '');

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** What a text would make a client do. */
const harmOf = (text: string): readonly string[] => [...importsIn(text), ...tagsIn(within(text))];

/** Gives a command to the shipped program. */
async function give(bench: Workspace, args: readonly string[]): Promise<void> {
  const { status, err } = await bench.start(args).ended;
  expect(status, err).toBe(0);
}

interface HookAnswer {
  readonly what: string;
  readonly text: string;
}

/** What hooks say of it: at the start of a session, at a prompt, and before a tool is called. */
async function askHooks(bench: Workspace): Promise<readonly HookAnswer[]> {
  const ask = async (event: string, input: object) => parseHookAnswer((await bench.send(event, input)).out);
  // The start tells what the loaded block does not hold: without a block that is all.
  writeFileSync(join(bench.root, 'CLAUDE.md'), '# Rules\n');
  const replies = [
    await ask('SessionStart', { source: 'startup' }),
    await ask('UserPromptSubmit', { prompt: 'what of the zebra and its words?' }),
    await ask('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'npm install axios' } }),
    await ask('PreCompact', { trigger: 'auto' }),
  ];
  expect(replies[0]?.context).toContain('zebra');
  expect(replies[2]?.context).toContain('axios');
  return replies.flatMap(({ context, notice }, i) => [
    // Before a compaction the frame stands below our own words.
    { what: `hook ${i}`, text: i === 3 ? context.replace(/^[\s\S]*?(?=<memory )/, '') : context },
    { what: `notice ${i}`, text: notice },
  ]);
}

/** What the server says of it: texts, and every string of the data beside them. */
async function askServer(bench: Workspace): Promise<readonly HookAnswer[]> {
  const server = await talk({ root: bench.root, home: bench.home, args: ['--profile', 'full'] });
  const results: Answer['result'][] = [];
  for (const [name, args] of [
    ['mind_recall', { query: 'zebra words' }],
    ['mind_search', { query: 'zebra' }],
    ['mind_edges', { intent: 'touch the zebra' }],
    ['mind_page_show', { name: 'zebra' }],
    ['mind_search', { query: '</system-reminder> @./.env' }],
    ['mind_page_show', { name: '<b>@./.env</b>' }],
  ] as const)
    results.push(await server.call(name, args));
  const read = await server.ask('resources/read', { uri: 'daybook://notes/MEMORY.md' });
  await server.end();
  expect(read.result.contents[0].text).toContain('zebra');
  return [...results, read.result].flatMap((result, i) =>
    stringsIn(result).map((text) => ({ what: `answer ${i}`, text })),
  );
}

describe('what agents read imports no file and holds no raw tag', () => {
  it(
    'in generated blocks, hook replies and texts of the server',
    async () => {
      const roll = createRandom(SEED);
      const harm: object[] = [];
      const counts = { lines: 0, raw: 0, heard: 0 };
      for (let n = 0; n < BLOCKS; n++) {
        const notes = notesOf(roll);
        const bench = createWorkspace({
          ...notes,
          'daybook.yaml': 'store.fsync: "off"\ncontext.budget: 4000\n',
        });
        const isAsked = n % ASKED_EACH === 0;
        const why = `zebra hangs ${lineOf(roll)}`;
        if (isAsked) await give(bench, ['reject', 'axios', '--why', why, '--alternative', 'undici']);
        await bench.run(['log', `zebra logged ${lineOf(roll)}`, '--type', 'fact']);
        await give(bench, ['context']);
        const block = bench.read('CLAUDE.md');
        expect(block).toContain('<!-- MIND:END -->');
        const all = [{ what: 'block', text: block }];
        if (isAsked) all.push(...(await askHooks(bench)), ...(await askServer(bench)));
        counts.lines += block.split('\n- ').length - 1;
        counts.raw += Object.values(notes).filter((text) => importsIn(text).length > 0).length;
        counts.heard += all.length;
        for (const { what, text } of all)
          for (const found of harmOf(text)) harm.push({ n, what, found, line: lineWith(text, found) });
      }
      console.log(
        `importer: seed ${SEED}, ${BLOCKS} blocks of ${counts.lines} lines and ${counts.heard - BLOCKS} other texts, ${harm.length} imports or tags (${counts.raw} notes would import)`,
      );
      expect(harm.slice(0, 20)).toEqual([]);
      expect(counts.raw).toBeGreaterThan(BLOCKS);
    },
    FULL ? 1_200_000 : 400_000,
  );

  it('in lines and in texts of many lines, and done twice it changes nothing', () => {
    const roll = createRandom(SEED);
    const harm: string[] = [];
    for (let n = 0; n < 3000; n++) {
      const lines = Array.from({ length: 4 }, () => lineOf(roll));
      const brief = lines.map((line) => `- ${sanitizeLine(line)}`);
      const text = toAgentText(lines.join(roll() < 0.5 ? '\n' : '\n\n'));
      harm.push(...harmOf(brief.join('\n')), ...harmOf(text));
      if (toAgentText(text) !== text || brief.some((line) => sanitizeLine(line) !== line.trim()))
        harm.push(text);
    }
    expect(harm.slice(0, 20), `seed ${SEED}`).toEqual([]);
  });

  it('finds each of the forms that were seen in a block of the build before', { tags: 'desk' }, () => {
    const before = [
      '<b>@./.env</b>',
      'it`s `@./.env` x',
      'x<br>@./.env',
      '`npm i @types/node`',
      '&#64;./.env',
    ];
    for (const line of before) expect(importsIn(`### Facts\n\n- ${line}\n`), line).not.toEqual([]);
    expect(tagsIn('- x </system-reminder> `<memory>`\n').length).toBeGreaterThan(1);
  });
});

const lineWith = (text: string, part: string): string =>
  text.split('\n').find((line) => line.includes(part)) ?? '';
