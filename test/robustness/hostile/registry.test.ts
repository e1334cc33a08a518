// @module-tag full: it runs commands many times over
/* State belongs to a root that this user's DAYBOOK_HOME has registered (issue 28): nothing else in `.daybook/` is believed. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toLine } from '../../../src/store/change-journal/record.js';
import { getEntryFile } from '../../../src/store/registry/registry.js';
import { freshFolder, inState, stateOf } from '../../support/store-root.js';
import {
  COMMAND,
  createWorkspace,
  createWorkspaceAt,
  later,
  QUICK,
  type Workspace,
} from '../../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const homeOf = (bench: Workspace): string => join(bench.home, '.daybook');
const entryOf = (bench: Workspace, root = bench.root) =>
  JSON.parse(readFileSync(getEntryFile(homeOf(bench), root), 'utf8'));
const log = (bench: Workspace, text: string, minutes = 0) =>
  bench.run(['log', text, '--type', 'fact'], { now: later(minutes) });
const historyOf = async (bench: Workspace): Promise<string[]> =>
  (await bench.json(['history', '--limit', '100'])).history.map(({ say }: { say: string }) => say);

/** A workspace with two changes. */
async function lived(): Promise<Workspace> {
  const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Facts\n\n- by hand\n' });
  await log(bench, 'the first fact');
  await log(bench, 'the second fact', 1);
  return bench;
}

/** The state of a user with another id. */
const OTHERS = `.daybook/${'a'.repeat(32)}`;

/** Leaves the state of a root as another user would have left it. */
function asOtherUser(bench: Workspace): void {
  renameSync(stateOf(bench.root), join(bench.root, OTHERS));
  rmSync(join(homeOf(bench), 'workspaces'), { recursive: true });
}

/** A file of the state that this user has, beside that of others. */
const ownState = (bench: Workspace, path: string): string =>
  join(bench.root, '.daybook', entryOf(bench).id, path);

/** Every file below a folder, with its bytes. */
const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );

describe('a root is registered', () => {
  it('by the first write, in a small file of its own that only its owner may read', {
    tags: 'desk',
  }, async () => {
    const bench = createWorkspaceAt(join(freshFolder(), 'work'), freshFolder());
    mkdirSync(bench.root);
    expect(existsSync(join(homeOf(bench), 'workspaces'))).toBe(false);
    expect((await bench.run(['init'])).status).toBe(0);
    const file = getEntryFile(homeOf(bench), bench.root);
    expect(entryOf(bench)).toEqual({
      path: bench.root,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created: expect.any(String),
    });
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(stateOf(bench.root)).toBe(join(bench.root, '.daybook', entryOf(bench).id));
  });

  it('once, however many write first', async () => {
    const bench = createWorkspace();
    const all = Array.from(
      { length: 6 },
      (_, n) => bench.start(['log', `fact ${n}`, '--type', 'fact']).ended,
    );
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(stateOf(bench.root)).toBe(join(bench.root, '.daybook', entryOf(bench).id));
    expect((await historyOf(bench)).length).toBe(6);
  });

  it('with a path that is too long for a file name', async () => {
    const folder = freshFolder();
    const long = join(folder, ...Array.from({ length: 8 }, (_, n) => `${n}-${'long name '.repeat(9)}`));
    const bench = createWorkspaceAt(long, join(folder, 'home'));
    bench.write('daybook.yaml', QUICK);
    await log(bench, 'a fact');
    expect(entryOf(bench)).toMatchObject({ path: bench.root });
    expect(await historyOf(bench)).toHaveLength(1);
  });

  it('and the global root as well', async () => {
    const bench = createWorkspace();
    await bench.run(['edges', 'add', 'sed needs -i', '--global']);
    const home = homeOf(bench);
    expect(stateOf(home)).toBe(join(home, '.daybook', entryOf(bench, home).id));
    expect((await bench.run(['undo', '--workspace', home], { now: later(1) })).status).toBe(0);
  });
});

