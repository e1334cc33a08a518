// @module-tag full: 22 s of processor time
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle, stateOf } from '../../support/store-root.js';
import { createWorkspace, FULL } from '../../support/workspace.js';
import { ERAS, talk } from './client.js';

const BENCH = {
  'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- keep sessions in Postgres ^61k0y5k9xfs\n',
};
const MEBIBYTE = 1024 * 1024;

describe('what comes over the wire', () => {
  it('may be anything: what is not a message is answered or ignored, and the server continues', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const lines: readonly (readonly [
      line: string | Uint8Array,
      code: number | null,
      id?: number | string,
    ])[] = [
      ['{"jsonrpc":"2.0","id":91,"method":', -32700],
      ['hello', -32700],
      ['', null],
      ['   ', null],
      ['[]', -32600],
      ['[{"jsonrpc":"2.0","id":92,"method":"ping"}]', -32600],
      ['null', -32600],
      ['{"jsonrpc":"1.0","id":93,"method":"ping"}', -32600, 93],
      ['{"id":94,"method":"ping"}', -32600, 94],
      ['{"jsonrpc":"2.0","id":"95","method":7}', -32600, '95'],
      ['{"jsonrpc":"2.0","id":96,"method":"ping","params":[]}', -32600, 96],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
      ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
      ['{"jsonrpc":"2.0","id":4711,"result":{}}', null],
      ['{"jsonrpc":"2.0","method":"notifications/nobody/knows"}', null],
      ['{"jsonrpc":"2.0","id":97,"method":"no/such/method"}', -32601, 97],
      ['{"jsonrpc":"2.0","id":98,"method":"tools/call","params":{"name":"mind_reca"}}', -32602, 98],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, -32600],
      [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), -32700],
      [`{"jsonrpc":"2.0","id":99,"method":"ping","params":{"x":"${'y'.repeat(17 * MEBIBYTE)}"}}`, -32600, 99],
    ];
    for (const [line, code, id] of lines) {
      const before = server.lines.length;
      server.write(line);
      server.write('\n');
      if (id !== undefined) await server.answer(id);
      await server.ask('ping');
      const said = server.lines.slice(before).map((text) => JSON.parse(text));
      const errors = said.filter(({ error }) => error).map(({ error, id: to }) => [error.code, to]);
      expect(errors, String(line).slice(0, 80)).toEqual(code === null ? [] : [[code, id]]);
    }
    const done = await server.call('mind_search', { query: 'postgres' });
    expect(done.structuredContent.total).toBe(1);
    const { status, lines: all } = await server.end();
    expect(status).toBe(0);
    for (const line of all) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('a call of ten million letters is refused by its id, and nothing of it is kept', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const before = bench.files();
    const refused = await server.call('mind_log', { msg: 'x'.repeat(10 * MEBIBYTE), type: 'fact' });
    expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringMatching(/too long/)]);
    expect(bench.files()).toEqual(before);
    expect((await server.end()).status).toBe(0);
  });

  it('may come in any pieces', { tags: 'desk' }, async () => {
    const server = await talk(createWorkspace(BENCH));
    const line =
      '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"mind_log","arguments":{"msg":"décidé: é 中文 🙂"}}}\r\n';
    for (const byte of Buffer.from(line)) server.write(Uint8Array.of(byte));
    const { result } = await server.answer(77);
    expect(result.structuredContent.entry.text).toContain('中文 🙂');
    await server.end();
  });

  it('odd keys in arguments do no harm: __proto__ is dropped, others are refused', async () => {
    const server = await talk(createWorkspace(BENCH));
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      server.write(
        `{"jsonrpc":"2.0","id":"${key}","method":"tools/call","params":{"name":"mind_status","arguments":{"${key}":{}}}}\n`,
      );
      const { error } = await server.ask('tools/call', { name: key });
      expect(error?.code, key).toBe(-32602);
    }
    await server.end();
    const refused = server.lines.map((line) => JSON.parse(line)).filter(({ id }) => typeof id === 'string');
    expect(refused.map(({ result }) => result.isError ?? null)).toEqual([null, true, true, true]);
  });

  it('holds nothing but messages, whatever the notes hold', async () => {
    const bench = createWorkspace({
      ...BENCH,
      'daybook.yaml': 'timezone: Nowhere/None\nno.such.setting: 1\n',
    });
    bench.write('content/bytes.md', new Uint8Array([0xff, 0xfe, 0x00, 0x41]));
    const server = await talk({ ...bench, args: ['--profile', 'full'] });
    await server.call('mind_recall');
    await server.call('mind_lint');
    const { lines, err } = await server.end();
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(err).toMatch(/no\.such\.setting|Nowhere/);
  });
});

