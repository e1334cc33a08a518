// @module-tag full: it runs commands many times over
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../src/app/command-registry.js';
import { createIdGenerator } from '../../src/notes/entries/ids.js';
import { freshFolder } from '../support/store-root.js';
import { createWorkspace, createWorkspaceAt, later, stamps, type Workspace } from '../support/workspace.js';

async function lived(): Promise<Workspace> {
  const bench = createWorkspace({
    'CLAUDE.md': '# Rules\r\n\r\nA person wrote this.\r\n',
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- a person decided this',
  });
  await bench.run(['log', 'learned that src/net.ts needs --retry', '--type', 'experience'], {
    now: later(0),
  });
  await bench.run(['log', 'keep sessions in Postgres', '--why', 'Redis lost them', '--type', 'decision'], {
    now: later(1),
    seed: 'known',
  });
  await bench.run(['save', '--topic', 'lived', '--goal', 'go on', '--state', 'begun', '--layers', '1'], {
    now: later(1),
  });
  return bench;
}

/** The id that a log at that moment with that seed gets. */
const KNOWN = createIdGenerator(Date.parse(later(1)), 'known').mint();

/** One good call of every verb but the one that serves, with the keys that interface.md promises in its JSON. */
const DONE: Readonly<Record<string, readonly [args: readonly string[], keys: readonly string[]]>> = {
  init: [['init'], ['created', 'kept', 'found', 'sources']],
  log: [
    ['log', 'the build needs Node 20', '--type', 'fact'],
    ['entry', 'warning'],
  ],
  recall: [['recall'], ['context', 'tokens', 'omitted', 'gap', 'reminders', 'feedback']],
  search: [
    ['search', 'postgres'],
    ['hits', 'total'],
  ],
  about: [
    ['about', 'src/token.ts'],
    ['path', 'names', 'entries', 'sessions', 'commits'],
  ],
  session: [['session'], ['sections']],
  handoff: [['handoff', '--goal', 'ship it', '--outcome', 'complete'], ['handoff']],
  feedback: [['feedback', 'add', '--mistake', 'ran it without --retry'], ['feedback']],
  day: [['day', 'add', 'obs', 'the box is slow'], ['entry']],
  status: [['status'], ['counts', 'health', 'lastActivity', 'nextRuns', 'lastInjected']],
  memory: [['memory', 'add', 'default branch: main', '--section', 'facts'], ['entry']],
  context: [['context'], ['context', 'tokens', 'omitted']],
  history: [['history'], ['history']],
  diff: [['diff', '1'], ['diff']],
  undo: [['undo'], ['undone']],
  restore: [['restore', 'content/MEMORY.md', '--at', '2026-06-07T12:00:30'], ['restored']],
  which: [['which'], ['root', 'reason', 'global']],
  config: [['config'], ['settings']],
  guard: [
    ['guard', 'Bash', 'npm install axios'],
    ['context', 'denied', 'advised'],
  ],
  'before-prompt': [
    ['before-prompt', 'sessions in Postgres'],
    ['context', 'notice', 'shown'],
  ],
  'before-compact': [['before-compact'], ['context']],
  'after-activity': [
    ['after-activity', 'tool'],
    ['context', 'notice', 'saved', 'pulse'],
  ],
  doctor: [['doctor'], ['checks']],
  uninstall: [['uninstall', '--yes'], ['restored']],
  completions: [['completions', 'bash'], []],
  remind: [['remind', 'renew the certificate', '--when', 'tomorrow'], ['entry']],
  reminders: [['reminders'], ['due', 'context', 'later']],
  blocker: [
    ['blocker', 'no key for the API'],
    ['entry', 'related'],
  ],
  fix: [['fix', 'no such table'], ['fixes']],
  edges: [['edges', 'sessions in Redis'], ['gotchas']],
  checkpoint: [['checkpoint'], ['promoted']],
  amend: [['amend', KNOWN, '--text', 'keep all sessions in Postgres'], ['entry']],
  why: [['why', KNOWN], ['why']],
  page: [['page', 'new', 'Sessions'], ['page']],
  links: [['links', '--orphans'], ['links']],
  lint: [['lint'], ['notices']],
  merge: [['merge', '--resolve'], ['merged']],
  export: [['export'], ['exported']],
  save: [
    ['save', '--goal', 'move login to JWT'],
    ['snapshot', 'archived'],
  ],
  load: [['load'], ['snapshot', 'list', 'context', 'tokens', 'omitted', 'discrepancies']],
  reject: [['reject', 'Tailwind', '--why', 'style conflict'], ['failure']],
  compress: [['compress'], ['symbolic', 'constraints', 'conflicts']],
  pressure: [
    ['pressure', '--ratio', '0.65'],
    ['level', 'warning', 'critical', 'growth', 'complexity', 'ratio', 'tokens', 'zone'],
  ],
  tokens: [
    ['tokens', 'CLAUDE.md'],
    ['seed', 'tokenizer'],
  ],
  plan: [['plan', 'station', '--objective', 'show it'], ['plan']],
  finding: [['finding', 'ui', '--summary', 'It is done.'], ['finding']],
  snap: [['snap'], ['snap']],
  recover: [['recover'], ['recovery', 'tokens']],
  snapshots: [['snapshots', 'stats'], ['stats']],
  scrub: [['scrub', 'nowhere-to-be-found'], ['scrubbed']],
  forget: [['forget', 'nowhere-to-be-found', '--withhold-matches'], ['forgotten']],
  cron: [['cron'], ['jobs']],
  journal: [['journal', 'yesterday'], ['traced']],
  cleanup: [['cleanup'], ['archived', 'moved', 'asked', 'forgotten']],
  sessions: [['sessions'], ['sessions']],
};

