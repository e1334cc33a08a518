import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/errors.js';
import { invertEdits } from '../../../src/markdown/text-edit.js';
import { computeHash } from '../../../src/platform/encoding.js';
import { ConflictError, openStore } from '../../../src/store/store.js';
import {
  append,
  appending,
  get,
  operation,
  put,
  quickStore,
  stateOf,
  workspace,
} from '../../support/store-root.js';

const M = 'content/MEMORY.md';

describe('commit', () => {
  it('creates, edits, moves and removes, and records it in the history', () => {
    const root = workspace();
    const store = openStore(root);
    append(store, M, 'one');
    append(store, M, 'two');
    const note = store.snapshot().note(M)!;
    store.transaction(0, (tx) =>
      tx.commit(
        operation([{ kind: 'move', path: M, to: 'content/archive/M.md', base: note.hash, why: 'old' }]),
      ),
    );
    expect(existsSync(join(root.root, M))).toBe(false);
    expect(get(root, 'content/archive/M.md')).toBe('one\ntwo\n');
    store.transaction(0, (tx) =>
      tx.commit(operation([{ kind: 'remove', path: 'content/archive/M.md', base: note.hash, why: 'gone' }])),
    );
    expect(store.history().map(({ seq, touched }) => [seq, touched[0]!.do])).toEqual([
      [4, 'remove'],
      [3, 'move'],
      [2, 'edit'],
      [1, 'create'],
    ]);
    expect(store.version(note.hash)).toBe('one\ntwo\n');
    expect(readdirSync(join(root.root, '.daybook/locks'))).toEqual([]);
    expect(readdirSync(join(root.root, 'content'))).toEqual(['archive']);
  });

  it('does an operation once, by its id', () => {
    const root = workspace();
    const store = quickStore(root);
    const once = operation([{ kind: 'create', path: M, text: 'a\n', why: '' }]);
    const first = store.transaction(0, (tx) => tx.commit(once));
    expect(quickStore(root).transaction(0, (tx) => tx.commit(once))).toEqual(first);
    expect(store.history()).toHaveLength(1);
  });

  it('refuses to write over what it has not read', () => {
    const root = workspace({ [M]: 'a\n' });
    const store = quickStore(root);
    const change = appending(store, M, 'b');
    put(root.root, M, 'c\n');
    expect(() => store.transaction(0, (tx) => tx.commit(operation([change])))).toThrow(ConflictError);
    expect(() =>
      store.transaction(0, (tx) => tx.commit(operation([{ kind: 'create', path: M, text: 'x', why: '' }]))),
    ).toThrow(ConflictError);
    expect(get(root, M)).toBe('c\n');
    expect(store.history()).toEqual([]);
  });

  it('makes all changes of an operation or none', () => {
    const root = workspace({ [M]: 'a\n', 'content/B.md': 'b\n' });
    const store = quickStore(root);
    const changes = [appending(store, M, 'x'), appending(store, 'content/B.md', 'y')];
    put(root.root, 'content/B.md', 'other\n');
    expect(() => store.transaction(0, (tx) => tx.commit(operation(changes)))).toThrow(ConflictError);
    expect([get(root, M), get(root, 'content/B.md')]).toEqual(['a\n', 'other\n']);
  });

  it('keeps byte order mark, line endings, mode and a link to the file', () => {
    const root = workspace({ 'AGENTS.md': '\ufeffone\r\ntwo' });
    symlinkSync('AGENTS.md', join(root.root, 'CLAUDE.md'));
    chmodSync(join(root.root, 'AGENTS.md'), 0o640);
    const store = quickStore(root);
    const { hash, text, bom } = store.snapshot().note('CLAUDE.md')!;
    expect([text, bom]).toEqual(['one\r\ntwo', true]);
    const edit = {
      kind: 'edit',
      path: 'CLAUDE.md',
      base: hash,
      splices: [{ at: 3, old: '', new: '!' }],
      why: '',
    } as const;
    store.transaction(0, (tx) => tx.commit(operation([edit])));
    expect(get(root, 'AGENTS.md')).toBe('\ufeffone!\r\ntwo');
    expect(lstatSync(join(root.root, 'CLAUDE.md')).isSymbolicLink()).toBe(true);
    expect(statSync(join(root.root, 'AGENTS.md')).mode & 0o777).toBe(0o640);
  });

  it('refuses foreign hard links, links among the notes, and paths that lead out', () => {
    const root = workspace({ [M]: 'a\n', 'other.txt': 'x' });
    const store = quickStore(root);
    const change = appending(store, M, 'b');
    linkSync(join(root.root, M), join(root.root, 'second'));
    expect(() => store.transaction(0, (tx) => tx.commit(operation([change])))).toThrow(/hard links/);
    symlinkSync('/etc/hostname', join(root.root, 'content/L.md'));
    symlinkSync('/etc', join(root.root, 'content/etc'));
    const payloads = [
      'content/L.md',
      'content/etc/x.md',
      '../x',
      'content/../../x',
      '/etc/x',
      'content//x',
      'a\\b',
      'C:\\x',
      '',
      '.',
      '.daybook/keep/x',
      '.git/config',
      'a/.git/x',
      'content/\0',
    ];
    for (const path of payloads) {
      const create = { kind: 'create', path, text: 'x', why: '' } as const;
      expect(() => store.transaction(0, (tx) => tx.commit(operation([create]))), path).toThrow(UserError);
      expect(store.snapshot().note(path), path).toBeNull();
    }
    expect(get(root, M)).toBe('a\n');
  });

  it('keeps the state folder to its owner and out of git', () => {
    const root = workspace();
    const store = quickStore(root);
    expect(existsSync(join(root.root, '.daybook'))).toBe(false);
    append(store, M, 'a');
    const mode = (path: string) => statSync(path).mode & 0o777;
    for (const path of ['', 'keep', 'cache', 'keep/images', 'keep/spool'])
      expect(mode(stateOf(root.root, path)), path).toBe(0o700);
    for (const path of ['.daybook', '.daybook/locks', '.global/workspaces'])
      expect(mode(join(root.root, path)), path).toBe(0o700);
    expect(mode(stateOf(root.root, 'keep/journal.jsonl'))).toBe(0o600);
    expect(get(root, '.daybook/.gitignore')).toBe('*\n');
  });
});

