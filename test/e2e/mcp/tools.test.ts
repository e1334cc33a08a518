// @module-tag full: 27 s of processor time
import { readFileSync } from 'node:fs';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import type { AnySchema } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { omitRedundantFields } from '../../../src/mcp/call-tool.js';
import { formatInstructions, MAX_INSTRUCTION_CHARS } from '../../../src/mcp/instructions.js';
import { DEFAULT_TOOLS } from '../../../src/mcp/tool-definitions.js';
import { toMcpTool } from '../../../src/mcp/toolset.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';
import { ERAS, type Era, listAllTools, type Talk, talk } from './client.js';

const BENCH = {
  'CLAUDE.md': '# Rules\n',
  'content/MEMORY.md':
    '# Memory\n\n## Decisions\n\n- keep sessions in Postgres — Redis lost them ^61k0y5k9xfs\n\n## Gotchas\n\n- the export job deletes its input — copy it first\n',
  'content/REMINDERS.md':
    '# Reminders\n\n## Reminders\n\n- [ ] 2026-06-01 | absolute | renew the certificate ^61k0y5k9abc\n',
  'content/Auth.md': '# Auth\n\nTokens live an hour. See [[MEMORY]].\n',
};

/** The skill as the plugin carries it; a client loads its front matter at the start of a session. */
const PLUGIN_SKILL = 'templates/plugin/skills/daybook/SKILL.md';

/** For every tool: calls that are done, and calls that are refused with what the refusal must say. */
const CALLS: Readonly<
  Record<string, { good: readonly object[]; bad: readonly (readonly [object, RegExp])[] }>
> = {
  mind_recall: {
    good: [{}, { query: 'sessions', budget: 200 }],
    bad: [[{ budget: 'many' }, /`budget` of mind_recall is a number\nfound "many"\ngive \{"budget":10\}/]],
  },
  mind_log: {
    good: [
      { msg: 'decided to ship on Friday because the team is here' },
      {
        msg: 'the box rejects TLS 1.1',
        type: 'gotcha',
        why: 'it is old',
        tags: ['key'],
        files: ['src/net.ts'],
      },
      { msg: 'tagged once', type: 'fact', tags: 'one' },
      { message: 'tagged twice', type: 'fact', tags: '["one","two"]', files: '["src/net.ts"]' },
      { msg: 'the box is reachable', type: 'progress', closes: ['the box rejects TLS 1.1'] },
    ],
    bad: [
      [{}, /mind_log needs `msg`[\s\S]*found nothing; expected msg, type\?[\s\S]*\{"msg":"…"\}/],
      [{ note: 'x' }, /no argument `note`\nfound note; expected msg[\s\S]*did you mean: msg/],
      [{ msg: '  ' }, /there is nothing to log/],
      [{ msg: { text: 'x' } }, /`msg` of mind_log is text\nfound \{"text":"x"\}/],
      [{ msg: 'x', tags: [1, {}] }, /a list of text/],
      [{ msg: 'x'.repeat(9000) }, /too long[\s\S]*found 9000 characters/],
    ],
  },
  mind_amend: {
    good: [
      { id: '61k0y5k9xfs', verify: true },
      { id: '61k0y5k9xfs', text: 'keep sessions in Postgres because Redis lost them' },
    ],
    bad: [
      [{}, /needs `id`/],
      [{ id: '61k0y5k9xfs' }, /the change is missing/],
      [{ id: '61k0y5k9xfs', same: '61k0y5k9xfs' }, /is the same entry/],
      [{ id: '61k0y5k9xfs', supersede_by: 'nosuchid000' }, /no entry has the id/],
    ],
  },
  mind_session: {
    good: [{}],
    bad: [[{ all: true }, /no argument `all`[\s\S]*expected no arguments\nleave it out/]],
  },
  mind_search: {
    good: [
      {},
      { query: 'postgers' },
      { query: 'sessions', type: ['decision'], limit: 3 },
      { query: 'x', after: '2026-01-01' },
    ],
    bad: [
      [{ query: 'x', after: 'last week' }, /takes a day/],
      [{ query: 'x', kind: ['memroy'] }, /no kind `memroy`/],
    ],
  },
  mind_status: { good: [{}], bad: [[{ verbose: 1 }, /no argument `verbose`/]] },
  mind_reminders: { good: [{}, { for: 'auth', all: true }], bad: [[{ all: 'perhaps' }, /true or false/]] },
  mind_blocker: { good: [{ desc: 'sessions are lost on restart' }], bad: [[{}, /needs `desc`/]] },
  mind_remind: {
    good: [
      { msg: 'renew the key', when: 'tomorrow' },
      { msg: 'rotate tokens', when: 'when I mention auth' },
    ],
    bad: [
      [{ msg: 'x' }, /needs `when`/],
      [{ msg: 'x', when: 'some day or never' }, /some day or never/],
    ],
  },
  mind_edges: {
    good: [{ intent: 'change the export job' }, { intent: 'touch it', files: ['src/export.ts'] }],
    bad: [[{}, /needs `intent`/]],
  },
  mind_checkpoint: {
    good: [
      {},
      { answers: [{ id: '61k0y5k9xfs', keep: true }] },
      { answers: [{ id: '^61k0y5k9xfs', type: 'rule', closes: '61k0y5k9abc' }] },
    ],
    bad: [
      [{ phase: 'build' }, /no argument `phase`/],
      [
        { answers: [{ keep: true }] },
        /`answers` of mind_checkpoint is a list of \{ id, type, keep, drop, replaces, closes \}[\s\S]*give \{"answers":\[\{"id":"…","keep":true\}\]\}/,
      ],
      [{ answers: [{ id: '61k0y5k9xfs', forget: true }] }, /is a list of/],
      [{ answers: [{ id: '61k0y5k9xfs', type: 'ruel' }] }, /no type `ruel`\ndid you mean: type:rule/],
      [{ answers: [{ id: '61k0y5k9xfs' }] }, /is not an answer/],
    ],
  },
  mind_add_global_edge: {
    good: [{ msg: 'sed -i wants a suffix -> use -i.bak' }],
    bad: [[{}, /needs `msg`/]],
  },
};

