// @module-tag full: it runs commands many times over
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseToolCall } from '../../../src/hooks/parse-finished-call.js';
import { createWorkspace, FULL, later, type Reply, type Workspace } from '../../support/workspace.js';
import { traces } from './traces.js';

/** It looks like a word, so that nothing but scrub takes it out. */
const SECRET = 'hunter4hunter4';

const told = async (bench: Workspace, ...args: readonly string[]): Promise<Reply> => bench.start(args).ended;
const json = async (bench: Workspace, ...args: readonly string[]) =>
  JSON.parse((await told(bench, ...args, '--json')).out);

/** The folder that holds the state of a workspace. */
function keepOf(root: string): string {
  const found = readdirSync(join(root, '.daybook'), { recursive: true, encoding: 'utf8' });
  const journal = found.find((path) => path.endsWith('journal.jsonl'));
  if (!journal) throw new Error('no journal');
  return join(root, '.daybook', dirname(journal));
}

/** Paths of files and folders whose very name holds it. */
const named = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes(SECRET))
    : [];

async function lived(): Promise<Workspace> {
  const bench = createWorkspace({
    'CLAUDE.md': `# Rules\n\nthe box is ${SECRET}\n`,
    [`content/plans/${SECRET}/A plan.md`]: `# A plan\n\nsee [[B plan]] and [[${SECRET} box]]\n`,
    [`content/${SECRET} box.md`]: `# The box\n\nit is ${SECRET}\n`,
    'content/B plan.md': `# B plan\n\n[[${SECRET} box|the box]] and [a](plans/${SECRET}/A%20plan.md)\n`,
  });
  const at = (minute: number) => ({ now: later(minute) });
  await bench.run(['log', `it is ${SECRET} today`, '--type', 'fact'], at(1));
  await bench.run(['log', 'by somebody', '--type', 'fact'], {
    ...at(2),
    env: { DAYBOOK_SESSION: `s-${SECRET}` },
  });
  await bench.run(['reject', `never ${SECRET} again`, '--why', 'it leaks', '--global'], at(3));
  await bench.run(['sessions', 'new', `s-${SECRET}`], at(4));
  await bench.run(['export', '--format', 'hugo'], at(5));
  await bench.run(['context'], at(6));
  await bench.run(['log', `${SECRET} once more`], at(7));
  return bench;
}