describe.each(ERAS)('many calls at once, revision %s', (era) => {
  it('are done one after the other, each once, none lost', async () => {
    const bench = createWorkspace(BENCH);
    const count = FULL ? 200 : 40;
    const server = await talk({ ...bench, era });
    const ids = Array.from({ length: count }, (_, i) =>
      server.send('tools/call', {
        name: 'mind_log',
        arguments: { msg: `fact number ${i} holds`, type: 'fact' },
      }),
    );
    const answers = await Promise.all(ids.map((id) => server.answer(id)));
    expect(answers.every(({ result }) => result.isError === undefined)).toBe(true);
    const lines = bench.read('content/MEMORY.md').match(/fact number \d+ holds/g);
    expect(lines).toEqual(Array.from({ length: count }, (_, i) => `fact number ${i} holds`));
    const places = answers.map(({ result }) => result.structuredContent.entry.id);
    expect(new Set(places).size).toBe(count);
    await server.end();
  });

  it('from two servers and the command: nothing is lost', async () => {
    const bench = createWorkspace(BENCH);
    const servers = await Promise.all(
      ['vitest', 'claude-code'].map((client) =>
        talk({ ...bench, era, client, env: { DAYBOOK_SEED: client } }),
      ),
    );
    const calls = servers.flatMap((server, who) =>
      Array.from({ length: 10 }, (_, i) =>
        server.call('mind_log', { msg: `server ${who} says ${i}`, type: 'fact' }),
      ),
    );
    const commands = Array.from(
      { length: 3 },
      (_, i) => bench.start(['log', `command says ${i}`, '--type', 'fact']).ended,
    );
    await Promise.all([...calls, ...commands]);
    const memory = bench.read('content/MEMORY.md');
    for (let i = 0; i < 10; i++)
      for (const who of [0, 1]) expect(memory.split(`server ${who} says ${i} `)).toHaveLength(2);
    for (let i = 0; i < 3; i++) expect(memory).toContain(`command says ${i}`);
    expect(memory.match(/by:: claude\]/g)).toHaveLength(10);
    expect(memory.match(/by:: vitest\]/g)).toHaveLength(10);
    await Promise.all(servers.map((server) => server.end()));
  });

  it('one that waits and is given up is not done', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk({ ...bench, era });
    const [first, second] = ['first', 'second'].map((word) =>
      server.send('tools/call', { name: 'mind_log', arguments: { msg: `the ${word} one`, type: 'fact' } }),
    ) as [number, number];
    server.notify('notifications/cancelled', { requestId: second, reason: 'no longer wanted' });
    await server.answer(first);
    await server.call('mind_status');
    const { lines } = await server.end();
    expect(bench.read('content/MEMORY.md')).toContain('the first one');
    expect(bench.read('content/MEMORY.md')).not.toContain('the second one');
    expect(lines.map((line) => JSON.parse(line).id)).not.toContain(second);
  });
});