// A reply of one form or the other names its required keys beside the properties of both.
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });

describe.each(ERAS)('the tools, revision %s', (era) => {
  it('are the eleven of Mind and mind_amend, each with what an agent must know of it', async () => {
    const server = await talk({ ...createWorkspace(BENCH), era });
    const { result } = await server.ask('tools/list');
    await server.end();
    expect(specTypeSchemas.ListToolsResult['~standard'].validate(result)).not.toHaveProperty('issues');
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(Object.keys(DEFAULT_TOOLS));
    expect(result.tools).toHaveLength(12);
    for (const { name, description, annotations, inputSchema, outputSchema } of result.tools) {
      expect(description, name).toMatch(/^(Use it|Call this first)/);
      expect(annotations, name).toMatchObject({
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      for (const schema of [inputSchema, outputSchema]) expect(ajv.validateSchema(schema), name).toBe(true);
      expect(outputSchema.required, name).toContain('changes');
    }
    const reading = result.tools.filter(
      (tool: { annotations: { readOnlyHint: boolean } }) => tool.annotations.readOnlyHint,
    );
    expect(reading.map(({ name }: { name: string }) => name)).toEqual([
      'mind_session',
      'mind_search',
      'mind_status',
      'mind_reminders',
      'mind_edges',
    ]);
  });

  let shared: Talk;
  beforeAll(async () => {
    shared = await talk({ ...createWorkspace(BENCH), era });
  });
  afterAll(async () => {
    expect((await shared.end()).status).toBe(0);
  });

  it.each(Object.entries(CALLS))(
    '%s answers, and refuses in three lines that teach',
    async (name, { good, bad }) => {
      const { result } = await shared.ask('tools/list');
      const tool = result.tools.find((one: { name: string }) => one.name === name);
      const [takes, gives] = [ajv.compile(tool.inputSchema), ajv.compile(tool.outputSchema)];
      for (const args of good) {
        const done = await shared.call(name, args);
        expect(done.isError, JSON.stringify(done)).toBeUndefined();
        if (!('tags' in args && typeof args.tags === 'string'))
          expect(takes(args), JSON.stringify(args)).toBe(true);
        expect([gives(done.structuredContent), gives.errors]).toEqual([true, null]);
        expect(done.content).toEqual([{ type: 'text', text: expect.stringMatching(/\S/) }]);
      }
      for (const [args, says] of bad) {
        const refused = await shared.call(name, args);
        expect(refused.isError, JSON.stringify(args)).toBe(true);
        expect(refused.content[0].text).toMatch(says);
        expect(refused.content[0].text.split('\n').length).toBeLessThanOrEqual(3);
        expect(refused.structuredContent).toBeUndefined();
      }
    },
  );

  it('a call of the default profile that is repeated changes no note', async () => {
    for (const [name, { good }] of Object.entries(CALLS)) {
      const bench = createWorkspace(BENCH);
      const server = await talk({ ...bench, era });
      const notes = () => Object.entries(bench.files()).filter(([path]) => path.endsWith('.md'));
      await server.call(name, good[0]);
      const once = notes();
      await server.call(name, good[0]);
      expect([name, notes()]).toEqual([name, once]);
      await server.end();
    }
  });

  it('what only reads changes nothing', async () => {
    const bench = createWorkspace(BENCH);
    const before = bench.files();
    const server = await talk({ ...bench, era, args: ['--profile', 'full'] });
    const reading = (await listAllTools()).filter(({ row }) => row.reads);
    const words: Readonly<Record<string, object>> = {
      mind_search: { query: 'sessions' },
      mind_edges: { intent: 'export' },
      mind_why: { id: '61k0y5k9xfs' },
      mind_diff: { seq: 1 },
      mind_page_show: { name: 'Auth' },
      mind_links: { note: 'Auth' },
    };
    for (const { name } of reading) await server.call(name, words[name]);
    await server.end();
    expect(reading.length).toBeGreaterThanOrEqual(12);
    expect(bench.files()).toEqual(before);
  });

  it('the full profile offers what agents may ask for: no paths to open, nothing that destroys', async () => {
    const server = await talk({ ...createWorkspace(BENCH), era, args: ['--profile', 'full'] });
    const { result } = await server.ask('tools/list');
    const listed: string[] = result.tools.map(({ name }: { name: string }) => name);
    expect(listed.slice(0, 12)).toEqual(Object.keys(DEFAULT_TOOLS));
    expect(listed.length).toBeLessThanOrEqual(30);
    // the others are answered by their names
    const tools = (await listAllTools()).map((tool) => toMcpTool(tool));
    const names = tools.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(listed.length);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^(mind_[a-z_]+|memory)$/);
      expect(name).not.toMatch(/undo|restore|scrub|uninstall|init|import|doctor/);
      for (const key of ['path', 'workspace', 'fix', 'input', 'transcript'])
        expect(inputSchema.properties, name).not.toHaveProperty(key);
      expect([
        ajv.validateSchema(inputSchema),
        ajv.validateSchema((outputSchema ?? {}) as AnySchema),
      ]).toEqual([true, true]);
    }
    const id = '61k0y5k9abc';
    for (const [name, args] of [
      ['mind_done', { id: '61k0y5k9xfs' }],
      ['mind_inbox', {}],
      ['mind_edges_add', { msg: 'the cache lies -> clear it' }],
      ['mind_page_new', { name: 'Plan' }],
      ['mind_page_list', {}],
      ['mind_page_show', { name: 'Auth' }],
      ['mind_page_rename', { name: 'Plan', to: 'Road' }],
      ['mind_links', { orphans: true }],
      ['mind_lint', {}],
      ['mind_history', { limit: 2 }],
      ['mind_diff', { seq: 1 }],
      ['mind_which', {}],
      ['mind_memory_add', { text: 'default branch: main', section: 'facts' }],
      ['mind_memory', {}],
      ['mind_memory_replace', { text: 'default branch: trunk', old: 'default branch' }],
      ['mind_memory_remove', { text: 'default branch' }],
      ['memory', { action: 'add', target: 'memory', content: 'cron_env_isolation: true' }],
      ['memory', { action: 'add', target: 'user', content: 'short answers' }],
      ['memory', { action: 'replace', target: 'memory', content: 'cron_env_isolation: false' }],
      ['memory', { action: 'replace', target: 'user', content: 'long answers', old_text: 'short' }],
      ['memory', { action: 'remove', target: 'memory', content: 'cron_env_isolation' }],
      ['memory', { action: 'remove', content: 'long answers' }],
      ['mind_day', {}],
      ['mind_handoff', { goal: 'ship it', outcome: 'partial', action: ['wrote the plan'] }],
      ['mind_handoff_list', {}],
      ['mind_feedback_list', {}],
      ['mind_why', { id: '61k0y5k9xfs' }],
      ['mind_reminders_snooze', { id, until: 'tomorrow' }],
      ['mind_reminders_done', { id }],
    ] as const) {
      const done = await server.call(name, args);
      expect([name, done.isError, done.content[0].text]).toEqual([name, undefined, expect.anything()]);
      const gives = ajv.compile((tools.find((one) => one.name === name)?.outputSchema ?? {}) as AnySchema);
      expect([name, gives(done.structuredContent), gives.errors]).toEqual([name, true, null]);
    }
    for (const [args, says] of [
      [{ content: 'x: 1' }, /memory needs `action`/],
      [{ action: 'forget', content: 'x: 1' }, /`action` of memory is add or replace or remove/],
      [{ action: 'add', target: 'world', content: 'x: 1' }, /`target` of memory is memory or user/],
      [{ action: 'remove', content: 'no such line' }, /no preference, fact or rule has/],
      [{ action: 'add' }, /the text to remember is missing/],
    ] as const) {
      const refused = await server.call('memory', args);
      expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringMatching(says)]);
    }
    const memory = (await server.call('mind_memory', {})).structuredContent;
    expect([memory.preferences, memory.facts.map(({ text }: { text: string }) => text)]).toEqual([[], []]);
    await server.end();
  });
});