/** What a hostile repository may ship: requests, a journal with an intent and a record, a cache, run claims, and the same under an id. */
function plant(bench: Workspace, outside: string): void {
  const touched = {
    do: 'create',
    path: 'content/planted.md',
    before: null,
    after: 'a'.repeat(64),
    splices: [{ at: 0, old: '', new: 'planted\n' }],
    why: '',
    bytes: 8,
  };
  const deed = {
    seq: 1,
    id: 'planted-1',
    at: '2026-06-07T10:00:00Z',
    wall: 1,
    verb: 'log',
    by: null,
    session: null,
    say: 'planted history',
    touched: [touched],
    worktree: outside,
  };
  const request = {
    id: 'log-1',
    verb: 'log',
    input: { text: 'planted request', type: 'fact' },
    now: Date.UTC(2026, 5, 7),
    seed: 'x',
    by: null,
    session: null,
  };
  for (const folder of ['.daybook', `.daybook/${'0'.repeat(32)}`]) {
    bench.write(`${folder}/keep/spool/log-1.json`, JSON.stringify(request));
    bench.write(
      `${folder}/keep/journal.jsonl`,
      Buffer.concat([toLine({ t: 'intent', ...deed, id: 'planted-2' }), toLine({ t: 'done', ...deed })]),
    );
    bench.write(`${folder}/cache/settings.json`, 'x');
    bench.write(`${folder}/keep/held.0123`, 'x');
  }
}

describe('state that this user did not register here', () => {
  const COMMANDS = [
    ['status'],
    ['search', 'planted'],
    ['log', 'a fact of mine', '--type', 'fact'],
    ['recall'],
    ['history'],
    ['undo'],
    ['doctor'],
    ['cron', 'tick'],
    ['scrub', 'nothing of it'],
    ['cleanup'],
    ['sessions', 'list'],
  ];

  it.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
    'is neither read, run, changed nor taken away by %s',
    async (_, args) => {
      const bench = createWorkspace({ [MEMORY]: '# Memory\n' });
      const outside = freshFolder();
      plant(bench, outside);
      const planted = bytesIn(join(bench.root, '.daybook'));
      const { status, out, err } = await bench.run(args);
      expect([0, 1]).toContain(status);
      expect(`${out}${bench.read(MEMORY)}`).not.toMatch(/planted (request|history)/);
      expect(existsSync(join(bench.root, 'content/planted.md'))).toBe(false);
      expect(readdirSync(outside)).toEqual([]);
      expect(bytesIn(join(bench.root, '.daybook'))).toMatchObject(planted);
      expect(err.match(/is not used.*daybook trust --adopt-history/g)).toHaveLength(1);
    },
  );

  it('has nothing to say once this user has written here', async () => {
    const bench = createWorkspace();
    plant(bench, freshFolder());
    await log(bench, 'a fact of mine');
    expect((await bench.run(['search', 'mine'])).err).toBe('');
    expect(await historyOf(bench)).toHaveLength(1);
  });
});