describe('a server that lives long', () => {
  it('sees at once what a person or another program wrote', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const find = async (query: string) =>
      (await server.call('mind_search', { query })).structuredContent.hits;
    expect(await find('postgres')).toHaveLength(1);
    expect(await find('kangaroo')).toHaveLength(0);
    appendFileSync(join(bench.root, 'content/MEMORY.md'), '- a kangaroo sits in the parser\n');
    expect((await find('kangaroo')).map(({ line }: { line: number }) => line)).toEqual([6]);
    bench.write('content/Zoo.md', '# Zoo\n\nThe wombat sleeps.\n');
    expect((await find('wombat')).map(({ path }: { path: string }) => path)).toEqual(['content/Zoo.md']);
    await bench.run(['log', 'the platypus owns the cache', '--type', 'fact']);
    expect(await find('platypus')).toHaveLength(1);
    bench.write('content/MEMORY.md', '# Memory\n');
    rmSync(join(bench.root, 'content/Zoo.md'));
    for (const gone of ['postgres', 'kangaroo', 'wombat', 'platypus'])
      expect(await find(gone), gone).toEqual([]);
    rmSync(stateOf(bench.root, 'cache'), { recursive: true });
    await server.call('mind_log', { msg: 'the echidna came back', type: 'fact' });
    expect(await find('echidna')).toHaveLength(1);
    await server.end();
  });

  it('and a command share one index, and neither undoes the other’s', async () => {
    const bench = createWorkspace(BENCH);
    for (let day = 1; day <= 28; day++) {
      const date = `2026-05-${String(day).padStart(2, '0')}`;
      bench.write(
        `content/evolving/${date}.md`,
        `# ${date}\n\n${`- the parser and the queue of day ${day}\n`.repeat(3)}`,
      );
      settle(join(bench.root, `content/evolving/${date}.md`));
    }
    const server = await talk(bench);
    const heads = () => readFileSync(stateOf(bench.root, 'cache/catalogue'));
    await server.call('mind_search', { query: 'parser' });
    for (let turn = 0; turn < 3; turn++) {
      bench.write(`content/turn-${turn}.md`, `# Turn\n\nwords of turn ${turn}\n`);
      settle(join(bench.root, `content/turn-${turn}.md`));
      expect((await bench.json(['search', `turn ${turn}`])).total).toBeGreaterThan(0);
      const written = heads();
      const found = await server.call('mind_search', { query: `turn ${turn}` });
      expect(found.structuredContent.hits[0].path).toBe(`content/turn-${turn}.md`);
      expect(heads().equals(written)).toBe(true);
    }
    await server.end();
  });

  it('finds its workspace when that is made after its start, and says what is missing until then', async () => {
    const bench = createWorkspace();
    const place = { root: join(bench.root, 'elsewhere'), home: bench.home, env: {} };
    rmSync(join(bench.root, 'daybook.yaml'));
    mkdirSync(place.root);
    const server = await talk(place);
    const refused = await server.call('mind_recall');
    expect([refused.isError, refused.content[0].text]).toEqual([
      true,
      expect.stringMatching(/no daybook\.yaml[\s\S]*daybook init/),
    ]);
    expect((await server.ask('resources/list')).result.resources).toEqual([]);
    await bench.run(['init'], { cwd: place.root });
    expect((await server.call('mind_recall')).isError).toBeUndefined();
    await server.end();
  });

  it.each(ERAS)('asks the client for its folders where it stands in none, revision %s', async (era) => {
    const bench = createWorkspace({ ...BENCH });
    const outside = { root: bench.home, home: bench.home, era, capabilities: { roots: {} } };
    const roots = { roots: [{ uri: 'file:///nowhere/at/all' }, { uri: `file://${encodeURI(bench.root)}` }] };
    const server = await talk({ ...outside, reply: () => roots });
    const first = await server.call('mind_search', { query: 'postgres' });
    const found =
      first.resultType === 'input_required'
        ? (
            await server.ask('tools/call', {
              name: 'mind_search',
              arguments: { query: 'postgres' },
              inputResponses: { roots },
            })
          ).result
        : first;
    expect(found.structuredContent.total).toBe(1);
    expect((await server.call('mind_status')).isError).toBeUndefined();
    await server.end();
  });

  it('redacts what is secret, and says so', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const key = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
    const done = await server.call('mind_log', { msg: `the token is ${key}`, type: 'fact' });
    expect(done.content[0].text).toMatch(/Note: a secret was left out/);
    await server.end();
    for (const text of Object.values(bench.files())) expect(text).not.toContain(key);
  });

  it('ends with its input, after the answers that it owes', async () => {
    const bench = createWorkspace(BENCH);
    const server = await talk(bench);
    const id = server.send('tools/call', {
      name: 'mind_log',
      arguments: { msg: 'the last words', type: 'fact' },
    });
    const { status, lines } = await server.end();
    expect(status).toBe(0);
    expect(lines.map((line) => JSON.parse(line)).find((one) => one.id === id).result.isError).toBeUndefined();
    expect(bench.read('content/MEMORY.md')).toContain('the last words');
  });
});

