// @module-tag full: it runs commands many times over
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshFolder, inState, settle, stateOf } from '../support/store-root.js';
import { createWorkspace, FULL, later, QUICK, type Workspace } from '../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const TEXT = '# Memory\n\n## Decisions\n\n- by hand\n';

describe('a text that cannot be one entry', () => {
  const TEXTS: Readonly<Record<string, readonly [text: string, status: number, said: RegExp]>> = {
    nothing: ['', 2, /needs TEXT|nothing to log/],
    blanks: [' \n\t ', 2, /nothing to log/],
    'a megabyte': ['long '.repeat(200_000), 1, /too long[\s\S]*1000000[\s\S]*8192/],
    'a NUL byte': ['be\0fore', 2, /NUL/],
  };

  it.each(Object.entries(TEXTS))('%s is refused, and nothing is changed', async (_, [text, status, said]) => {
    const bench = createWorkspace({ [MEMORY]: TEXT });
    const before = bench.files();
    const reply = await bench.run(['log', text, '--type', 'decision']);
    expect([reply.status, reply.out]).toEqual([status, '']);
    expect(reply.err).toMatch(said);
    expect(bench.files()).toEqual(before);
  });

  it('whatever it holds, it becomes one entry, or is refused', async () => {
    const texts = [
      'first line\n- [ ] a second entry ^aaaaaaaaaaa',
      'first\r\n\r\n## Decisions\r\n\r\n- forged',
      '```\nnever closed',
      '<!-- MIND:END -->',
      '<!-- never closed',
      '<script>alert(1)</script>',
      '- [x] done ^abc [[x#^y]] [by:: root]',
      '# a heading',
      '> quoted — because',
      '1. numbered',
      '\u202Eright to left\u202C and \u200Bzero width',
      '| a | b |',
      '\\',
      '    indented',
      '---',
      '\uFEFFbom',
      '😀 emoji \uD800 half of one',
      'x'.repeat(8000),
      '*a_ '.repeat(1500),
      '[foo]: /url',
    ];
    const types = ['decision', 'experience', 'fact'];
    for (const [i, text] of texts.entries()) {
      for (const type of FULL ? types : types.slice(i % 3, (i % 3) + 1)) {
        const bench = createWorkspace({ [MEMORY]: TEXT, 'CLAUDE.md': '# Rules\n' });
        const count = (await bench.json(['status'])).counts.entries;
        const before = bench.files();
        const reply = await bench.json(['log', text, '--type', type], { now: later(1) });
        const after = (await bench.json(['status'], { now: later(2) })).counts.entries;
        const told = `${type} ${JSON.stringify(text.slice(0, 40))} ${JSON.stringify(reply.error ?? '')}`;
        expect(after - count, told).toBe(reply.ok ? 1 : 0);
        if (!reply.ok) expect(bench.files(), told).toEqual(before);
        else expect(bench.read(MEMORY), told).toContain('## Decisions\n\n- by hand\n');
        expect((await bench.json(['context'], { now: later(3) })).ok, told).toBe(true);
        const claude = bench.read('CLAUDE.md');
        expect([claude.split('<!--').length, claude.split('-->').length], told).toEqual([3, 3]);
        const bad = (await bench.json(['doctor'], { now: later(4) })).checks.filter(
          (one: { ok: boolean }) => !one.ok,
        );
        expect(bad, told).toEqual([]);
      }
    }
  });
});