describe('a root that is moved, copied, brought back or shared', () => {
  it('moved: takes its history along, under its id, and not the trust', async () => {
    const bench = await lived();
    await bench.run(['trust']);
    const { id } = entryOf(bench);
    const moved = createWorkspaceAt(`${bench.root} elsewhere`, bench.home);
    renameSync(bench.root, moved.root);
    expect(await historyOf(moved)).toHaveLength(2);
    await log(moved, 'the third fact', 2);
    expect(await historyOf(moved)).toHaveLength(3);
    expect(entryOf(moved)).toEqual({
      path: moved.root,
      id,
      created: expect.any(String),
      earlier: { [bench.root]: expect.any(String) },
    });
    expect(existsSync(getEntryFile(homeOf(bench), bench.root))).toBe(false);
    expect((await moved.json(['which'])).trusted).toBe(false);
  });

  it('copied while the original exists: starts a new state, and may take the history over', {
    tags: 'desk',
  }, async () => {
    const bench = await lived();
    const copy = createWorkspaceAt(join(bench.home, 'copy'), bench.home);
    cpSync(bench.root, copy.root, { recursive: true });
    expect(await historyOf(copy)).toEqual([]);
    await log(copy, 'a fact of the copy', 2);
    expect(entryOf(copy).id).not.toBe(entryOf(bench).id);
    const adopted = await copy.json(['trust', '--adopt-history'], { now: later(3) });
    expect(adopted).toMatchObject({
      ok: true,
      trusted: false,
      adopted: { records: 2, queued: 0, leftOut: [] },
    });
    const history = (await copy.json(['history'])).history as { seq: number; say: string }[];
    expect(history.map(({ seq, say }) => [seq, say.includes('copy')])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await copy.json(['undo', '2'], { now: later(4) })).ok).toBe(true);
    expect(copy.read(MEMORY)).not.toContain('the second fact');
    expect(bench.read(MEMORY)).toContain('the second fact');
    const again = await copy.json(['trust', '--adopt-history'], { now: later(5) });
    expect(again.adopted).toMatchObject({ records: 0, images: 0 });
  });

  it('brought back from a backup to its place: as it was', async () => {
    const bench = await lived();
    const backup = join(bench.home, 'backup');
    cpSync(bench.root, backup, { recursive: true });
    rmSync(bench.root, { recursive: true });
    cpSync(backup, bench.root, { recursive: true });
    expect(await historyOf(bench)).toHaveLength(2);
    expect((await bench.run(['undo'], { now: later(2) })).status).toBe(0);
  });

  it('another project in the place of one that was trusted is not', async () => {
    const bench = await lived();
    await bench.run(['trust']);
    expect((await bench.json(['which'])).trusted).toBe(true);
    rmSync(bench.root, { recursive: true });
    bench.write('daybook.yaml', QUICK);
    expect((await bench.json(['which'])).trusted).toBe(false);
    await log(bench, 'a fact of the other project', 2);
    expect((await bench.json(['which'])).trusted).toBe(false);
    expect(entryOf(bench).trusted).toBeUndefined();
  });

  it('a linked worktree shares the entry of the main one', async () => {
    const bench = await lived();
    const linked = join(bench.home, 'linked');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: bench.root,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', 'daybook.yaml');
    git('commit', '-qm', 'x');
    git('worktree', 'add', '-q', linked, '-b', 'side');
    await bench.run(['log', 'said in the side tree', '--type', 'fact'], { cwd: linked, now: later(2) });
    expect(await historyOf(bench)).toHaveLength(3);
    expect(readdirSync(join(homeOf(bench), 'workspaces'))).toHaveLength(1);
  });

  it('a container with a home of its own has an id of its own, and the same lock', async () => {
    const bench = await lived();
    const inside = createWorkspaceAt(bench.root, freshFolder());
    expect(await historyOf(inside)).toEqual([]);
    await log(inside, 'said in the container', 2);
    expect(await historyOf(inside)).toHaveLength(1);
    expect(await historyOf(bench)).toHaveLength(2);
    expect(entryOf(inside).id).not.toBe(entryOf(bench).id);
    writeFileSync(join(bench.root, '.daybook/locks/store.lock'), 'somebody');
    bench.write('daybook.yaml', `${QUICK}lock.wait: 0\n`);
    for (const one of [bench, inside])
      expect(
        (await one.json(['amend', (await one.json(['search', 'fact'])).hits[0].id, '--text', 'x'])).error
          .code,
      ).toBe('locked');
  });
});

describe('state of a version before the first release', () => {
  it('is named, and neither read nor changed', async () => {
    const bench = await lived();
    asOtherUser(bench);
    renameSync(join(bench.root, OTHERS, 'keep'), join(bench.root, '.daybook/keep'));
    rmSync(join(bench.root, OTHERS), { recursive: true });
    const { out, err } = await bench.run(['history']);
    expect(`${out}${err}`).toMatch(
      /.daybook\/keep is of a version .* your notes are untouched; .* a new history/,
    );
    expect(await historyOf(bench)).toEqual([]);
    const before = bytesIn(join(bench.root, '.daybook/keep'));
    expect((await bench.run(['doctor', '--fix'], { now: later(2) })).out).toMatch(/ok .*earlier state/);
    expect(bytesIn(join(bench.root, '.daybook/keep'))).toEqual(before);
  });
});

