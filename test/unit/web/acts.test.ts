import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, NOON } from '../../support/workspace.js';
import { MEMORY, openPage, type TestPage } from './page.js';

const FILES = { 'content/MEMORY.md': MEMORY, 'content/bank.md': '# Bank\n\nHow files reach the bank.\n' };
const ID = '61k0y5k9xfs';

/** The value of a hidden field on the page of an entry. */
async function readField(page: TestPage, id: string, name: string): Promise<string> {
  const text = await (await page.ask(`/entry/${id}`)).text();
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text.slice(text.indexOf('/act/edit')))?.[1] ?? '';
}

/** Follows a redirect. */
const follow = async (page: TestPage, reply: Response): Promise<string> => {
  expect(reply.status).toBe(303);
  return (await page.ask((reply.headers.get('location') ?? '').split('#')[0] ?? '')).text();
};

describe('an edit', () => {
  it('changes its own line and can be undone from the page that follows', async () => {
    const page = await openPage(FILES);
    const mark = await readField(page, ID, 'mark');
    const reply = await page.post('/act/edit', {
      id: ID,
      mark,
      text: 'keep sessions in Postgres — two writers',
    });
    const shown = await follow(page, reply);
    expect(page.bench.read('content/MEMORY.md')).toBe(
      MEMORY.replace(
        'keep sessions in SQLite — one file is easy to copy',
        'keep sessions in Postgres — two writers',
      ),
    );
    const [, seq = ''] = /action="\/act\/undo".*?name="seq" value="(\d+)"/s.exec(shown) ?? [];
    await follow(page, await page.post('/act/undo', { seq }));
    expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
  });

  it('is refused where the entry changed meanwhile, and both are shown', async () => {
    const page = await openPage(FILES);
    const mark = await readField(page, ID, 'mark');
    const changed = MEMORY.replace('keep sessions in SQLite', 'keep sessions in DuckDB');
    page.bench.write('content/MEMORY.md', changed);
    const reply = await page.post('/act/edit', { id: ID, mark, text: 'keep sessions in Postgres' });
    expect(reply.status).toBe(409);
    const text = await reply.text();
    expect(text).toContain('keep sessions in DuckDB');
    expect(text).toContain('keep sessions in Postgres');
    expect(page.bench.read('content/MEMORY.md')).toBe(changed);
    const again = /name="mark" value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(again).not.toBe(mark);
    expect(
      (await page.post('/act/edit', { id: ID, mark: again, text: 'keep sessions in Postgres' })).status,
    ).toBe(303);
  });

  it('without a reason takes the reason out', async () => {
    const page = await openPage(FILES);
    const mark = await readField(page, ID, 'mark');
    await page.post('/act/edit', { id: ID, mark, text: 'keep sessions in Postgres' });
    expect(page.bench.read('content/MEMORY.md')).toContain(
      '- keep sessions in Postgres #storage ^61k0y5k9xfs',
    );
  });

  it('that was edited again is not undone; the page says why and stays', async () => {
    const page = await openPage(FILES);
    const edit = async (text: string) => {
      const reply = await page.post('/act/edit', { id: ID, mark: await readField(page, ID, 'mark'), text });
      const shown = await follow(page, reply);
      return /name="seq" value="(\d+)"/.exec(shown)?.[1] ?? '';
    };
    const seq = await edit('keep sessions in Postgres');
    await edit('put the sessions elsewhere');
    const reply = await page.post('/act/undo', { seq, back: '/note/MEMORY.md' });
    expect(reply.headers.get('location')).toMatch(/^\/note\/MEMORY\.md\?said=/);
    expect(await follow(page, reply)).toMatch(/class="flash bad" role="alert"><p>[^<]*cannot be undone/);
    expect(page.bench.read('content/MEMORY.md')).toContain('put the sessions elsewhere');
  });

  it('beside it another entry may change', async () => {
    const page = await openPage(FILES);
    const mark = await readField(page, ID, 'mark');
    page.bench.write('content/MEMORY.md', MEMORY.replace('the build hangs', 'the test run hangs'));
    expect((await page.post('/act/edit', { id: ID, mark, text: 'keep sessions in Postgres' })).status).toBe(
      303,
    );
    expect(page.bench.read('content/MEMORY.md')).toContain('the test run hangs');
  });

  it('is previewed without being saved', async () => {
    const page = await openPage(FILES);
    const reply = await page.post('/act/edit', {
      id: ID,
      mark: await readField(page, ID, 'mark'),
      text: 'see [[bank]] and **this**',
      preview: '1',
    });
    const text = await reply.text();
    expect(reply.status).toBe(200);
    expect(text).toContain('<a href="/note/bank.md" class="wiki">bank</a> and <strong>this</strong>');
    expect(text).toContain('see [[bank]] and **this**</textarea>');
    expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
  });
});