/** The same question by the command and by MCP, in twin workspaces. */
const SAME: readonly (readonly [tool: string, args: object, line: readonly string[]])[] = [
  ['mind_recall', { query: 'sessions' }, ['recall', '--query', 'sessions']],
  [
    'mind_log',
    { msg: 'learned that 429 needs a wait', why: 'the API says so' },
    ['log', 'learned that 429 needs a wait', '--why', 'the API says so'],
  ],
  ['mind_session', {}, ['session']],
  ['mind_search', { query: 'sessions', limit: 5 }, ['search', 'sessions', '--limit', '5']],
  ['mind_reminders', { all: true }, ['reminders', '--all']],
  ['mind_blocker', { desc: 'sessions are lost' }, ['blocker', 'sessions are lost']],
  ['mind_remind', { msg: 'renew', when: 'tomorrow' }, ['remind', 'renew', '--when', 'tomorrow']],
  ['mind_edges', { intent: 'change the export job' }, ['edges', 'change the export job']],
  ['mind_checkpoint', {}, ['checkpoint']],
  ['mind_add_global_edge', { msg: 'a -> b' }, ['edges', 'add', 'a -> b', '--global']],
];

describe('the command and MCP say the same', () => {
  it('for the same questions in the same order, and do the same to the notes', async () => {
    const [one, two] = [createWorkspace(BENCH), createWorkspace(BENCH)];
    const plain = (reply: unknown, { root, home }: Workspace) =>
      JSON.parse(JSON.stringify(reply).replaceAll(home, '<home>').replaceAll(root, '<root>'));
    const server = await talk({ ...two, env: { DAYBOOK_SEED: 'same' } });
    for (const [at, [tool, args, line]] of SAME.entries()) {
      // From its first call on the client of a server counts as at work; so does an agent from its start on.
      if (at === 1) await one.tell('SessionStart', { source: 'resume' });
      const how = { seed: at === 0 ? 'same' : `same.${at}`, env: { DAYBOOK_BY: 'vitest' } };
      const { say, message: _, ...rest } = plain(await one.json(line, how), one);
      const { structuredContent, content } = plain(await server.call(tool, args), two);
      expect([tool, structuredContent]).toEqual([tool, omitRedundantFields(rest)]);
      expect(content[0].text, tool).toContain(say.trim());
    }
    await server.end();
    expect(two.files()).toEqual(one.files());
  });

  it('but that an agent does not pay for how an entry was found', { tags: 'desk' }, async () => {
    const server = await talk(createWorkspace(BENCH));
    const { hits } = (await server.call('mind_search', { query: 'sessions' })).structuredContent;
    const { related } = (await server.call('mind_blocker', { desc: 'sessions are lost' })).structuredContent;
    await server.end();
    const keys =
      'id type kind text why alternatives workaround at by branch tags path line confidence status verified superseded from'.split(
        ' ',
      );
    expect(Object.keys(hits[0])).toEqual([...keys, 'freshness', 'heading']);
    expect(Object.keys(related[0])).toEqual(keys);
  });

  it('but that the entries beside its first hits have a budget', async () => {
    const facts = Array.from({ length: 40 }, (_, i) => `- depot ${i} ships crates on day ${i} of each month`);
    const memory = `# Memory\n\n## Facts\n\n${facts.join('\n')}\n`;
    const server = await talk(createWorkspace({ ...BENCH, 'content/MEMORY.md': memory }));
    const { hits } = (await server.call('mind_search', { query: 'depot crates' })).structuredContent;
    await server.end();
    const beside = hits.map((hit: { before?: object; after?: object }) =>
      [hit.before, hit.after].filter((one) => one !== undefined),
    );
    expect(beside[0].length).toBeGreaterThan(0);
    expect(beside.at(-1)).toEqual([]);
    expect(countTokens(JSON.stringify(beside.flat()))).toBeLessThan(330);
  });
});