describe('history of another user, on request', () => {
  it('takes kept sessions, ended runs and the tool log along, never claims, intents or requests', async () => {
    const bench = await lived();
    await bench.run(['sessions', 'new', 'mine'], { now: later(2) });
    await bench.run(['cron', 'run', 'lint'], { now: later(3) });
    const call = {
      id: 't1',
      parent: null,
      session: 's',
      at: '2026-06-07T09:00:00.000Z',
      tool: 'Read',
      input: 'x',
    };
    bench.write(inState(bench.root, 'keep/tools-2026-06-07.jsonl'), `${JSON.stringify(call)}\n`);
    asOtherUser(bench);
    const journal = join(bench.root, OTHERS, 'keep/journal.jsonl');
    const [good = ''] = readFileSync(journal, 'utf8').split('\n');
    const { crc: _, v: __, ...deed } = JSON.parse(good);
    const intent = { ...deed, t: 'intent', seq: 9, id: 'i' };
    writeFileSync(journal, toLine(intent), { flag: 'a' });
    const claim = {
      t: 'claimed',
      id: 'c',
      job: 'audit',
      period: null,
      at: 1,
      now: 1,
      seed: 's',
      until: 2,
      owner: {},
    };
    writeFileSync(join(bench.root, OTHERS, 'keep/runs.jsonl'), toLine(claim), { flag: 'a' });
    const { adopted } = await bench.json(['trust', '--adopt-history'], { now: later(4) });
    expect(adopted).toMatchObject({ sessions: 1, calls: 1, leftOut: [] });
    expect(adopted.runs).toBeGreaterThan(0);
    const own = (name: string) => readFileSync(ownState(bench, `keep/${name}`), 'utf8');
    expect(own('journal.jsonl')).not.toContain('"t":"intent"');
    expect(own('runs.jsonl')).not.toContain('"job":"audit"');
    expect(own('tools-2026-06-07.jsonl')).toContain('"t1"');
    expect((await bench.json(['sessions', 'show', 'mine'])).ok).toBe(true);
  });

  it('leaves out what is not fit: paths outside, other worktrees, broken forms, wrong images, links', async () => {
    const bench = await lived();
    asOtherUser(bench);
    const journal = join(bench.root, OTHERS, 'keep/journal.jsonl');
    const [good] = readFileSync(journal, 'utf8').split('\n');
    const { crc: _, v: __, ...deed } = JSON.parse(good ?? '');
    const touched = deed.touched[0];
    const bad = [
      { ...deed, id: 'bad-1', touched: [{ ...touched, path: '/etc/passwd' }] },
      { ...deed, id: 'bad-2', touched: [{ ...touched, path: 'content/../../x' }] },
      { ...deed, id: 'bad-3', touched: [{ ...touched, do: 'move', to: '.git/hooks/post-commit' }] },
      { ...deed, id: 'bad-4', touched: [{ ...touched, path: '.daybook/keep/x' }] },
      { ...deed, id: 'bad-5', touched: [{ ...touched, path: '~/content/MEMORY.md' }] },
      { ...deed, id: 'bad-6', worktree: '/tmp' },
      { ...deed, id: 'bad-7', seq: '1' },
      { ...deed, id: '../bad-8' },
      { ...deed, id: 'bad-9', touched: [{ ...touched, splices: [{ at: -1, old: '', new: '' }] }] },
      { ...deed, id: 'bad-10', touched: [{ ...touched, after: 'x' }] },
    ];
    writeFileSync(journal, Buffer.concat(bad.map(toLine)), { flag: 'a' });
    bench.write(`${OTHERS}/keep/images/${'b'.repeat(64)}`, 'not that text');
    const secret = join(freshFolder(), 'secret');
    writeFileSync(secret, 'of another');
    symlinkSync(secret, join(bench.root, OTHERS, 'keep/images', `own-${'c'.repeat(16)}`));
    const { adopted } = await bench.json(['trust', '--adopt-history'], { now: later(2) });
    expect(adopted).toMatchObject({ records: 2, images: 2 });
    expect(adopted.leftOut).toHaveLength(bad.length);
    expect(readFileSync(ownState(bench, 'keep/journal.jsonl'), 'utf8')).not.toContain('bad-');
    expect(existsSync(journal)).toBe(true);
    const images = readdirSync(ownState(bench, 'keep/images'));
    expect(images).not.toContain('b'.repeat(64));
    expect(images.map((name) => readFileSync(ownState(bench, `keep/images/${name}`), 'utf8'))).not.toContain(
      'of another',
    );
  });
});

