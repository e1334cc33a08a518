// @module-tag full: 6 s of processor time
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../../support/workspace.js';
import { talk } from './client.js';

const MEBIBYTE = 1024 * 1024;
const LONG = 'y'.repeat(20 * MEBIBYTE);
const BENCH = { 'content/MEMORY.md': '# Memory\n\n## Facts\n\n- the port is 8080\n' };

describe('a message of 20 MB', () => {
  it.each([
    ['an id at the beginning', `{"jsonrpc":"2.0","id":41,"method":"ping","params":{"x":"${LONG}"}}`, 41],
    [
      'an id at the end',
      `{"jsonrpc":"2.0","method":"ping","params":{"x":"${LONG}","id":7},"id":"a\\u0062"}`,
      'ab',
    ],
    ['many quotes', `{"params":"${'\\"id\\":1,\\\\'.repeat(2 * MEBIBYTE)}","method":"ping","id":43}`, 43],
  ])('is answered by an error with its id, and the server continues: %s', async (_, line, id) => {
    const server = await talk(createWorkspace(BENCH));
    server.write(`${line}\n`);
    const { error } = await server.answer(id);
    expect(error).toEqual({
      code: -32600,
      message: expect.stringMatching(/^the message has \d+ bytes; at most 16777216/),
    });
    expect((await server.call('mind_search', { query: 'port' })).structuredContent.total).toBe(1);
    expect((await server.end()).status).toBe(0);
  });

  it('that is no request with an id is answered by an error without one', async () => {
    const server = await talk(createWorkspace(BENCH));
    const lines = [
      `{"jsonrpc":"2.0","method":"notifications/x","params":{"id":5,"x":"${LONG}"}}`,
      `{"jsonrpc":"2.0","id":5,"result":{"x":"${LONG}"}}`,
      `[{"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":"${LONG}"}}]`,
      `{"jsonrpc":"2.0","id":{"id":5},"method":"ping","params":{"x":"${LONG}"}}`,
      LONG,
    ];
    for (const line of lines) server.write(`${line}\n`);
    await server.ask('ping');
    const errors = server.lines.map((line) => JSON.parse(line)).filter(({ error }) => error);
    expect(errors.map(({ error, id }) => [error.code, id])).toEqual(lines.map(() => [-32600, undefined]));
    expect((await server.end()).status).toBe(0);
  });

  it('takes no more memory however long it is', async () => {
    const server = await talk(createWorkspace(BENCH));
    await server.ask('ping');
    server.write('{"jsonrpc":"2.0","id":44,"method":"ping","params":{"x":"');
    for (let n = 0; n < 15; n++) server.write(LONG);
    server.write('"}}\n');
    expect((await server.answer(44)).error?.code).toBe(-32600);
    const status = process.platform === 'linux' ? readFileSync(`/proc/${server.pid}/status`, 'utf8') : '';
    const [, most = '0'] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
    expect(Number(most)).toBeLessThan(200 * 1024); // 300 MB were sent
    expect((await server.end()).status).toBe(0);
  });
});
