// @module-tag full: it runs commands many times over
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle } from '../../support/store-root.js';
import {
  createWorkspace,
  createWorkspaceAt,
  later,
  marks,
  stamps,
  type Workspace,
} from '../../support/workspace.js';

const RICH = [
  ['tried retry with backoff in `src/net.ts`, and learned that 429 needs a longer wait', 'experience'],
  ['the staging box rejects TLS 1.1', 'gotcha'],
  ['waiting for the API key', 'blocker'],
  ['Redis for sessions, because it lost them on restart', 'rejected'],
  ['keep sessions in Postgres because it is there already', 'decision'],
] as const;

async function lived(): Promise<Workspace> {
  const bench = createWorkspace({
    'CLAUDE.md': '# Rules\n\nA person wrote this.\n',
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- a person decided this\n',
    'content/SESSION.md': '# Session\n\n## Experience\n\n- typed by hand\n\nA thought in prose.\n',
  });
  for (const [i, [text, type]] of RICH.entries())
    expect((await bench.run(['log', text, '--type', type], { now: later(i) })).status).toBe(0);
  return bench;
}

it('different entries at one moment with one seed are all written', async () => {
  const bench = createWorkspace();
  const moment = { now: later(0), seed: 'one' };
  const texts = ['the build needs Node 22', 'logs go to standard output', 'the cache is shared'];
  const numbers: number[] = [];
  for (const text of texts) numbers.push((await bench.json(['log', text, '--type', 'fact'], moment)).seq);
  expect(new Set(numbers).size).toBe(texts.length);
  for (const text of texts) expect(bench.read('content/MEMORY.md')).toContain(`- ${text} ^`);
});

