// @module-tag full: it runs commands many times over
/* A note that git waits to be merged: both sides are read, no marker reaches an agent, writes wait, and one line says so. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { talk } from '../e2e/mcp/client.js';
import { CONFLICTS, LOOK_ALIKES } from '../support/conflict-forms.js';
import { repository } from '../support/repository.js';
import { settle } from '../support/store-root.js';
import { createWorkspace, FULL, later, type Workspace } from '../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const NOTICE = /^(?:daybook: |.* )?content\/MEMORY\.md(?::\d+)? (?:unmerged )?is half merged: .*resolve it: /;
const MARKER = /^[ \t]*(?:<{7,}|\|{7,}|>{7,}|={7,})/m;

const CONFLICT = `# Memory

## Decisions

- keep sessions in Postgres ^aaaaaa00001
<<<<<<< HEAD
- deploy on Tuesdays ^aaaaaa00002
=======
- deploy on Fridays ^aaaaaa00003
>>>>>>> side
`;

/** Writes a note as if long ago. */
function write(bench: Workspace, path: string, text: string): void {
  bench.write(path, text);
  settle(join(bench.root, path));
}

async function unmerged(text = CONFLICT): Promise<Workspace> {
  const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Decisions\n\n', 'CLAUDE.md': '# Rules\n' });
  await bench.run(['context']);
  write(bench, MEMORY, text);
  return bench;
}

/** Commands that show notes; each is asked in a workspace with a conflict. */
const SHOWN: readonly (readonly string[])[] = [
  ['recall'],
  ['recall', '--query', 'ours theirs deploy'],
  ['context', '--stdout'],
  ['status'],
  ['doctor'],
  ['lint'],
  ['memory'],
  ['search', 'ours'],
  ['search', 'HEAD'],
  ['search', '--json', 'side'],
  ['page', 'show', 'MEMORY'],
  ['links', 'MEMORY'],
  ['export', '--format', 'json', '--to', 'out'],
  ['edges', 'deploy'],
  ['session'],
  ['checkpoint', '--dry-run'],
  ['snapshots'],
  ['recover'],
  ['about', 'src/deploy.ts'],
  ['view', '--to', 'out/view.html'],
];

describe.each(CONFLICTS.map((one, at) => ({ ...one, at })))('$name', ({ text, items, at }) => {
  it('shows no marker to anybody, and says what to do in one line', async () => {
    const bench = await unmerged(text);
    for (const args of SHOWN.filter((_, index) => FULL || index % 5 === at % 5)) {
      const { out, err } = await bench.run(args, { now: later(10) });
      expect(out, args.join(' ')).not.toMatch(MARKER);
      expect(err, args.join(' ')).not.toMatch(MARKER);
    }
    const { out, notice } = await bench.tell('SessionStart', { source: 'startup' });
    expect(out).not.toMatch(/[<>|]{7}/);
    expect(notice.split('\n').filter((line) => NOTICE.test(line))).toHaveLength(1);
    expect(bench.read(MEMORY)).toBe(text);
    expect(bench.read('CLAUDE.md')).not.toMatch(MARKER);
    const all = Object.values(bench.texts('out')).join('\n');
    expect(all).not.toMatch(MARKER);
    for (const item of items) expect((await bench.run(['search', item])).out).toContain(item);
  });
});

describe.each(LOOK_ALIKES)('no conflict: $name', ({ text }) => {
  it('waits for nothing', async () => {
    const bench = await unmerged(text);
    const { out, err } = await bench.run(['log', 'decided to deploy on Mondays']);
    expect(err + out).not.toContain('half merged');
    expect(bench.read(MEMORY)).toContain('deploy on Mondays');
  });
});

const HOOK_INPUTS = [
  ['UserPromptSubmit', { prompt: 'deploy ours or theirs?' }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'deploy' } }],
] as const;

