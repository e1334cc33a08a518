// @module-tag full: it runs commands many times over
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../support/bundled.js';
import { createWorkspace, FULL, start, type Workspace } from '../support/workspace.js';

const HOUR_AGO = new Date(Date.now() - 3_600_000);

/** The folder of the state that this workspace uses. */
function stateOf({ root }: Workspace): string {
  const below = readdirSync(join(root, '.daybook'), { recursive: true, encoding: 'utf8' });
  const [keep = ''] = below.filter((path) => /(?:^|[/\\])keep$/.test(path));
  return join(root, '.daybook', dirname(keep));
}

/** A workspace with two sessions of two turns each, by the shipped command. */
async function kept() {
  const bench = createWorkspace({ 'content/MEMORY.md': '# Memory\n' });
  await bench.run(['log', 'the port is 8080', '--type', 'fact']);
  for (const [id, engine] of [
    ['filed', 'file'],
    ['logged', 'log'],
  ] as const) {
    await bench.run(['sessions', 'new', id, '--engine', engine]);
    for (const words of ['one', 'two']) await say(bench, id, words);
  }
  return { bench, state: stateOf(bench) };
}

async function say(bench: Workspace, id: string, words: string) {
  bench.write('said.txt', words);
  const { status, err } = await bench.run(['sessions', 'append', id, '--input', 'said.txt']);
  expect([status, err]).toEqual([0, '']);
}

/** What a session says. */
async function said(bench: Workspace, id: string): Promise<string[]> {
  const { out, err } = await ended(bench, ['sessions', 'resume', id, '--format', 'messages']);
  const found = [...out.matchAll(/"content":\s*"(\w+)"/g)].map(([, words = '']) => words);
  return found.length > 0 ? found : [`none: ${out}${err}`];
}