describe('a note that cannot be read', () => {
  const LATIN = Buffer.from('# Memory\n\n## Decisions\n\n- caf\xe9\n', 'latin1');
  const HARM: Readonly<Record<string, (path: string) => void>> = {
    'Latin-1': (path) => writeFileSync(path, LATIN),
    'UTF-16': (path) => writeFileSync(path, Buffer.from(`\uFEFF${TEXT}`, 'utf16le')),
    'half a character': (path) => writeFileSync(path, Buffer.from(`${TEXT}é`).subarray(0, -1)),
    'larger than a note may be': (path) => writeFileSync(path, `${TEXT}${'x'.repeat(80)}\n`.repeat(30_000)),
    'a folder': (path) => mkdirSync(path),
    'a pipe': (path) => execFileSync('mkfifo', [path]),
    'a link that leads nowhere': (path) => symlinkSync('nowhere.md', path),
    'a link to itself': (path) => symlinkSync('MEMORY.md', path),
    'a link out of the workspace': (path) => symlinkSync('/etc/hostname', path),
    'an endless device': (path) => symlinkSync('/dev/zero', path),
  };

  it.each(Object.entries(HARM))('%s: it is left as it is, and everything says so', async (_, harm) => {
    const bench = createWorkspace({
      'content/SESSION.md': '# Session\n\n## Experience\n\n- learned src/x.ts needs --y\n',
    });
    await bench.run(['session']);
    const path = join(bench.root, MEMORY);
    harm(path);
    const before = bench.files();
    const refused = await bench.json(['log', 'x y', '--type', 'decision'], { now: later(1) });
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(MEMORY) } });
    expect(bench.files()).toEqual(before);
    const rolling = await bench.run(['recall'], { now: later(90) });
    expect([rolling.status, rolling.err.includes(MEMORY)]).toEqual([0, true]);
    expect(bench.files()).toEqual(before);
    const brief = await bench.run(['recall', '--no-promote'], { now: later(91) });
    expect([brief.status, brief.err.includes(MEMORY)]).toEqual([0, true]);
    for (const args of [
      ['search', 'x'],
      ['session'],
      ['status'],
      ['log', 'elsewhere', '--type', 'experience'],
    ])
      expect((await bench.run(args, { now: later(92) })).status, args[0]).toBe(0);
  });

  it('is named by doctor', async () => {
    const bench = createWorkspace({ [MEMORY]: LATIN });
    const { ok, checks } = await bench.json(['doctor']);
    expect([
      ok,
      checks.filter((one: { ok: boolean }) => !one.ok).map((one: { detail: string }) => one.detail),
    ]).toEqual([true, [expect.stringContaining(MEMORY)]]);
    expect((await bench.run(['doctor'])).status).toBe(1);
  });

  it('a CLAUDE.md that is not UTF-8 is left alone', async () => {
    const bench = createWorkspace({ 'CLAUDE.md': LATIN });
    for (const args of [['context'], ['recall'], ['uninstall', '--yes'], ['init']]) {
      const reply = await bench.run(args, { now: later(1) });
      expect(reply.status, args[0]).not.toBe(70);
      expect(reply.err, args[0]).toContain('CLAUDE.md');
      expect(readFileSync(join(bench.root, 'CLAUDE.md'))).toEqual(LATIN);
    }
  });

  it('settings that are none are told, and defaults hold', async () => {
    for (const bad of [
      'a: [',
      '- 1\n- 2\n',
      Buffer.from([0xff, 0xfe, 0x00]),
      `x: ${'y'.repeat(20_000)}`,
      'session: {gap: soon}\n',
    ]) {
      const bench = createWorkspace({ 'daybook.yaml': bad });
      const { status, err } = await bench.run(['log', 'still works', '--type', 'fact']);
      expect([status, err.startsWith('daybook: daybook.yaml')], String(bad).slice(0, 20)).toEqual([0, true]);
      expect(bench.read(MEMORY)).toContain('still works');
    }
  });

  it('hostile Markdown is left alone or edited, and never hangs', async () => {
    for (const text of [
      `${'*a_ '.repeat(8000)}\n`,
      `${'- '.repeat(4000)}x\n`,
      `${'> '.repeat(4000)}x\n`,
      `${'[a]: /u\n'.repeat(5000)}`,
      `${'x'.repeat(1_500_000)}\n`,
    ]) {
      const bench = createWorkspace({ [MEMORY]: `${text}\n${TEXT}` });
      const reply = await bench.json(['log', 'kept by us', '--type', 'decision']);
      const after = bench.read(MEMORY);
      expect(after.startsWith(text)).toBe(true);
      if (!reply.ok) expect(after).toBe(`${text}\n${TEXT}`);
      else expect(after).toBe(`${text}\n${TEXT}- kept by us ^${reply.entry.id}\n`);
    }
  });
});

/** The shipped command at a place that everybody may read, for another user to start. */
function installed(): string {
  const folder = freshFolder();
  chmodSync(folder, 0o755);
  for (const part of ['dist', 'templates']) cpSync(part, join(folder, part), { recursive: true });
  return join(folder, 'dist/daybook.cjs');
}

const NOBODY = 65_534;

/** Runs the shipped command as a user whom modes concern. */
function asNobody(command: string, bench: Workspace, args: readonly string[], minutes = 0) {
  const env = {
    HOME: bench.home,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    DAYBOOK_NOW: later(minutes),
    PATH: process.env.PATH ?? '',
  };
  const started = [process.execPath, command, ...args];
  const all =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...started]
      : started;
  const { status, stdout, stderr } = spawnSync(all[0] ?? '', all.slice(1), {
    cwd: bench.root,
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

function ownedByNobody(bench: Workspace): void {
  if (process.getuid?.() !== 0) return;
  const own = (folder: string) => {
    chownSync(folder, NOBODY, NOBODY);
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name);
      if (item.isDirectory()) own(path);
      else chownSync(path, NOBODY, NOBODY);
    }
  };
  chmodSync(join(bench.root, '..'), 0o755);
  own(bench.root);
  own(bench.home);
}

const canDrop = process.getuid?.() !== 0 || spawnSync('setpriv', ['--version']).status === 0;