describe('done twice is done once', () => {
  it('promotion: what was promoted is known, and is promoted once', async () => {
    const bench = await lived();
    const first = await bench.json(['recall'], { now: later(60) });
    expect(first.gap).toMatchObject({ promoted: 2 });
    expect(first.gap.rolled).toBeGreaterThanOrEqual(5);
    const memory = bench.read('content/MEMORY.md');
    const before = stamps(bench);
    const second = await bench.json(['recall'], { now: later(120) });
    expect(second.gap).toMatchObject({ promoted: 0, rolled: 0 });
    expect(second.changes).toEqual([]);
    expect(stamps(bench)).toEqual(before);

    const [text, type] = RICH[0];
    await bench.run(['log', text, '--type', type], { now: later(121) });
    const third = await bench.json(['recall'], { now: later(200) });
    expect(third.gap).toMatchObject({ promoted: 0, rolled: 1 });
    expect(bench.read('content/MEMORY.md')).toBe(memory);
  });

  it('a second recall writes nothing in content and CLAUDE.md', async () => {
    const bench = await lived();
    await bench.run(['recall'], { now: later(5) });
    const before = stamps(bench);
    for (const args of [
      ['recall'],
      ['recall', '--query', 'sessions'],
      ['context'],
      ['recall', '--no-promote'],
    ]) {
      const reply = await bench.json(args, { now: later(6) });
      expect(reply.changes, args.join(' ')).toEqual([]);
    }
    expect(stamps(bench)).toEqual(before);
  });

  it('what rose carries a link to a line that stands in its day', async () => {
    const bench = await lived();
    await bench.run(['recall'], { now: later(60) });
    const links = [...bench.read('content/MEMORY.md').matchAll(/\[\[(\d{4}-\d{2}-\d{2})#\^(\w+)\]\]/g)];
    expect(links.length).toBe(2);
    for (const [, day, id] of links)
      expect(marks(bench.read(`content/evolving/${day}.md`), id ?? ''), `${day}#^${id}`).toBe(1);
  });
});

/** Each verb that changes something, and what to do first. */
const VERBS: readonly (readonly [name: string, args: readonly string[], minutes: number])[] = [
  ['log', ['log', 'we agreed to ship on Friday', '--type', 'fact'], 6],
  ['recall within the session', ['recall'], 7],
  ['recall with a roll-over', ['recall'], 90],
  ['context', ['context'], 8],
  ['restore', ['restore', 'content/MEMORY.md', '--at', '2026-06-07T12:02:30'], 9],
  ['uninstall', ['uninstall', '--yes'], 10],
  ['remind', ['remind', 'renew the certificate', '--when', 'tomorrow'], 11],
  ['blocker', ['blocker', 'the box has no disk left'], 12],
  ['checkpoint', ['checkpoint'], 13],
  ['page', ['page', 'new', 'Sessions'], 14],
  ['handoff', ['handoff', '--goal', 'ship it', '--outcome', 'complete'], 17],
  ['feedback', ['feedback', 'add', '--mistake', 'ran it without --retry'], 18],
  ['day', ['day', 'add', 'obs', 'the box is slow'], 16],
  ['memory', ['memory', 'add', 'default branch: main', '--section', 'facts'], 15],
  ['reject', ['reject', 'Tailwind', '--why', 'style conflict'], 18],
  ['plan', ['plan', 'station', '--objective', 'show it'], 19],
  ['finding', ['finding', 'ui', '--summary', 'It is done.'], 20],
  ['snap', ['snap'], 21],
  ['save', ['save', '--goal', 'move login to JWT'], 17],
];

/** What a person writes at the end of every file that a verb changed. */
const WORDS = '\nThe last words of a person.\n';

describe('undo', () => {
  it.each(VERBS)(
    'of %s brings every byte back, and the undo of that does it again',
    async (_, args, minutes) => {
      const bench = await lived();
      if (args[0] === 'uninstall') await bench.run(['context'], { now: later(6) });
      const before = bench.files();
      const did = await bench.json(args, { now: later(minutes) });
      const after = bench.files();
      expect(after).not.toEqual(before);
      const undone = await bench.json(['undo', String(did.seq)], { now: later(minutes + 1) });
      expect(bench.files()).toEqual(before);
      const again = await bench.json(['undo', String(undone.seq)], { now: later(minutes + 2) });
      expect(again.ok).toBe(true);
      expect(bench.files()).toEqual(after);
      const third = await bench.json(['undo', String(again.seq)], { now: later(minutes + 3) });
      expect(third.ok).toBe(true);
      expect(bench.files()).toEqual(before);
      const refused = await bench.json(['undo', String(did.seq)], { now: later(minutes + 4) });
      expect(refused).toMatchObject({ ok: false, error: { code: 'already-undone' } });
    },
  );

  it('after init leaves the folder as it was, and init after it makes all again', async () => {
    for (const files of [{}, { 'AGENTS.md': '# Agents\n' }, { 'CLAUDE.md': '# Rules\nno final newline' }]) {
      const made = createWorkspace(files);
      rmSync(join(made.root, 'daybook.yaml'));
      const bench = createWorkspaceAt(made.root, made.home);
      const before = bench.files();
      const did = await bench.json(['init']);
      expect(did.ok).toBe(true);
      const after = bench.files();
      await bench.run(['undo', '1', '--workspace', bench.root]);
      expect(bench.files()).toEqual(before);
      expect((await bench.json(['init'])).ok).toBe(true);
      expect(bench.files()).toEqual(after);
    }
  });

  it('uninstall after init leaves the folder as it was', async () => {
    for (const files of [
      {},
      { 'AGENTS.md': '# Agents\n' },
      { 'CLAUDE.md': '# Rules\nno final newline' },
      { 'CLAUDE.md': '\uFEFF# Rules\r\n\r\n' },
    ]) {
      const made = createWorkspace(files);
      rmSync(join(made.root, 'daybook.yaml'));
      const before = made.files();
      await made.run(['init']);
      const gone = await made.json(['uninstall', '--yes']);
      expect(gone.ok).toBe(true);
      expect(made.files()).toEqual(before);
    }
  });

  it.each(VERBS)('of %s after a person’s later edits takes out only its own', async (_, args, minutes) => {
    const bench = await lived();
    if (args[0] === 'uninstall') await bench.run(['context'], { now: later(6) });
    const before = bench.files();
    const did = await bench.json(args, { now: later(minutes) });
    const after = bench.files();
    const typed: string[] = [];
    for (const { path } of did.changes) {
      const now = after[path];
      if (now === undefined) continue;
      typed.push(path);
      writeFileSync(join(bench.root, path), Buffer.from(`${now}${WORDS}`, 'latin1'));
      settle(join(bench.root, path));
    }
    const undone = await bench.json(['undo', String(did.seq)], { now: later(minutes + 1) });
    expect(undone, JSON.stringify(undone.error)).toMatchObject({ ok: true });
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const expected = typed.includes(path) ? `${before[path] ?? ''}${WORDS}` : before[path];
      expect(bench.files()[path], path).toBe(expected);
    }
  });

  it('takes out only its own where a person wrote between our lines, and refuses where they rewrote them', async () => {
    const bench = await lived();
    const one = await bench.json(['log', 'alpha one', '--type', 'decision'], { now: later(6) });
    await bench.run(['log', 'beta two', '--type', 'decision'], { now: later(7) });
    const text = bench.read('content/MEMORY.md');
    bench.write('content/MEMORY.md', text.replace('- beta two', '- in between\n- beta two'));
    settle(join(bench.root, 'content/MEMORY.md'));
    expect((await bench.json(['undo', String(one.seq)], { now: later(8) })).ok).toBe(true);
    expect(bench.read('content/MEMORY.md')).toBe(
      text.replace(/- alpha one.*\n/, '').replace('- beta two', '- in between\n- beta two'),
    );
    const two = await bench.json(['log', 'gamma three', '--type', 'decision'], { now: later(9) });
    const rewritten = bench.read('content/MEMORY.md').replace('gamma three', 'gamma, but in his words');
    bench.write('content/MEMORY.md', rewritten);
    settle(join(bench.root, 'content/MEMORY.md'));
    const refused = await bench.json(['undo', String(two.seq)], { now: later(10) });
    expect(refused).toMatchObject({ ok: false, error: { code: 'cannot-undo' } });
    expect(bench.read('content/MEMORY.md')).toBe(rewritten);
  });

  it('of a roll-over gives the session back, and what came later stays', async () => {
    const bench = await lived();
    const before = bench.files();
    const rolled = await bench.json(['recall'], { now: later(90) });
    const [one, two] = [
      await bench.json(['log', 'a later thought', '--type', 'experience'], { now: later(91) }),
      await bench.json(['log', 'a later decision', '--type', 'decision'], { now: later(92) }),
    ];
    const undone = await bench.json(['undo', String(rolled.seq)], { now: later(93) });
    expect(undone, JSON.stringify(undone.error)).toMatchObject({ ok: true });
    const ours = new RegExp(`\\n[^\\n]*\\^(${one.entry.id}|${two.entry.id})(?=\\n)`, 'g');
    for (const path of ['content/MEMORY.md', 'content/SESSION.md']) {
      const text = bench.files()[path] ?? '';
      expect(text.match(ours)?.length, path).toBe(1);
      expect(text.replace(ours, '').replace(/\n{3,}/g, '\n\n'), path).toBe(before[path]);
    }
    expect(bench.files()['content/evolving/2026-06-07.md']).toBe(undefined);
  });
});