/** Runs a command: the shipped one in the full tests, else inside this process. */
async function ended(bench: Workspace, args: readonly string[]) {
  if (!FULL) return bench.run(args, { now: new Date().toISOString() });
  const env = { HOME: bench.home, DAYBOOK_HOME: join(bench.home, '.daybook'), PATH: process.env.PATH };
  return start(args, bench.root, env).ended;
}

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What doctor says of leftovers and sessions. */
async function doctor(bench: Workspace, ...more: readonly string[]): Promise<Record<string, Check>> {
  const { out } = await ended(bench, ['doctor', '--json', ...more]);
  const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

/** Doctor reports it, fixes it, and then reports nothing. */
async function expectSwept(bench: Workspace, what: RegExp) {
  const seen = await doctor(bench);
  expect(seen['leftover files']).toMatchObject({ ok: false, detail: expect.stringMatching(what) });
  await doctor(bench, '--fix');
  expect((await doctor(bench))['leftover files']).toMatchObject({ ok: true, detail: 'none' });
  expect(await said(bench, 'filed')).toEqual(['one', 'two']);
  expect(await said(bench, 'logged')).toEqual(['one', 'two']);
}

describe('what writers of sessions left when they died', () => {
  it('a half-written file: is seen and swept', async () => {
    const { bench, state } = await kept();
    for (const id of ['filed', 'never'])
      writeFileSync(join(state, `keep/sessions/.${id}.json.0a1b`), '{"v":1');
    await expectSwept(bench, /\.filed\.json\.0a1b.*\.never\.json\.0a1b/);
    expect(readdirSync(join(state, 'keep/sessions'))).toEqual(['filed.json']);
  });

  it('a torn tail: is seen, and set aside, and its number is not given again', async () => {
    const { bench, state } = await kept();
    const segment = join(state, 'keep/eventlog/logged/000001.jsonl');
    appendFileSync(segment, '{"v":1,"t":"message","seq":9,"prev":3,"at":"2026-06-07');
    await expectSwept(bench, /logged.000001\.jsonl/);
    const [aside = ''] = readdirSync(dirname(segment)).filter((name) => name.includes('.torn-'));
    expect(readFileSync(join(dirname(segment), aside), 'utf8')).toContain('"seq":9,');
    expect((await doctor(bench)).sessions).toMatchObject({
      ok: true,
      detail: expect.stringContaining(aside),
    });
    await say(bench, 'logged', 'three');
    expect(readFileSync(segment, 'utf8')).toContain('"seq":10,');
  });

  it('a whole record whose line was not ended: is seen, and kept', async () => {
    const { bench, state } = await kept();
    const segment = join(state, 'keep/eventlog/logged/000001.jsonl');
    const whole = readFileSync(segment);
    truncateSync(segment, whole.length - 1);
    await expectSwept(bench, /logged.000001\.jsonl/);
    expect(readFileSync(segment)).toEqual(whole);
  });

  it('a folder in which nothing was written: is seen and swept', async () => {
    const { bench, state } = await kept();
    mkdirSync(join(state, 'keep/eventlog/begun'));
    await expectSwept(bench, /eventlog.begun/);
    expect(existsSync(join(state, 'keep/eventlog/begun'))).toBe(false);
  });

  it('torn and damaged bytes without a session: are kept and reported', async () => {
    const { bench, state } = await kept();
    mkdirSync(join(state, 'keep/eventlog/gone'));
    writeFileSync(join(state, 'keep/eventlog/gone/000001.torn-0a'), 'what somebody said');
    writeFileSync(join(state, 'keep/sessions/lost.json.damaged-0b'), 'what somebody else said');
    for (const more of [[], ['--fix']]) {
      const { 'leftover files': debris, sessions } = await doctor(bench, ...more);
      expect([debris?.ok, sessions?.ok]).toEqual([true, true]);
      expect(sessions?.detail).toContain('000001.torn-0a, lost.json.damaged-0b');
    }
    expect(readFileSync(join(state, 'keep/eventlog/gone/000001.torn-0a'), 'utf8')).toBe('what somebody said');
  });

  it('half-written files of the store: are swept when they are old, and left alone while they may be in use', async () => {
    const { bench, state } = await kept();
    const paths = [
      'keep/.7-0a.part',
      'keep/spool/.7-0b.part',
      'keep/images/.0c.part',
      '../signal.json.7-0d.part',
    ];
    for (const path of paths) writeFileSync(join(state, path), 'x');
    expect((await doctor(bench))['leftover files']?.ok).toBe(true);
    for (const path of paths) utimesSync(join(state, path), HOUR_AGO, HOUR_AGO);
    await expectSwept(bench, /7-0a\.part.*0c\.part.*7-0b\.part/);
    expect(paths.filter((path) => existsSync(join(state, path)))).toEqual([]);
  });
});

describe('a move between engines that was cut short', () => {
  it.each([
    ['before the copy was whole', 'file', 'filed', 60],
    ['before what was copied was taken away', 'file', 'filed', 0],
    ['while it was being taken away', 'log', 'logged', 60],
  ] as const)(
    '%s: the session is whole, and the rest is swept by doctor or the next turn',
    async (_, from, id, torn) => {
      for (const sweep of ['doctor', 'turn']) {
        const { bench, state } = await kept();
        const places = { file: `keep/sessions/${id}.json`, log: `keep/eventlog/${id}` };
        const before = join(bench.root, 'before');
        cpSync(join(state, places[from]), before, { recursive: true });
        await bench.run(['sessions', 'migrate', id, '--engine', from === 'file' ? 'log' : 'file']);
        const segment = join(state, places.log, '000001.jsonl');
        cpSync(before, join(state, places[from]), { recursive: true });
        if (torn > 0) truncateSync(segment, readFileSync(segment).length - torn);
        expect(await said(bench, id)).toEqual(['one', 'two']);
        expect((await doctor(bench))['leftover files']?.detail).toMatch(`the copy of session ${id}`);
        if (sweep === 'doctor') await expectSwept(bench, /the copy of session/);
        else await say(bench, id, 'three');
        expect(await said(bench, id)).toEqual(sweep === 'doctor' ? ['one', 'two'] : ['one', 'two', 'three']);
        expect((await doctor(bench))['leftover files']?.ok).toBe(true);
        const left = [existsSync(join(state, places.file)), existsSync(segment)];
        expect(left.filter(Boolean)).toHaveLength(1);
      }
    },
  );

  it('and after which both were gone on with: nothing is thrown away, and no move is made', async () => {
    const { bench, state } = await kept();
    const file = join(state, 'keep/sessions/filed.json');
    const before = readFileSync(file);
    await bench.run(['sessions', 'migrate', 'filed', '--engine', 'log']);
    await say(bench, 'filed', 'inlog');
    const other = await kept();
    await say(other.bench, 'filed', 'infile');
    const infile = readFileSync(join(other.state, 'keep/sessions/filed.json'));
    expect(infile).not.toEqual(before);
    writeFileSync(file, infile);
    await doctor(bench, '--fix');
    expect(readFileSync(file)).toEqual(infile);
    const { error } = await bench.json(['sessions', 'migrate', 'filed', '--engine', 'file']);
    expect(error.code).toBe('kept-twice');
    expect(readFileSync(file)).toEqual(infile);
    expect(await said(bench, 'filed')).toEqual(['one', 'two', 'inlog']);
  });
});

describe('the lock of a session', () => {
  let script = '';
  beforeAll(() => {
    script = bundled('test/support/lock-holder.ts');
  });

  it('of a process that was killed: is seen and swept; of one that lives: is left alone', async () => {
    const { bench, state } = await kept();
    const holder = spawn(process.execPath, [script, bench.root, 'filed'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { HOME: bench.home, DAYBOOK_HOME: join(bench.home, '.daybook') },
    });
    await new Promise((tx) => holder.stdout.once('data', tx));
    writeFileSync(join(state, 'keep/sessions/.filed.json.0a1b'), '{"v":1');
    expect((await doctor(bench, '--fix'))['leftover files']).toMatchObject({ ok: true, detail: 'none' });
    expect(existsSync(join(state, 'keep/sessions/.filed.json.0a1b'))).toBe(true);
    holder.kill('SIGKILL');
    await new Promise((gone) => holder.once('close', gone));
    await expectSwept(bench, /locks.sessions.filed.store\.lock/);
    expect(readdirSync(join(bench.root, '.daybook/locks/sessions/filed'))).toEqual([]);
  });
});