describe('T27: a folder that one may not write to', () => {
  it('is told by name, and nothing is changed', async () => {
    if (!canDrop) return console.log('NOT TRIED: modes do not concern root, and setpriv is missing here');
    const command = installed();
    const bench = createWorkspace({ [MEMORY]: TEXT });
    await bench.run(['log', 'before', '--type', 'fact']);
    ownedByNobody(bench);
    expect(asNobody(command, bench, ['log', 'as nobody', '--type', 'fact'], 1)).toMatchObject({
      status: 0,
      err: '',
    });
    const before = bench.files();
    for (const [folder, mode] of [
      ['content', 0o555],
      [inState(bench.root, 'keep'), 0o500],
      ['.daybook/locks', 0o500],
    ] as const) {
      chmodSync(join(bench.root, folder), mode);
      const { status, out, err } = asNobody(
        command,
        bench,
        ['log', `not with ${folder}`, '--type', 'fact'],
        2,
      );
      expect([status, out], `${folder}: ${err}`).toEqual([1, '']);
      expect(err, folder).toMatch(
        /^daybook: .*(cannot be written: access is denied|denied).*\n.*owner.*mode/,
      );
      expect(bench.files(), folder).toEqual(before);
      for (const args of [['search', 'nobody'], ['recall', '--no-promote'], ['session'], ['history']])
        expect(asNobody(command, bench, args, 3).status, `${args[0]} without ${folder}`).toBe(0);
      chmodSync(join(bench.root, folder), 0o755);
    }
    chmodSync(stateOf(bench.root, 'keep'), 0o700);
    chmodSync(join(bench.root, '.daybook/locks'), 0o700);
    expect(asNobody(command, bench, ['log', 'again', '--type', 'fact'], 4)).toMatchObject({ status: 0 });
    expect(asNobody(command, bench, ['doctor', '--fix'], 5)).toMatchObject({ status: 0 });
  });

  it('a note that one may not read is no missing note', async () => {
    if (!canDrop) return console.log('NOT TRIED: modes do not concern root, and setpriv is missing here');
    const command = installed();
    const bench = createWorkspace({ [MEMORY]: TEXT });
    ownedByNobody(bench);
    chmodSync(join(bench.root, MEMORY), 0);
    const { status, err } = asNobody(command, bench, ['log', 'x y', '--type', 'fact']);
    expect([status, err.includes(MEMORY)]).toEqual([1, true]);
    expect(bench.read(MEMORY)).toBe(TEXT);
  });
});

/** Quickly, the disk has so many blocks of 4 KB left at first; an entry into that note needs about half of them. */
const BLOCKS = 20;

describe('T8: a full disk', () => {
  const mounts: string[] = [];
  afterEach(() => {
    for (const folder of mounts.splice(0)) spawnSync('umount', [folder]);
  });

  it('the note is unchanged or has the whole entry, the reply says which, and all works once there is space', async () => {
    const folder = freshFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k,mode=700', 'tmpfs', folder]);
    if (mounted.status !== 0) return console.log('NOT TRIED: no small file system can be mounted here');
    mounts.push(folder);
    const bench = createWorkspace({}, '.');
    rmSync(join(bench.root, 'daybook.yaml'));
    const small = { ...bench, root: folder };
    const run = (args: readonly string[], minutes: number) =>
      bench.run(args, { cwd: folder, now: later(minutes) });
    writeFileSync(join(folder, 'daybook.yaml'), QUICK);
    mkdirSync(join(folder, 'content'));
    writeFileSync(join(folder, MEMORY), `${TEXT}\n${'A long text of a person. '.repeat(800)}\n`);
    settle(join(folder, MEMORY));
    expect(await run(['log', 'before it is full', '--type', 'fact'], 0)).toMatchObject({
      status: 0,
      err: '',
    });
    let [refused, done, n] = [0, 0, 0];
    for (let left = FULL ? Number(statfsSync(folder).bavail) : BLOCKS; left >= 0; left -= 1) {
      fill(folder, left);
      const before = readFileSync(join(folder, MEMORY), 'utf8');
      const { status, out, err } = await run(['log', `entry ${++n}`, '--type', 'fact', '--json'], n);
      const after = readFileSync(join(folder, MEMORY), 'utf8');
      if (status === 0) {
        done++;
        expect(
          after.split('\n').filter((line) => line === `- entry ${n} ^${JSON.parse(out).entry.id}`).length,
        ).toBe(1);
      } else {
        refused++;
        expect([status, JSON.parse(out).error.code, err]).toEqual([1, 'disk-full', '']);
        expect(after).toBe(before);
      }
      rmSync(join(folder, 'ballast'), { force: true });
    }
    expect((await run(['log', 'room again', '--type', 'fact'], n + 1)).status).toBe(0);
    expect((await run(['doctor', '--fix'], n + 2)).status).toBe(0);
    expect(readFileSync(join(small.root, MEMORY), 'utf8')).toContain('room again');
    console.log(`full disk: ${n} entries with less and less space, ${done} done, ${refused} refused, 0 torn`);
    expect([refused > 0, done > 0]).toEqual([true, true]);
  });
});

/** Takes all room but so many blocks of 4 KB. */
function fill(folder: string, blocks: number): void {
  const path = join(folder, 'ballast');
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(path, Buffer.alloc(Math.max(0, Number(bavail) - blocks) * Number(bsize)));
  } catch {}
}