describe.each(ERAS)('notes as resources, revision %s', (era) => {
  it('are listed a page at a time, read by path, day and id, and only below the root', async () => {
    const bench = createWorkspace(BENCH);
    for (let i = 0; i < 130; i++) bench.write(`content/pages/note ${i} 中.md`, `# Note ${i}\n\nwords\n`);
    bench.write('content/evolving/2026-06-01.md', '# 2026-06-01\n\n### Obs\nit rains\n');
    bench.write('secret.md', 'outside the content folder\n');
    const server = await talk({ ...bench, era });
    const first = (await server.ask('resources/list')).result;
    const second = (await server.ask('resources/list', { cursor: first.nextCursor })).result;
    const uris = [...first.resources, ...second.resources].map(({ uri }: { uri: string }) => uri);
    expect([first.resources.length, new Set(uris).size, second.nextCursor]).toEqual([100, 132, undefined]);
    expect(uris[0]).toBe('daybook://notes/MEMORY.md');
    const read = async (uri: string) => server.ask('resources/read', { uri });
    for (const uri of uris.slice(0, 5)) {
      const path = decodeURIComponent(uri.slice('daybook://notes/'.length));
      const { contents } = (await read(uri)).result;
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: bench.read(`content/${path}`) }]);
    }
    expect((await read('daybook://day/2026-06-01')).result.contents[0].text).toContain('it rains');
    expect((await read('daybook://entry/61k0y5k9xfs')).result.contents[0].text).toBe(
      '- keep sessions in Postgres ^61k0y5k9xfs\n',
    );
    for (const uri of [
      'daybook://notes/../secret.md',
      'daybook://notes/..%2Fsecret.md',
      'daybook://notes/%2e%2e/secret.md',
      'daybook://notes//etc/passwd',
      'daybook://notes/%',
      'daybook://day/../../secret',
      'daybook://entry/00000000000',
      'file:///etc/passwd',
    ])
      expect((await read(uri)).error?.code, uri).toBe(-32602);
    const { resourceTemplates } = (await server.ask('resources/templates/list')).result;
    expect(resourceTemplates.map(({ name }: { name: string }) => name)).toEqual(['note', 'day', 'entry']);
    await server.end();
  });
});

it('1,500 calls at once and the end of the input: each is answered, or named on standard error', async () => {
  const server = await talk(createWorkspace({}));
  for (let n = 0; n < 1500; n++)
    server.send('tools/call', {
      name: 'mind_log',
      arguments: { msg: `the port of box ${n} is ${9000 + n}` },
    });
  const { status, lines, err } = await server.end();
  const [, unanswered = '0'] =
    /(\d+) calls? (?:was|were) not answered within 10 s: \d+ mind_log/.exec(err) ?? [];
  const answered = lines.length - 1; // beside the handshake
  console.log(`end of input: ${answered} of 1500 calls answered, ${unanswered} named`);
  expect(status).toBe(0);
  expect(answered + Number(unanswered)).toBe(1500);
});