describe('other acts', () => {
  it.each([
    ['done', { id: '61k0y5k9xfv' }, /\[x\] the build hangs/],
    ['verify', { id: ID }, /\[verified:: 2026-06-07\] \^61k0y5k9xfs/],
    ['drop', { id: ID }, /\[-\] keep sessions/],
    ['log', { text: 'chose hono because it is small' }, /chose hono|- hono/],
  ] as const)('%s is the command’s own', async (name, fields, written) => {
    const page = await openPage(FILES);
    expect((await page.post(`/act/${name}`, fields)).status).toBe(303);
    expect(page.bench.read('content/MEMORY.md')).toMatch(written);
  });

  it('Done on the first page, and an undo, return to where they were pressed', async () => {
    const page = await openPage(FILES);
    const done = await page.post('/act/done', { id: '61k0y5k9xfv', back: '/' });
    expect(done.headers.get('location')).toMatch(/^\/\?said=/);
    const back = `/note/MEMORY.md#e-${ID}`;
    const undone = await page.post('/act/undo', { seq: '1', back });
    expect(undone.headers.get('location')).toMatch(/^\/note\/MEMORY\.md\?said=[^#]+#e-61k0y5k9xfs$/);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/note/%E0%A4%A', '/note/gone.md', '/health'])(
    'an undo does not return to %s',
    async (back) => {
      const page = await openPage(FILES);
      await page.post('/act/done', { id: '61k0y5k9xfv' });
      const reply = await page.post('/act/undo', { seq: '1', back });
      expect(reply.headers.get('location')).toMatch(/^\/\?said=/);
    },
  );

  it('a name that several entries have is kept, and the entries can be chosen', async () => {
    const page = await openPage(FILES);
    const reply = await page.post('/act/supersede', { id: ID, by: 'e' });
    expect(reply.status).toBe(400);
    const text = await reply.text();
    expect(text).toContain('name="by" required autocomplete="off" value="e"');
    expect(text).toMatch(/talk to the bank by file.*?name="by" value="61k0y5k9xft".*?This one/s);
    expect(text).not.toMatch(/name="by" value="61k0y5k9xfs"/);
    const unknown = await page.post('/act/supersede', { id: ID, by: 'nothing like it' });
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain('value="nothing like it"');
  });

  it('forget first shows what would go, then takes it out, and can be undone', async () => {
    const page = await openPage(FILES);
    const shown = await (await page.ask(`/entry/${ID}?forget=1`)).text();
    expect(shown.slice(shown.indexOf('id="forget"'))).toContain('keep sessions in SQLite');
    expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
    const after = await follow(page, await page.post('/act/forget', { id: ID }));
    expect(page.bench.read('content/MEMORY.md')).not.toContain('keep sessions in SQLite');
    const [, seq = ''] = /action="\/act\/undo".*?name="seq" value="(\d+)"/s.exec(after) ?? [];
    await follow(page, await page.post('/act/undo', { seq }));
    expect(page.bench.read('content/MEMORY.md')).toBe(MEMORY);
  });

  it('a new page is made, and shown', async () => {
    const page = await openPage(FILES);
    const shown = await follow(page, await page.post('/act/page', { title: 'How we deploy' }));
    expect(shown).toContain('<h1');
    expect(shown).toContain('How we deploy');
  });

  it('shows the error of a command that refuses, and writes nothing', async () => {
    const page = await openPage(FILES);
    const reply = await page.post('/act/remind', { text: 'look', when: 'some time' });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('some time');
    expect(page.bench.files('content')).not.toHaveProperty(['content/REMINDERS.md']);
  });

  it('looking does not count as activity, and writes nothing', async () => {
    const page = await openPage(FILES);
    const before = page.bench.files();
    for (const path of [
      '/',
      '/search?q=sqlite',
      '/note/MEMORY.md',
      `/entry/${ID}?explain=1`,
      '/day/2026-06-07',
      '/health',
      '/graph',
      '/calendar',
    ])
      expect((await page.ask(path)).status, path).toBe(200);
    expect(page.bench.files()).toEqual(before);
  });
});

describe('a page shows', () => {
  it('entries by type and by tag, and when a reminder is due', async () => {
    const page = await openPage({
      ...FILES,
      'content/REMINDERS.md': '# Reminders\n\n- [ ] 2026-06-01 | absolute | call the bank ^61k0y5k9xfz\n',
    });
    const entries = await (await page.ask('/entries')).text();
    expect(entries).toMatch(/\/entries\?type=decision/);
    expect(entries).toMatch(/\/entries\?tag=storage">#storage<\/a> <span class="meta">1</);
    expect(await (await page.ask('/')).text()).toMatch(/due <time datetime="2026-06-01">2026-06-01</);
  });

  it('what a session logged, touched and was shown', async () => {
    const bench = createWorkspace(FILES);
    const id = '88130047-941a-4887-a737-7b63b041c9b0';
    const folder = join(bench.home, '.claude/projects', bench.root.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    const said = { role: 'user', content: 'where are sessions kept?' };
    const line = { type: 'user', message: said, uuid: 'u1', sessionId: id, cwd: bench.root, timestamp: NOON };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    const event = { session_id: id, cwd: bench.root };
    await bench.tell('SessionStart', { ...event, source: 'startup' });
    const call = { tool_name: 'Read', tool_input: { file_path: `${bench.root}/src/bank.ts` } };
    await bench.tell('PostToolUse', { ...event, ...call, tool_response: {} });
    const page = await openPage(FILES, { bench });
    const shown = await (await page.ask(`/sessions/${id}`)).text();
    expect(shown).toMatch(/Files it touched.*src\/bank\.ts.*read/s);
    expect(shown).toMatch(/Shown to it.*keep sessions in SQLite/s);
  });

  it('an unknown note as not found', async () => {
    const page = await openPage(FILES);
    const reply = await page.ask('/note/nope.md');
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('<h1>Not found</h1>');
  });

  it('where it is linked from, and what names it without a link', async () => {
    const page = await openPage({ ...FILES, 'content/ops.md': '# Ops\n\nThe bank is closed on Sunday.\n' });
    const text = await (await page.ask('/note/bank.md')).text();
    expect(text).toContain('talk to the bank by file');
    expect(text).toContain('Named, not linked');
    expect(text).toContain('The bank is closed on Sunday.');
  });

  it('what teaches, where there is nothing', async () => {
    const page = await openPage({});
    const text = await (await page.ask('/')).text();
    expect(text).toContain('Write the first entry');
    for (const path of ['/entries', '/sessions', '/graph', '/search', '/calendar'])
      expect(await (await page.ask(path)).text(), path).toContain('class="empty"');
  });

  it('what the search command finds, in its order', async () => {
    const page = await openPage(FILES);
    const { hits } = await page.bench.json(['search', 'sessions', 'bank']);
    const text = await (await page.ask('/search?q=sessions+bank')).text();
    const rows = [...text.matchAll(/class="row" href="\/entry\/([^"]+)"/g)].map(([, id]) =>
      decodeURIComponent(id ?? ''),
    );
    expect(rows).toEqual(hits.map((hit: { id: string }) => hit.id));
    expect(rows.length).toBeGreaterThan(1);
  });
});