it('shows no marker through a server or a hook', async () => {
  const bench = await unmerged();
  const server = await talk(bench);
  const { result } = await server.ask('tools/list');
  const calls: readonly (readonly [string, object])[] = [
    ['mind_recall', {}],
    ['mind_search', { query: 'ours' }],
    ['mind_session', {}],
    ['mind_status', {}],
    ['mind_edges', { intent: 'deploy ours' }],
    ['mind_reminders', {}],
    ['mind_checkpoint', {}],
    ['mind_log', { msg: 'decided to deploy on Mondays' }],
  ];
  const known = result.tools.map(({ name }: { name: string }) => name);
  expect(known).toEqual(expect.arrayContaining(calls.map(([name]) => name)));
  for (const [at, { name, text }] of CONFLICTS.entries()) {
    write(bench, MEMORY, text);
    write(bench, 'content/SESSION.md', text.replace('# Memory', '# Session'));
    const answers: string[] = [];
    for (const [tool, args] of calls) answers.push(JSON.stringify(await server.call(tool, args)));
    const notes = await server.ask('resources/list');
    for (const { uri } of notes.result.resources)
      answers.push(JSON.stringify(await server.ask('resources/read', { uri })));
    if (FULL || at % 5 === 0)
      for (const [event, input] of HOOK_INPUTS) answers.push((await bench.tell(event, input)).out);
    for (const answer of answers)
      expect(answer, name).not.toMatch(/(?:^|[\n"]|\\n)[ \t]*(?:<{7}|\|{7}|>{7}|={7})/);
  }
  await server.end();
});

/** Returns the lines that tell of the note. */
const told = (text: string): readonly string[] => text.split('\n').filter((line) => NOTICE.test(line));

it('is named in one line by status, doctor, lint, recall and the server', async () => {
  const bench = await unmerged();
  for (const args of [['status'], ['doctor'], ['lint'], ['recall'], ['memory'], ['context']]) {
    const { out, err } = await bench.run(args);
    expect(told(out + err), `${args}: ${out}${err}`).toHaveLength(1);
  }
  const { notices } = await bench.json(['recall']);
  expect(notices).toMatchObject([{ level: 'warning', path: MEMORY }]);
});

it('reads each side below the heading above the conflict', { tags: 'desk' }, async () => {
  const bench = await unmerged(
    '# Memory\n\n## Facts\n\n<<<<<<< HEAD\n- ours a\n\n## Learnings\n\n- ours b\n=======\n- theirs a\n\n## Decisions\n\n- theirs b\n>>>>>>> side\n',
  );
  const { out } = await bench.run(['recall']);
  for (const line of ['fact: ours a', 'learning: ours b', 'fact: theirs a', 'decision: theirs b'])
    expect(out).toContain(line);
});

it('keeps what is logged for it in the queue until it is settled', { tags: 'desk' }, async () => {
  const bench = await unmerged();
  const reply = await bench.json(['log', 'decided to use Redis'], { now: later(1) });
  expect(reply).toMatchObject({ ok: true, queued: true, changes: [] });
  expect(reply.message).toMatch(/is half merged: .* Queued/);
  expect(bench.read(MEMORY)).toBe(CONFLICT);
  const other = await bench.json(['log', 'tried the old parser', '--type', 'experience'], { now: later(2) });
  expect(other.queued).toBeUndefined();
  expect(bench.read('content/SESSION.md')).toContain('tried the old parser');
  expect((await bench.run(['doctor'])).out).toContain('waiting requests — 1 waiting');
  write(bench, MEMORY, CONFLICT.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''));
  await bench.run(['status'], { now: later(3) });
  await bench.run(['recall'], { now: later(3) });
  expect(bench.read(MEMORY)).toContain(`- use Redis ^${reply.entry.id}`);
});

it('is refused to commands that need an answer, with nothing written', async () => {
  const bench = await unmerged();
  for (const args of [
    ['amend', 'aaaaaa00001', '--text', 'keep them in Redis'],
    ['done', 'aaaaaa00002'],
  ]) {
    const { status, err } = await bench.run(args);
    expect(status, args.join(' ')).toBe(1);
    expect(err, args.join(' ')).toMatch(
      /is half merged: git left a conflict in lines 6 to 10\n.*resolve it: /,
    );
  }
  expect(bench.read(MEMORY)).toBe(CONFLICT);
});

it('is neither promoted to nor fixed, while the rest works', async () => {
  const bench = await unmerged();
  bench.write('content/SESSION.md', '# Session\n\n## Experience\n\n- learned that the parser drops a mark\n');
  const session = bench.read('content/SESSION.md');
  for (const args of [['recall'], ['checkpoint'], ['lint', '--fix'], ['cleanup']]) {
    await bench.run(args, { now: later(600) });
    expect(bench.read(MEMORY), args.join(' ')).toBe(CONFLICT);
  }
  expect(bench.texts('content')['content/SESSION.md'] ?? '').toContain('drops a mark');
  expect(session).toContain('drops a mark');
});

it('leaves the block of an unmerged CLAUDE.md alone', async () => {
  const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
  await bench.run(['log', 'decided to use Redis']);
  const block = bench
    .read('CLAUDE.md')
    .replace('# Rules\n', '<<<<<<< HEAD\n# Rules\n=======\n# Our rules\n>>>>>>> side\n');
  write(bench, 'CLAUDE.md', block);
  await bench.run(['log', 'decided to use Postgres']);
  const { status, err } = await bench.run(['context']);
  expect(status, err).toBe(0);
  expect(bench.read(MEMORY)).toContain('use Postgres');
  expect(bench.read('CLAUDE.md')).toBe(block);
  expect(err).toContain('CLAUDE.md is half merged');
});

describe('in git', () => {
  const at = '2026-06-07T10:00:00+02:00';

  /** Two branches that change a note each in their way, and the merge of both. */
  async function merging(ours: string | null, theirs: string | null) {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Decisions\n\n- first ^aaaaaa00001\n' });
    const repo = repository(bench.root);
    repo.commit(at, 'begin');
    const side = (name: string, text: string | null) => {
      repo.git(at, 'checkout', '--quiet', '-b', name, 'main');
      if (text === null) rmSync(join(bench.root, MEMORY));
      else bench.write(MEMORY, text);
      repo.commit(at, name);
    };
    side('theirs', theirs);
    side('ours', ours);
    try {
      repo.git(at, 'merge', 'theirs');
    } catch {
      // it conflicts
    }
    settle(join(bench.root, MEMORY));
    return { bench, repo };
  }

  it('a note that one side deleted waits too, though it holds no marker', async () => {
    const { bench, repo } = await merging('# Memory\n\n## Decisions\n\n- first thing ^aaaaaa00001\n', null);
    const text = bench.read(MEMORY);
    const { out } = await bench.run(['log', 'decided to use Redis']);
    expect(out).toMatch(
      /MEMORY\.md is half merged: both sides changed it, or one of them renamed or deleted it. Queued/,
    );
    expect(bench.read(MEMORY)).toBe(text);
    repo.git(at, 'add', MEMORY);
    await bench.run(['recall']);
    expect(bench.read(MEMORY)).toContain('use Redis');
  });

  it('a conflict in a fence is known from git', async () => {
    const log = (end: string) => `# Memory\n\n\`\`\`yaml\na: ${end}\n\`\`\`\n`;
    const { bench } = await merging(log('1'), log('2'));
    expect(bench.read(MEMORY)).toContain('<<<<<<<');
    const { err } = await bench.run(['recall']);
    expect(err).toMatch(/git left a conflict in lines \d+ to \d+/);
  });
});