describe('a file of the registry', () => {
  it.each([
    ['is damaged', (file: string) => writeFileSync(file, '{"path":')],
    [
      'is of another root',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('work', 'wörk')),
    ],
    [
      'is a link',
      (file: string) => {
        renameSync(file, `${file}.away`);
        symlinkSync(`${file}.away`, file);
      },
    ],
    ['is open to others', (file: string) => chmodSync(file, 0o666)],
    [
      'is a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('that %s is not believed: nothing of it is read or written, and doctor says so', async (_, harm) => {
    const bench = await lived();
    const file = getEntryFile(homeOf(bench), bench.root);
    harm(file);
    const before = bytesIn(join(bench.root, '.daybook'));
    expect(await historyOf(bench)).toEqual([]);
    const { error } = await bench.json(['log', 'x y z', '--type', 'fact']);
    expect(error).toMatchObject({ code: 'unsafe-registry', message: expect.stringContaining(file) });
    expect(bytesIn(join(bench.root, '.daybook'))).toEqual(before);
    expect((await bench.run(['doctor'])).out).toMatch(/BAD.* known workspaces.*not believed/);
    expect(bench.read(MEMORY)).not.toContain('x y z');
  });
});

describe('DAYBOOK_HOME', () => {
  const EVERYTHING = [
    ['which'],
    ['status'],
    ['log', 'x', '--type', 'fact'],
    ['recall'],
    ['search', 'x'],
    ['init'],
    ['doctor', '--fix'],
    ['trust'],
    ['trust', '--list'],
    ['tokens', 'daybook.yaml'],
    ['cron', 'tick'],
    ['edges', 'add', 'x', '--global'],
    ['uninstall', '--yes'],
  ];

  it.each([
    ['in the workspace', (bench: Workspace) => join(bench.root, 'home')],
    ['in a new folder of the workspace', (bench: Workspace) => join(bench.root, 'a/b/c')],
    ['the workspace itself', (bench: Workspace) => bench.root],
    [
      'in the git repository of the workspace',
      (bench: Workspace) => {
        mkdirSync(join(bench.root, '../.git'));
        return join(bench.root, '../evil');
      },
    ],
    [
      'in another workspace',
      (bench: Workspace) => {
        mkdirSync(join(bench.home, 'other/deep'), { recursive: true });
        writeFileSync(join(bench.home, 'other/daybook.yaml'), '');
        return join(bench.home, 'other/deep');
      },
    ],
    [
      'another workspace',
      (bench: Workspace) => {
        mkdirSync(join(bench.home, 'other'));
        writeFileSync(join(bench.home, 'other/daybook.yaml'), '');
        return join(bench.home, 'other');
      },
    ],
    [
      'a link into the workspace',
      (bench: Workspace) => {
        symlinkSync(join(bench.root, 'content'), join(bench.home, 'link'));
        return join(bench.home, 'link/new');
      },
    ],
    ['a relative path', () => 'home'],
    [
      'open to everybody',
      (bench: Workspace) => {
        mkdirSync(join(bench.home, 'open'));
        chmodSync(join(bench.home, 'open'), 0o777);
        return join(bench.home, 'open');
      },
    ],
  ])('that is %s is refused by every command, hook and the server', async (_, make) => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Facts\n\n- shown to nobody\n' });
    const env = { DAYBOOK_HOME: make(bench) };
    const before = bench.files();
    for (const args of EVERYTHING)
      expect((await bench.json(args, { env })).error, args.join(' ')).toMatchObject({
        code: 'unsafe-home',
        message: expect.stringContaining('DAYBOOK_HOME'),
      });
    const all = { HOME: bench.home, PATH: process.env.PATH ?? '', DAYBOOK_NOW: later(0), ...env };
    const spawned = (args: string[], input: string) =>
      spawnSync(process.execPath, [COMMAND, ...args], {
        cwd: bench.root,
        env: all,
        input,
        encoding: 'utf8',
      });
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse'])
      expect(
        spawned(['hook', event], JSON.stringify({ session_id: 's', prompt: 'shown', tool_name: 'Bash' }))
          .stdout,
      ).toBe('');
    const server = spawned(['mcp'], CALLS);
    expect(server.stdout).not.toContain('shown to nobody');
    expect(`${server.stdout}${server.stderr}`).toContain('is not used');
    expect(bench.files()).toEqual(before);
    expect(existsSync(join(bench.root, '.daybook'))).toBe(false);
  });

  it('that follows from a HOME in the workspace is refused as well', async () => {
    const bench = createWorkspace();
    const { error } = await bench.json(['status'], {
      env: { HOME: join(bench.root, 'content'), DAYBOOK_HOME: '' },
    });
    expect(error.code).toBe('unsafe-home');
  });

  it('may hold its own settings, and is a workspace where it is named', async () => {
    const bench = createWorkspace();
    await bench.run(['edges', 'add', 'sed needs -i', '--global']);
    expect(existsSync(join(homeOf(bench), 'daybook.yaml'))).toBe(true);
    expect((await log(bench, 'goes on')).status).toBe(0);
    expect((await bench.run(['history', '--workspace', homeOf(bench)])).status).toBe(0);
    expect((await bench.json(['status'], { cwd: homeOf(bench) })).error.code).toBe('unsafe-home');
  });
});