describe('scrub, through the built command', () => {
  it('leaves no byte and no name of it in the workspace and the global root, and links lead where they led', async () => {
    const bench = await lived();
    const keep = keepOf(bench.root);
    writeFileSync(join(keep, 'tools-2026-06-07.jsonl'), `{"at":"x","input":{"${SECRET}":1}}\n`);
    writeFileSync(join(bench.root, '.daybook/signal.json'), `{"note":"${SECRET}"}`);
    mkdirSync(join(bench.home, '.daybook/content'), { recursive: true });
    writeFileSync(join(bench.home, '.daybook/content', `${SECRET}.md`), `# x\n\n- ${SECRET}\n`);
    expect(traces(bench, [SECRET])).not.toEqual([]);
    const reply = await json(bench, 'scrub', SECRET);
    expect(reply, JSON.stringify(reply)).toMatchObject({ ok: true, scrubbed: { left: [], git: null } });
    expect(traces(bench, [SECRET])).toEqual([]);
    for (const folder of [bench.root, bench.home]) expect(named(folder)).toEqual([]);
    expect(reply.scrubbed.renamed.length).toBe(2);
    expect(reply.scrubbed.global.places).toBeGreaterThan(0);
    const [plan = ''] = reply.scrubbed.renamed.filter((path: string) => path.endsWith('A plan.md'));
    expect(bench.read(plan)).toMatch(/see \[\[B plan\]\] and \[\[redacted-\w{4} box\]\]/);
    const { links } = await json(bench, 'page', 'show', 'B plan');
    expect(links.map((link: { path: string }) => link.path)).toEqual([plan]);
    expect(bench.read('content/B plan.md')).toMatch(
      /\[\[redacted-\w{4} box\|the box\]\] and \[a\]\(plans\/redacted-\w{4}\/A%20plan.md\)/,
    );
    expect((await told(bench, 'history')).status).toBe(0);
    expect((await json(bench, 'sessions', 'list')).ok).toBe(true);
  });

  it('finds it at the beginning of one note and at the end of another', async () => {
    const bench = createWorkspace({
      'content/a.md': `# A\n\n${SECRET} first, then much else that goes on\n`,
      'content/b.md': `# B\n\n${'and so on '.repeat(20)}${SECRET}\n`,
    });
    expect(await json(bench, 'scrub', SECRET)).toMatchObject({ ok: true, scrubbed: { places: 2, left: [] } });
    expect(traces(bench, [SECRET])).toEqual([]);
  });

  it('says it is nowhere the second time, and that no undo brings it back', async () => {
    const bench = await lived();
    const first = await json(bench, 'scrub', SECRET);
    expect(first.say).toContain('This cannot be undone');
    const { history } = await json(bench, 'history', '--limit', '1000');
    const undone = await json(bench, 'undo', String(history[0].seq));
    expect(undone).toMatchObject({ ok: false, error: { code: 'cannot-undo' } });
    expect(undone.error.message).toContain('what it removed is not kept');
    expect((await json(bench, 'scrub', SECRET)).say).toContain('It is in no file of Daybook.');
    for (const { seq } of history.slice(1)) await told(bench, 'undo', String(seq));
    expect(traces(bench, [SECRET])).toEqual([]);
    for (const folder of [bench.root, bench.home]) expect(named(folder)).toEqual([]);
  });

  it('never says success while one of our places holds it', async () => {
    const bench = await lived();
    bench.write('content/picture.bin', Buffer.from(`\xff${SECRET}`, 'latin1'));
    const foreign = `.daybook/${'0123456789abcdef'.repeat(2)}/keep/journal.jsonl`;
    const earlier = '.daybook/keep/journal.jsonl';
    for (const path of [foreign, earlier]) bench.write(path, `{"t":"${SECRET}"}\n`);
    const reply = await told(bench, 'scrub', SECRET);
    expect(reply.status).toBe(1);
    expect(reply.out).toMatch(/^Not clean yet/);
    expect(reply.out).toContain('content/picture.bin in its bytes');
    expect(reply.out).toContain(foreign);
    expect(reply.out).toContain('delete .daybook/0123');
    expect(reply.out).toContain(earlier);
    expect(reply.out).toContain('delete .daybook/keep,');
    expect(bench.read(foreign)).toContain(SECRET);
  });

  it('counts the commits in which git holds it, and tells the command that cleans them', async () => {
    const bench = await lived();
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: bench.root,
      });
    git('init', '-q');
    git('add', 'content', 'CLAUDE.md');
    git('commit', '-qm', 'notes');
    git('commit', '-qm', `about ${SECRET}`, '--allow-empty');
    const reply = await told(bench, 'scrub', SECRET);
    expect(reply.status, reply.err).toBe(0);
    expect(reply.out).toContain('Git history still contains it, in 2 commits. Change the secret first.');
    expect(reply.out).toContain('git filter-repo --replace-text FILE --replace-message FILE');
    expect(reply.out).toContain('--path-rename');
    expect(reply.out).not.toContain(SECRET);
    git('add', '-A');
    git('commit', '-qm', 'clean');
    expect((await json(bench, 'scrub', SECRET)).scrubbed.git).toEqual({ commits: 3, isNamed: true });
    expect((await json(bench, 'scrub', '/hunter[0-9]hunter\\d/')).scrubbed.git.commits).toBe(3);
    expect((await json(bench, 'scrub', '/(?<=a)hunter4hunter4/')).scrubbed.git.commits).toBe(null);
    expect((await json(bench, 'scrub', 'nothing-like-it')).scrubbed.git).toEqual({
      commits: 0,
      isNamed: false,
    });
  });

  it.each(['content', 'MEMORY', 'journal', '/20\\d\\d/', '/2026-06-07/'])(
    'refuses what is found in names that Daybook needs: %s',
    async (said) => {
      const bench = createWorkspace({ 'content/evolving/2026-06-07.md': '# 2026-06-07\n\n- x\n' });
      const before = bench.files();
      const reply = await json(bench, 'scrub', said);
      expect(reply).toMatchObject({ ok: false, error: { code: 'own-name' } });
      expect(bench.files()).toEqual(before);
    },
  );

  it('deletes what is cached of transcripts; a damaged cache is made again', async () => {
    const bench = createWorkspace();
    const id = '88130047-941a-4887-a737-7b63b041c9b0';
    const message = {
      type: 'user',
      uuid: 'u1',
      timestamp: '2026-06-05T10:00:00Z',
      cwd: bench.root,
      sessionId: id,
    };
    const transcript = join(bench.home, '.claude/projects/-work', `${id}.jsonl`);
    mkdirSync(dirname(transcript), { recursive: true });
    const content = `why does ${SECRET} fail?`;
    writeFileSync(transcript, `${JSON.stringify({ ...message, message: { role: 'user', content } })}\n`);
    const search = async () => (await told(bench, 'search', 'why', 'fail')).out;
    const found = await search();
    expect(found).toContain(content);
    const cache = join(bench.home, '.daybook/cache/sessions');
    expect(readdirSync(cache)).toHaveLength(4); // heads, passages, words and their catalogue
    expect(readFileSync(join(cache, 'heads'), 'utf8')).not.toContain(SECRET);
    for (const damaged of ['', 'x', '{}', readFileSync(join(cache, 'heads'), 'utf8').replace('cwd', 'xyz')]) {
      writeFileSync(join(cache, 'heads'), damaged);
      expect(await search()).toBe(found);
    }
    expect(await json(bench, 'scrub', SECRET)).toMatchObject({ ok: true });
    expect(readdirSync(cache)).toEqual([]);
  });

  it('the tool log does not keep what an agent tells scrub to take out', () => {
    for (const command of [
      `daybook scrub ${SECRET}`,
      `cd x && daybook --quiet scrub "${SECRET} a" && ls`,
      `npx daybook scrub '/${SECRET}/'; ls`,
    ]) {
      const told = { tool_name: 'Bash', tool_input: { command } };
      const call = parseToolCall('PostToolUse', told, { at: '2026-06-07T10:00:00Z', session: 's' });
      expect(call?.input).toMatch(/daybook (?:--quiet )?scrub …/);
      expect(JSON.stringify(call)).not.toContain(SECRET);
    }
  });

  it('a dry run changes nothing and shows the new names', async () => {
    const bench = await lived();
    const before = traces(bench, [SECRET]);
    const { out } = await told(bench, 'scrub', SECRET, '--dry-run');
    expect(out).toMatch(/^\+\+\+ b\/content\/redacted-\w{4} box\.md$/m);
    expect(out).toContain('Scrubbed: ');
    expect(traces(bench, [SECRET])).toEqual(before);
  });

  it('killed at any moment and told again, it is through', async () => {
    const runs = FULL ? 60 : 4;
    const bench = await lived();
    const began = Date.now();
    await bench.start(['scrub', SECRET]).ended;
    const whole = Date.now() - began;
    let [killed, halfway] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const bench = await lived();
      const before = traces(bench, [SECRET])[0]?.length ?? 0;
      const begun = bench.start(['scrub', SECRET]);
      const timer = setTimeout(() => begun.process.kill('SIGKILL'), whole * (0.4 + (0.6 * run) / runs));
      if ((await begun.ended).status === null) killed++;
      clearTimeout(timer);
      const left = traces(bench, [SECRET])[0]?.length ?? 0;
      if (left > 0 && left < before) halfway++;
      const again = await json(bench, 'scrub', SECRET);
      expect(again, JSON.stringify(again)).toMatchObject({ ok: true, scrubbed: { left: [] } });
      expect(traces(bench, [SECRET])).toEqual([]);
      for (const folder of [bench.root, bench.home]) expect(named(folder)).toEqual([]);
      const notes = Object.values(bench.files('content')).join('\n');
      for (const words of ['by somebody', 'it is [redacted', '# A plan', '# The box', 'once more'])
        expect(notes, words).toContain(words);
    }
    console.log(
      `scrub: killed in ${killed} of ${runs} runs, ${halfway} of them halfway, 0 left after the next`,
    );
    expect(killed).toBeGreaterThan(0);
  });
});