const ENTRY_KEYS =
  'id type kind text why alternatives workaround at by branch tags path line confidence status verified superseded from'.split(
    ' ',
  );

describe('a reply in JSON', () => {
  it.each(Object.entries(DONE))('of %s, when done', async (_, [args, keys]) => {
    const bench = await lived();
    const { status, out } = await bench.run([...args, '--json'], { now: later(60) });
    expect([status, out]).toEqual([0, expect.stringMatching(/^\{"ok":true,.*\}\n$/)]);
    const reply = JSON.parse(out);
    expect(typeof reply.say).toBe('string');
    expect(Array.isArray(reply.notices)).toBe(true);
    for (const change of reply.changes) expect(Object.keys(change)).toEqual(['path', 'why']);
    for (const key of keys) expect(reply, key).toHaveProperty(key);
  });

  it.each(COMMAND_NAMES)('of %s, when refused, has the one shape', async (name) => {
    const bench = createWorkspaceAt(freshFolder(), freshFolder());
    const outside = (await COMMANDS[name]()).requires === 'workspace' ? DONE[name]?.[0] : undefined;
    for (const args of [[name, '--no-such-option'], ...(outside ? [outside] : [])]) {
      const { status, out, err } = await bench.run([...args, '--json']);
      expect([status, err]).toEqual([args === outside ? 3 : 2, '']);
      const { ok, error } = JSON.parse(out);
      expect(ok).toBe(false);
      expect([typeof error.code, typeof error.message, typeof error.hint]).toEqual(
        Array.from({ length: 3 }, () => 'string'),
      );
      const spoken = await bench.run(args);
      expect([spoken.status, spoken.out]).toEqual([status, '']);
      expect(spoken.err.startsWith(`daybook: ${error.message}\n`)).toBe(true);
      expect(spoken.err.trimEnd().endsWith(error.hint)).toBe(true);
    }
  });

  it('an entry and a hit have all their keys, null where nothing is known', { tags: 'desk' }, async () => {
    const bench = await lived();
    const { entry } = await bench.json(['log', 'plain words', '--type', 'fact'], { now: later(2) });
    expect(Object.keys(entry)).toEqual(ENTRY_KEYS);
    expect(entry).toMatchObject({
      why: null,
      by: null,
      branch: null,
      tags: [],
      from: null,
      path: 'content/MEMORY.md',
    });
    expect(bench.read('content/MEMORY.md').split('\n')[entry.line - 1]).toContain('plain words');
    const { hits, total } = await bench.json(['search', 'postgres'], { now: later(3) });
    expect([hits.length, total]).toEqual([1, 1]);
    expect(Object.keys(hits[0])).toEqual(expect.arrayContaining([...ENTRY_KEYS, 'score', 'matches']));
    expect(hits[0]).toMatchObject({ text: 'keep sessions in Postgres', why: 'Redis lost them' });
  });
});

