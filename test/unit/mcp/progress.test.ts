import { EventEmitter } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, it } from 'vitest';
import type { Dispatcher } from '../../../src/mcp/dispatcher.js';
import { createServer } from '../../../src/mcp/server.js';
import { StdioLineTransport } from '../../../src/mcp/stdio-transport.js';
import { createToolset } from '../../../src/mcp/toolset.js';
import { ERAS, type Era } from '../../e2e/mcp/client.js';

/** A dispatcher whose calls take long; records what was written at each step. */
const slowDesk = (written: readonly string[], steps: number[]): Dispatcher => ({
  async dispatch(command, _, { progress }) {
    for (const done of [0, 0.254, 0.255, 0.5, 1]) {
      progress?.('indexing', done);
      steps.push(written.length);
    }
    const plan = { message: `${command.name} is done`, data: {}, changes: [] };
    return { plan: plan, seq: null, queued: null, diff: null };
  },
  end: () => undefined,
  aside: () => Promise.reject(new Error('nothing here is slow')),
});

const meta = (era: Era, progressToken: string | undefined) => ({
  ...(progressToken === undefined ? {} : { progressToken }),
  ...(era === '2026-07-28'
    ? {
        'io.modelcontextprotocol/protocolVersion': era,
        'io.modelcontextprotocol/clientInfo': { name: 'vitest', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
    : {}),
});

async function called(era: Era, token: string | undefined) {
  const [written, steps]: [string[], number[]] = [[], []];
  const input = Object.assign(new EventEmitter(), { pause: () => undefined });
  const lines = new StdioLineTransport(input, (text) => written.push(text));
  serveStdio(() => createServer(slowDesk(written, steps), createToolset('mind'), ''), { transport: lines });
  const send = (id: number | undefined, method: string, params: object) =>
    input.emit('data', Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`));
  const answered = (id: number) => () => written.some((line) => JSON.parse(line).id === id);
  if (era !== '2026-07-28') {
    send(1, 'initialize', {
      protocolVersion: era,
      capabilities: {},
      clientInfo: { name: 'vitest', version: '1' },
    });
    await expect.poll(answered(1)).toBe(true);
    send(undefined, 'notifications/initialized', {});
  }
  const before = written.length;
  send(2, 'tools/call', { name: 'mind_search', arguments: { query: 'x' }, _meta: meta(era, token) });
  await expect.poll(answered(2)).toBe(true);
  const told = written.slice(before).map((line) => JSON.parse(line));
  return { told: told.filter(({ id }) => id === undefined), steps: steps.map((at) => at - before) };
}

it.each(ERAS)(
  'a client that asks gets the progress of a long call, each percent once, while it runs: %s',
  async (era) => {
    const { told, steps } = await called(era, 'work-1');
    expect(told.map(({ method, params }) => [method, params])).toEqual(
      [0, 25, 50, 100].map((progress) => [
        'notifications/progress',
        expect.objectContaining({ progressToken: 'work-1', progress, total: 100, message: 'indexing' }),
      ]),
    );
    expect(steps).toEqual([1, 2, 2, 3, 4]); // written before the next step, not when all is over
  },
);

it.each(ERAS)('a client that does not ask gets no progress: %s', async (era) => {
  expect((await called(era, undefined)).told).toEqual([]);
});
