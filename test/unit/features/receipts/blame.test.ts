import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runHook } from '../../../../src/hooks/run-hook.js';
import { createWorkspace, type Workspace } from '../../../support/workspace.js';

let bench: Workspace;
let clock = Date.parse('2026-06-01T08:00:00Z');
const seen: { [name: string]: string } = {};

const step = (minutes = 1): string => {
  clock += minutes * 60_000;
  return new Date(clock).toISOString();
};

function git(...words: readonly string[]): string {
  return execFileSync('git', words, {
    cwd: bench.root,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_AUTHOR_DATE: step(),
      GIT_COMMITTER_DATE: new Date(clock).toISOString(),
      GIT_EDITOR: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function tell(session: string, event: string, input: object, agent = 'codex', cwd = bench.root) {
  const env = {
    HOME: bench.home,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    DAYBOOK_NOW: step(),
    PATH: process.env.PATH ?? '',
  };
  await runHook([event, agent], {
    cwd,
    env,
    read: () => JSON.stringify({ session_id: session, cwd, ...input }),
    out: (text) => {
      seen[`${session} ${event}`] = text;
    },
    elapsed: () => 1,
  });
}

const start = (session: string, agent?: string) =>
  tell(session, 'SessionStart', { source: 'startup' }, agent);

/** A line as it stands in the file. */
const code = (name: string): string => `export const ${name} = '${name}'`;

const add = (path: string, name: string, at = bench.root) =>
  appendFileSync(join(at, path), `${code(name)}\n`);

/** An agent edits a file: adds a line, and its client reports the call. */
async function edit(
  session: string,
  path: string,
  name: string,
  more: { readonly tool?: string; readonly at?: string; readonly cwd?: string } = {},
) {
  const { tool = 'Edit', at = bench.root, cwd = at } = more;
  add(path, name, at);
  const tool_input =
    tool === 'apply_patch'
      ? { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n+${code(name)}\n*** End Patch` }
      : { file_path: join(at, path), old_string: '', new_string: code(name) };
  await tell(
    session,
    'PostToolUse',
    { tool_name: tool, tool_use_id: `${session}-${name}`, tool_input, tool_response: {} },
    'codex',
    cwd,
  );
}

async function bash(session: string, command: string, cwd = bench.root) {
  await tell(
    session,
    'PostToolUse',
    { tool_name: 'Bash', tool_use_id: `${session} ${clock}`, tool_input: { command }, tool_response: {} },
    'codex',
    cwd,
  );
}

function commit(subject: string, at = '.') {
  git('-C', at, 'add', '--all', '--', '.', ':(exclude)content', ':(exclude).gitignore');
  git('-C', at, 'commit', '--quiet', '--message', subject);
}

/** Where each line is to be looked for, and who wrote it; null where nothing tells. */
const TRUTH: readonly (readonly [name: string, path: string, session: string | null])[] = [
  ['byPerson', 'src/c.ts', null],
  ['byFirst', 'src/c.ts', 's1'],
  ['byPatch', 'src/c.ts', 's2'],
  ['byFirstAgain', 'src/c.ts', 's1'],
  ['byPersonAtRename', 'src/c.ts', null],
  ['byFourth', 'src/c.ts', 's4'],
  ['inNewFile', 'src/b.ts', 's3'],
  ['byPersonInNewFile', 'src/b.ts', null],
  ['afterReading', 'src/b.ts', null],
  ['afterFailedEdit', 'src/b.ts', null],
  ['inSubfolder', 'src/deep/d.ts', 's5'],
  ['squashedAlone', 'src/squash.ts', 's6'],
  ['squashedFirst', 'src/both.ts', null],
  ['squashedSecond', 'src/both.ts', null],
  ['rebased', 'src/rebase.ts', null],
  ['onMainMeanwhile', 'src/rebase.ts', null],
  ['amended', 'src/amend.ts', 's10'],
  ['amendedLater', 'src/amend.ts', 's10'],
  ['inOneTree', 'src/trees.ts', 's11'],
  ['inOtherTree', 'src/trees.ts', 's12'],
  ['byShell', 'src/shell.ts', 's13'],
  ['renamedByAgent', 'src/moved.ts', 's14'],
  ['picked', 'src/pick.ts', 's15'],
  ['withReturn', 'src/crlf.ts', 's16'],
  ['notCommitted', 'src/b.ts', 's17'],
  ['notCommittedByPerson', 'src/shell.ts', null],
  ['notTracked', 'src/new.ts', 's18'],
  ['notTrackedByPerson', 'src/own.ts', null],
];

beforeAll(async () => {
  bench = createWorkspace({ 'src/a.ts': '' });
  const log = (args: readonly string[]) => bench.json(args, { now: new Date(clock).toISOString() });
  await log(['reject', 'axios', '--why', 'requests hang behind the proxy', '--alternative', 'undici']);
  await log(['log', 'the byFourth export is read by the installer', '--type', 'decision']);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  add('src/a.ts', 'byPerson');
  commit('start');
  for (const [session, agent] of [
    ['s1', 'claude'],
    ['s2', 'codex'],
    ['s3', 'gemini'],
    ['s4', 'cursor'],
  ] as const)
    await start(session, agent);
  await edit('s1', 'src/a.ts', 'byFirst');
  commit('first');
  await bash('s1', 'git commit -am first');
  await edit('s2', 'src/a.ts', 'byPatch', { tool: 'apply_patch' });
  commit('second');
  await edit('s1', 'src/a.ts', 'byFirstAgain');
  commit('first again');
  await edit('s3', 'src/b.ts', 'inNewFile', { tool: 'Write' });
  commit('new file');
  add('src/b.ts', 'byPersonInNewFile');
  commit('by hand');
  await tell('s3', 'PostToolUse', {
    tool_name: 'Read',
    tool_use_id: 'r',
    tool_input: { file_path: join(bench.root, 'src/b.ts') },
    tool_response: {},
  });
  add('src/b.ts', 'afterReading');
  commit('by hand after reading');
  await tell('s3', 'PostToolUseFailure', {
    tool_name: 'Edit',
    tool_use_id: 'f',
    tool_input: { file_path: join(bench.root, 'src/b.ts') },
    error: 'no match',
  });
  add('src/b.ts', 'afterFailedEdit');
  commit('by hand after a failed edit');
  git('mv', 'src/a.ts', 'src/c.ts');
  add('src/c.ts', 'byPersonAtRename');
  commit('rename');
  await log(['log', 'the byFourth export is frozen since release two', '--type', 'gotcha']);
  await edit('s4', 'src/c.ts', 'byFourth');
  commit('fourth');
  await log(['log', 'the byFourth export must keep its name', '--type', 'decision']);
  mkdirSync(join(bench.root, 'src/deep'));
  await edit('s5', 'src/deep/d.ts', 'inSubfolder', { cwd: join(bench.root, 'src') });
  commit('deep');
  git('checkout', '--quiet', '-b', 'alone');
  await edit('s6', 'src/squash.ts', 'squashedAlone');
  commit('one');
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', '--squash', 'alone');
  git('commit', '--quiet', '--message', 'squash of one');
  git('checkout', '--quiet', '-b', 'both');
  await edit('s6', 'src/both.ts', 'squashedFirst');
  commit('one of two');
  await edit('s7', 'src/both.ts', 'squashedSecond');
  commit('two of two');
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', '--squash', 'both');
  git('commit', '--quiet', '--message', 'squash of two');
  writeFileSync(join(bench.root, 'src/rebase.ts'), `${code('top')}\n\n\n\n\n\n${code('end')}\n`);
  commit('base');
  git('checkout', '--quiet', '-b', 'late');
  writeFileSync(
    join(bench.root, 'src/rebase.ts'),
    `${code('rebased')}\n${readFileSync(join(bench.root, 'src/rebase.ts'), 'utf8')}`,
  );
  await edit('s8', 'src/ignored.ts', 'ignored');
  await tell('s8', 'PostToolUse', {
    tool_name: 'Edit',
    tool_use_id: 'rb',
    tool_input: { file_path: join(bench.root, 'src/rebase.ts') },
    tool_response: {},
  });
  commit('to rebase');
  git('checkout', '--quiet', 'main');
  await edit('s9', 'src/rebase.ts', 'onMainMeanwhile');
  commit('meanwhile');
  git('checkout', '--quiet', 'late');
  git('rebase', '--quiet', 'main');
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', '--ff-only', 'late');
  await edit('s10', 'src/amend.ts', 'amended');
  commit('to amend');
  await edit('s10', 'src/amend.ts', 'amendedLater');
  git('add', 'src/amend.ts');
  git('commit', '--quiet', '--amend', '--no-edit');
  writeFileSync(join(bench.root, 'src/trees.ts'), `${code('top')}\n\n\n\n\n\n${code('end')}\n`);
  commit('before the trees');
  const tree = join(bench.root, '..', 'tree');
  git('worktree', 'add', '--quiet', '-b', 'tree', tree);
  await edit('s12', 'src/trees.ts', 'inOtherTree', { at: tree });
  writeFileSync(
    join(bench.root, 'src/trees.ts'),
    `${code('inOneTree')}\n${readFileSync(join(bench.root, 'src/trees.ts'), 'utf8')}`,
  );
  await tell('s11', 'PostToolUse', {
    tool_name: 'Edit',
    tool_use_id: 'tr',
    tool_input: { file_path: join(bench.root, 'src/trees.ts') },
    tool_response: {},
  });
  commit('in one tree');
  await bash('s11', 'git add -A && git commit -m "in one tree"');
  commit('in the other tree', tree);
  await bash('s12', 'git commit -am "in the other tree"', tree);
  git('merge', '--quiet', '--no-edit', 'tree');
  add('src/shell.ts', 'byShell');
  await bash('s13', `cat > src/shell.ts <<'END'\n${code('byShell')}\nEND`);
  commit('by shell');
  add('src/old.ts', 'oldName');
  commit('old name');
  git('mv', 'src/old.ts', 'src/moved.ts');
  await edit('s14', 'src/moved.ts', 'renamedByAgent');
  commit('rename and edit');
  git('checkout', '--quiet', '-b', 'pick');
  await edit('s15', 'src/pick.ts', 'picked');
  commit('to pick');
  git('checkout', '--quiet', 'main');
  git('cherry-pick', 'pick');
  writeFileSync(join(bench.root, 'src/crlf.ts'), `${code('withReturn')}\r\n`);
  await tell('s16', 'PostToolUse', {
    tool_name: 'Write',
    tool_use_id: 'cr',
    tool_input: { file_path: join(bench.root, 'src/crlf.ts') },
    tool_response: {},
  });
  commit('returns');
  await edit('s17', 'src/b.ts', 'notCommitted');
  add('src/shell.ts', 'notCommittedByPerson');
  await edit('s18', 'src/new.ts', 'notTracked');
  add('src/own.ts', 'notTrackedByPerson');
}, 120_000);

async function blame(path: string, name: string) {
  const lines = readFileSync(join(bench.root, path), 'utf8').split(/\r?\n/);
  const at = lines.indexOf(code(name)) + 1;
  const { blame: found } = await bench.json(['why', `${path}:${at}`], { now: new Date(clock).toISOString() });
  return found;
}

test.each(TRUTH)('%s in %s: %s', async (name, path, session) => {
  const found = await blame(path, name);
  expect(found.session?.id ?? null).toBe(session);
  expect(found.unknown.length).toBeGreaterThan(0);
});

test('says what the session had been shown, and what not', async () => {
  const { shown, notShown } = await blame('src/c.ts', 'byFourth');
  const texts = (entries: readonly { readonly text: string }[]) => entries.map(({ text }) => text).sort();
  expect(texts(shown)).toEqual(['axios', 'the byFourth export is read by the installer']);
  expect(notShown.map(({ text, reason }: { text: string; reason: string }) => [text, reason])).toEqual([
    ['the byFourth export must keep its name', 'written later, 2026-06-01'],
    ['the byFourth export is frozen since release two', 'no hook showed it'],
  ]);
});

test('a commit that is older than the logs says so', async () => {
  const { blame: found } = await bench.json(['why', 'src/c.ts:2'], { now: '2027-06-01T12:00:00Z' });
  expect(found.session).toBeNull();
  expect(found.unknown).toEqual(['no session: the logs go back 90 days, and the commit is older']);
});

test('a path outside, a missing file and a missing line are told apart from entries', async () => {
  for (const place of ['../x.ts:1', 'src/none.ts:1', 'src/b.ts:999'])
    expect((await bench.run(['why', place])).err).toContain('there is no line');
  expect((await bench.run(['why', 'content/MEMORY.md:9'])).out).toContain('Place');
});