describe('exit status', () => {
  const LINES: readonly (readonly [status: number, args: readonly string[], said: RegExp])[] = [
    [0, ['which'], /./],
    [0, ['--version'], /^\d+\.\d+/],
    [0, ['--help'], /Usage/],
    [0, ['log', '--help'], /Examples/],
    [0, [], /Workspace/],
    [1, ['undo', '99'], /no change 99[\s\S]*daybook history/],
    [1, ['diff', '99'], /no change 99[\s\S]*daybook history/],
    [1, ['uninstall'], /--yes/],
    [1, ['restore', 'content/NONE.md', '--at', '2026-06-07'], /content\/NONE\.md[\s\S]*daybook history/],
    [2, ['lgo', 'x'], /no command `lgo`\ndid you mean: daybook log/],
    [2, ['log'], /needs TEXT/],
    [2, ['log', 'x', '--typ', 'fact'], /no option --typ[\s\S]*did you mean: --type/],
    [2, ['log', 'x', '--becuase', 'y'], /no option --becuase\ndid you mean: --why/],
    [
      2,
      ['add', 'a b', '--why', 'c d'],
      /no command `add`\nto remember something: daybook log "a b" --why "c d"/,
    ],
    [2, ['list'], /to find entries, or list the newest: daybook search\n/],
    [2, ['open', 'Home'], /to show a page: daybook page show Home\n/],
    [2, ['delete', 'x'], /made of it: daybook forget x\n$/],
    [2, ['memory', 'delete', 'x'], /did you mean: daybook memory remove x/],
    [2, ['log', 'x', '--type'], /--type needs a value/],
    [2, ['search', 'x', '--type', 'lerning'], /no type `lerning`\ndid you mean: --type learning/],
    [2, ['search', 'x', '--limit', 'ten'], /--limit takes a number, found `ten`/],
    [2, ['search', 'x', '--after', '2026-02-30'], /--after takes a day, found `2026-02-30`/],
    [2, ['search', 'x', '--after', 'soon'], /--after takes a day, found `soon`/],
    [2, ['restore', 'content/MEMORY.md'], /restore needs a time/],
    [2, ['restore', 'content/MEMORY.md', '--at', '2026-02-30'], /`2026-02-30` is not a time/],
    [2, ['which', 'one'], /does not take the word `one`/],
    [2, ['completions', 'csh'], /csh[\s\S]*bash, zsh, fish/],
    [3, ['log', 'x', '--workspace', '/'], /daybook init/],
  ];

  it.each(LINES)('%i of %j', async (status, args, said) => {
    const bench = await lived();
    const before = stamps(bench);
    const reply = await bench.run(args, { now: later(2) });
    expect([reply.status, reply.err]).toEqual([status, status === 0 ? '' : reply.err]);
    expect(status === 0 ? reply.out : reply.err).toMatch(said);
    if (status !== 0) expect(reply.out).toBe('');
    expect(stamps(bench)).toEqual(before);
  });

  it('2 of a clock that is none, 70 with its stack of a bug', async () => {
    const bench = await lived();
    const clock = await bench.run(['log', 'x'], { now: 'yesterday' });
    expect([clock.status, clock.err]).toEqual([2, expect.stringContaining('DAYBOOK_NOW is `yesterday`')]);
    const broken = join(freshFolder(), 'dist');
    cpSync('dist', broken, { recursive: true });
    const env = { HOME: bench.home, DAYBOOK_HOME: bench.home };
    const bug = spawnSync(process.execPath, [join(broken, 'daybook.cjs'), 'init'], {
      cwd: freshFolder(),
      env,
    });
    expect([bug.status, String(bug.stdout)]).toEqual([70, '']);
    expect(String(bug.stderr)).toMatch(
      /^daybook: internal error: Error: the template \w+ is missing[\s\S]*\n {4}at /,
    );
  });
});