const CALLS = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'mind_search', arguments: { query: 'shown' } },
  },
]
  .map((call) => `${JSON.stringify(call)}\n`)
  .join('');

describe('a folder of another user', () => {
  it('is read, and not written, by the shipped command as another user', async () => {
    if (!isRoot || spawnSync('setpriv', ['--version']).status !== 0)
      return console.log('NOT TRIED: only root can become another user, and needs setpriv');
    const folder = freshFolder();
    for (const part of ['dist', 'templates']) cpSync(part, join(folder, part), { recursive: true });
    const bench = await lived();
    const home = join(folder, 'home');
    mkdirSync(home);
    chownSync(home, NOBODY, NOBODY);
    for (const open of [folder, join(bench.root, '..'), bench.root]) chmodSync(open, 0o755);
    const before = bytesIn(bench.root);
    const run = (...args: string[]) =>
      spawnSync(
        'setpriv',
        [
          '--reuid=65534',
          '--regid=65534',
          '--clear-groups',
          process.execPath,
          join(folder, 'dist/daybook.cjs'),
          ...args,
        ],
        { cwd: bench.root, env: { HOME: home, PATH: process.env.PATH ?? '' }, encoding: 'utf8' },
      );
    const found = run('search', 'second');
    expect([found.status, found.stdout]).toEqual([0, expect.stringContaining('the second fact')]);
    expect(found.stderr.match(/others can write to/g)).toHaveLength(1);
    expect(run('recall').stdout).toContain('the second fact');
    expect(run('history').stdout).toContain('Nothing has changed here yet.');
    const refused = run('log', 'x', '--type', 'fact');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('daybook trust')]);
    expect(bytesIn(bench.root)).toEqual(before);
    expect(existsSync(join(home, '.daybook/workspaces'))).toBe(false);
  });

  it('is read, and written only where it is trusted', async () => {
    if (!isRoot) return console.log('NOT TRIED: only root can give a folder away');
    const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Facts\n\n- by hand\n' });
    chownSync(join(bench.root, 'daybook.yaml'), NOBODY, NOBODY);
    const before = bench.files();
    const found = await bench.run(['search', 'hand']);
    expect([found.status, found.out]).toEqual([0, expect.stringContaining('by hand')]);
    expect(found.err.trim().split('\n')).toEqual([
      expect.stringContaining('reading only; to write there: daybook trust'),
    ]);
    expect((await bench.run(['recall'])).out).toContain('by hand');
    for (const args of [
      ['log', 'x', '--type', 'fact'],
      ['context'],
      ['init'],
      ['doctor', 'unlock'],
      ['export', '--format', 'hugo'],
    ])
      expect((await bench.json(args)).error, args.join(' ')).toMatchObject({
        code: 'not-yours',
        hint: expect.stringContaining('daybook trust'),
      });
    expect(bench.files()).toEqual(before);
    expect(existsSync(join(bench.root, '.daybook'))).toBe(false);
    expect((await bench.run(['trust'])).status).toBe(0);
    expect((await bench.run(['log', 'mine by trust', '--type', 'fact'])).err).toBe('');
    expect(bench.read(MEMORY)).toContain('mine by trust');
    await bench.run(['trust', '--revoke']);
    expect((await bench.json(['log', 'again', '--type', 'fact'])).error.code).toBe('not-yours');
  });
});