describe('versions', () => {
  it('restores every overwritten version, also those of other writers', () => {
    const root = workspace({ [M]: 'theirs 0\n' });
    const store = quickStore(root);
    const versions: string[] = [];
    for (let i = 1; i <= 12; i++) {
      versions.push(get(root, M));
      append(store, M, `ours ${i}`);
      versions.push(get(root, M));
      if (i % 3 === 0) put(root.root, M, get(root, M).replace('ours', `theirs ${i}, ours`));
    }
    put(root.root, M, 'all gone\n');
    for (const text of versions) expect(store.version(computeHash(text))).toBe(text);
    expect(store.version(computeHash('never'))).toBeNull();
  });

  it('undoes by its own splices', () => {
    const root = workspace({ [M]: 'a\n' });
    const store = quickStore(root);
    append(store, M, 'b');
    const [record] = store.history();
    const { path, after, splices } = record!.touched[0]!;
    const back = { kind: 'edit', path, base: after!, splices: invertEdits(splices), why: 'undo' } as const;
    store.transaction(0, (tx) => tx.commit(operation([back], { undoes: record!.seq })));
    expect(get(root, M)).toBe('a\n');
    expect(store.history()[0]!.undoes).toBe(1);
  });

  it('knows which lines it wrote', () => {
    const root = workspace({ [M]: 'theirs\n' });
    const store = quickStore(root);
    append(store, M, 'ours "quoted" ^k3m9p2x1ab4');
    expect(store.isOwnLine(M, 'ours "quoted" ^k3m9p2x1ab4')).toBe(true);
    expect(store.isOwnLine(M, 'theirs')).toBe(false);
    expect(store.isOwnLine('content/other.md', 'ours "quoted" ^k3m9p2x1ab4')).toBe(false);
  });

  it('prunes by age, never the last version of anything', () => {
    const root = workspace({ [M]: 'base\n', 'content/B.md': 'b\n' });
    const store = quickStore(root);
    const day = (n: number) => Date.UTC(2026, 0, n);
    append(store, 'content/B.md', 'bb', { now: day(1) });
    const gone = store.snapshot().note('content/B.md')!;
    store.transaction(0, (tx) =>
      tx.commit(
        operation([{ kind: 'remove', path: 'content/B.md', base: gone.hash, why: '' }], { now: day(2) }),
      ),
    );
    const texts = new Map<number, string>();
    for (let n = 1; n <= 60; n++) {
      texts.set(n, get(root, M));
      append(store, M, `line ${n}`, { now: day(n) });
    }
    expect(store.prune(day(60), 30)).toBe(30);
    expect(store.history()).toHaveLength(32);
    for (let n = 31; n <= 60; n++)
      expect(store.version(computeHash(texts.get(n)!)), `day ${n}`).toBe(texts.get(n));
    expect(store.version(gone.hash)).toBe('b\nbb\n');
    expect(store.isOwnLine(M, 'line 3')).toBe(true);
    expect(store.isOwnLine(M, 'base')).toBe(false);
    append(store, M, 'after', { now: day(61) });
    expect(store.history()[0]!.seq).toBe(63);
  });
});