describe('--dry-run', () => {
  const CHANGING = [
    'init',
    'log',
    'recall',
    'context',
    'undo',
    'restore',
    'uninstall',
    'remind',
    'blocker',
    'checkpoint',
    'amend',
    'page',
    'save',
    'reject',
    'plan',
    'finding',
    'snap',
  ];

  it.each(CHANGING)('of %s prints the diff that the run then makes, and changes nothing', async (name) => {
    const [args] = DONE[name] ?? [[]];
    const bench = name === 'init' ? createWorkspaceAt(freshFolder(), freshFolder()) : await lived();
    if (name === 'init') bench.write('AGENTS.md', '# Agents\n');
    if (name === 'uninstall') await bench.run(['context'], { now: later(2) });
    const how = { now: later(60), seed: 'the same' };
    const before = stamps(bench);
    const texts = bench.files();
    const shown = await bench.run([...args, '--dry-run'], how);
    expect([shown.status, shown.err]).toEqual([0, '']);
    const told = await bench.json([...args, '--dry-run'], how);
    expect(told.diff).toBe(shown.out);
    expect(stamps(bench)).toEqual(before);
    expect((await bench.run(args, how)).status).toBe(0);
    expect(shown.out).not.toBe('');
    expect(patched(texts, shown.out)).toEqual(bench.files());
  });

  it('of what changes nothing says so, and prints the reply', async () => {
    const bench = await lived();
    for (const args of [
      ['search', 'postgres'],
      ['log', 'keep sessions in Postgres', '--type', 'decision'],
    ]) {
      const reply = await bench.run(args, { now: later(2) });
      expect(await bench.run([...args, '--dry-run'], { now: later(2) })).toEqual({
        status: 0,
        out: `Dry run: nothing is changed. The reply would be:\n${reply.out}`,
        err: '',
      });
    }
  });
});

/** Files with the parts of a unified diff applied, by another hand than ours. */
function patched(files: Record<string, string>, diff: string): Record<string, string> {
  const after = { ...files };
  for (const part of diff.split(/^(?=--- )/m).filter(Boolean)) {
    const from = /^--- (?:a\/)?([^\t\n]+)/.exec(part)?.[1] ?? '';
    const to = /^\+\+\+ (?:b\/)?([^\t\n]+)/m.exec(part)?.[1] ?? '';
    const path = to === '/dev/null' ? from : to;
    const old = Buffer.from(files[path] ?? '', 'latin1').toString('utf8');
    const now = applyPatch(old, part, { autoConvertLineEndings: false });
    if (now === false) throw new Error(`the diff does not fit ${path}`);
    if (to === '/dev/null') delete after[path];
    else after[path] = Buffer.from(now).toString('latin1');
  }
  return after;
}

describe('--quiet', () => {
  it('prints nothing but errors', async () => {
    for (const [name, [args]] of Object.entries(DONE)) {
      const bench = await lived();
      expect(await bench.run([...args, '--quiet'], { now: later(60) }), name).toEqual({
        status: 0,
        out: '',
        err: '',
      });
    }
    const bench = await lived();
    const refused = await bench.run(['undo', '99', '--quiet']);
    expect([refused.status, refused.out, refused.err]).toEqual([
      1,
      '',
      expect.stringContaining('no change 99'),
    ]);
  });
});