describe('the instructions', () => {
  it.each([true, false])(
    'say first what matters, and are not cut by a client (hook: %s)',
    (isToldAtStart) => {
      const text = formatInstructions(isToldAtStart);
      expect(text.length).toBeLessThanOrEqual(MAX_INSTRUCTION_CHARS);
      expect(text.slice(0, 500)).toMatch(isToldAtStart ? /start of the session/ : /call mind_recall first/i);
      for (const name of text.match(/mind_\w+/g) ?? []) expect(Object.keys(DEFAULT_TOOLS)).toContain(name);
    },
  );

  it.each(ERAS)(
    'order no mind_recall where the hook of this client tells the memory at the start (%s)',
    async (era) => {
      const bench = createWorkspace(BENCH);
      await bench.run(['init', '--agent', 'claude']);
      const read = async (client: string) => {
        const server = await talk({ ...bench, era, client });
        const first = era === '2026-07-28' ? await server.ask('server/discover') : null;
        const { lines } = await server.end();
        return first?.result.instructions ?? JSON.parse(lines[0] ?? '{}').result.instructions;
      };
      expect(await read('claude-code')).toBe(formatInstructions(true));
      expect(await read('codex-mcp-client')).toBe(formatInstructions(false));
      expect(await read('vitest')).toBe(formatInstructions(false));
    },
  );
});