describe('spool, cache, heartbeat', () => {
  it('removes unused caches: those not in the catalogue, and drafts, after a day', () => {
    const root = workspace({ [M]: 'x\n' });
    const store = quickStore(root);
    append(store, M, 'one');
    const cache = stateOf(root.root, 'cache');
    const layers = ['index-0000000a', 'index-0000000b', 'index-0000000c'];
    const stays = ['settings.json', 'counts', 'index-0000000a', 'index-0000000c'];
    store.writeCache('catalogue', Buffer.from('{"layers":["index-0000000a"]} and more'));
    for (const name of [...layers, 'settings.json', 'counts']) store.writeCache(name, Buffer.from('x'));
    writeFileSync(join(cache, '.12-ab.part'), 'x');
    const before = new Date(Date.now() - 30 * 3_600_000);
    for (const name of readdirSync(cache))
      if (name !== 'index-0000000c') utimesSync(join(cache, name), before, before);
    store.prune(Date.now(), 30);
    expect(readdirSync(cache).sort()).toEqual(['catalogue', ...stays].sort());
  });

  it('hands over each request once, in order', () => {
    const root = workspace();
    const store = quickStore(root);
    const request = { verb: 'log', input: { text: 'x' }, seed: 's', by: null, session: null };
    store.enqueue({ ...request, id: 'b', now: 2 });
    store.enqueue({ ...request, id: 'a', now: 1 });
    store.enqueue({ ...request, id: 'a', now: 1 });
    expect(() => store.enqueue({ ...request, id: '../a', now: 1 })).toThrow(RangeError);
    expect(store.waiting().map(({ id }) => id)).toEqual(['a', 'b']);
    const change = { kind: 'create', path: M, text: 'x\n', why: '' } as const;
    store.transaction(0, (tx) => tx.commit(operation([change], { id: 'a', resumable: true })));
    store.transaction(0, (tx) => {
      expect(tx.spooled().map(({ id }) => id)).toEqual(['b']);
      tx.drop('b', 'no such type');
    });
    expect(store.waiting()).toEqual([]);
    expect(readdirSync(stateOf(root.root, 'keep/spool'))).toEqual([expect.stringMatching(/^b\..*refused$/)]);
  });

  it('keeps the other fields of the heartbeat, and takes damage for silence', () => {
    const root = workspace();
    const store = quickStore(root);
    expect(store.heartbeat()).toBeNull();
    store.beat({ lastActivity: 5, sessionEnds: [2] });
    expect(store.heartbeat()).toEqual({ lastActivity: 5, sessionEnds: [2] });
    writeFileSync(join(root.root, '.daybook/signal.json'), '{"lastActivity":5,"other":1}');
    store.beat({ lastActivity: 6, sessionEnds: [] });
    const written = { lastActivity: 6, last_activity: '1970-01-01T00:00:00.006Z', other: 1 };
    expect(JSON.parse(get(root, '.daybook/signal.json'))).toEqual(written);
    for (const damage of [
      { lastActivity: 5 },
      { last_activity: '1970-01-01T00:00:00.005Z' },
      { last_activity: '?' },
    ]) {
      writeFileSync(join(root.root, '.daybook/signal.json'), JSON.stringify({ ...written, ...damage }));
      expect(store.heartbeat(), JSON.stringify(damage)).toBeNull();
    }
    writeFileSync(join(root.root, '.daybook/signal.json'), '{"lastAct');
    expect(store.heartbeat()).toBeNull();
  });

  it('reads caches whole and in parts, and lives without them', () => {
    const root = workspace();
    const store = quickStore(root);
    store.writeCache('index', Buffer.from('abc'));
    expect(store.readCache('index')).toBeNull();
    append(store, M, 'a');
    store.writeCache('index', Buffer.from('abcdef'));
    expect(Buffer.from(store.readCache('index')!).toString()).toBe('abcdef');
    const open = store.openCache('index')!;
    expect([open.size, Buffer.from(open.read(2, 10)).toString()]).toEqual([6, 'cdef']);
    open.close();
    rmSync(stateOf(root.root, 'cache'), { recursive: true });
    expect(store.openCache('index')).toBeNull();
    append(store, M, 'b');
    expect(get(root, M)).toBe('a\nb\n');
  });

  it('finds the end of a long journal by its cache, and without it', () => {
    const root = workspace();
    const store = quickStore(root);
    for (let i = 0; i < 300; i++) append(store, M, `line ${i}`);
    expect(existsSync(stateOf(root.root, 'cache/ledger.json'))).toBe(true);
    append(quickStore(root), M, 'with');
    rmSync(stateOf(root.root, 'cache/ledger.json'));
    append(quickStore(root), M, 'without');
    writeFileSync(stateOf(root.root, 'cache/ledger.json'), '{"ino":1');
    append(quickStore(root), M, 'damaged');
    expect(store.history()[0]!.seq).toBe(303);
  });
});
