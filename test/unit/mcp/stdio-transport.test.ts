import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { StdioLineTransport } from '../../../src/mcp/stdio-transport.js';

afterEach(() => vi.useRealTimers());

it('names the calls that have no answer when the input has ended, with their count', async () => {
  vi.useFakeTimers();
  const input = Object.assign(new EventEmitter(), { pause: () => undefined });
  const transport = new StdioLineTransport(input, () => undefined);
  const errors: string[] = [];
  transport.onerror = ({ message }) => errors.push(message);
  await transport.start();
  const calls = ['mind_log', 'mind_log', 'mind_search', 'mind_log'].map((name, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } }),
  );
  input.emit('data', Buffer.from(`${calls.join('\n')}\n`));
  await transport.send({ jsonrpc: '2.0', id: 0, result: {} });
  input.emit('end');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(errors).toEqual([
    'the input has ended, and 3 calls were not answered within 10 s: 2 mind_log, 1 mind_search',
  ]);
});