describe('the first request', () => {
  it.each([
    ['2024-11-05', 5000],
    ['2025-03-26', 5000],
    ['2025-06-18', 16_000],
    ['2025-11-25', 16_000],
    ['2026-07-28', 16_000],
  ])('of revision %s gets a list of tools of at most %i bytes', async (era, most) => {
    const server = await talk({ ...createWorkspace(BENCH), era: era as Era });
    const answer = await server.ask('tools/list');
    await server.end();
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(most);
    const tools: { outputSchema?: object; title?: string }[] = answer.result.tools;
    for (const tool of tools) expect([tool.outputSchema, tool.title].includes(undefined)).toBe(most === 5000);
  });

  it('has at most 1,000 tokens of tool schemas, by the names that clients give them', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const { result } = await server.ask('tools/list');
    await server.end();
    const sent = result.tools.map(({ name, description, inputSchema }: Record<string, unknown>) => ({
      name: `mcp__daybook__${name}`,
      description,
      input_schema: inputSchema,
    }));
    expect(countTokens(JSON.stringify(sent))).toBeLessThanOrEqual(1000);
    expect(countTokens(formatInstructions(false))).toBeLessThanOrEqual(240);
  });

  it.each([
    ['claude', 'claude-code', true],
    ['codex', 'codex-mcp-client', false],
  ] as const)(
    'tells %s twelve facts that it must know, each once, in at most 1,000 tokens of block, session start, instructions and skill',
    async (agent, client, loadsBlock) => {
      const facts: readonly { command: string[]; says: string }[] = JSON.parse(
        readFileSync('test/fixtures/must-know.json', 'utf8'),
      );
      const bench = createWorkspace();
      await bench.run(['init', '--yes', '--agent', agent]);
      for (const { command } of facts)
        expect([command, (await bench.run(command)).status]).toEqual([command, 0]);
      await bench.run(['recall']);
      const block = loadsBlock ? bench.read('CLAUDE.md') : '';
      const start = (await bench.tell('SessionStart', { source: 'startup' }, agent)).context;
      const server = await talk({ ...bench, client });
      const { lines } = await server.end();
      const { instructions } = JSON.parse(lines[0] ?? '{}').result;
      const [, skill = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(PLUGIN_SKILL, 'utf8')) ?? [];
      const told = `${block}\n${start}`;
      const counts = facts.map(({ says }) => [says, told.match(new RegExp(says, 'g'))?.length ?? 0]);
      expect(counts).toEqual(facts.map(({ says }) => [says, 1]));
      const tokens = [block, start, instructions, skill].map((text) => countTokens(text));
      console.log(`${agent}: block, start, instructions, skill: ${tokens.join(' + ')} tokens`);
      expect(instructions).toContain('mind_log');
      expect(skill).toContain('description: ');
      expect(tokens.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1000);
    },
  );
});
