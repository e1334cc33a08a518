// Writes to and reads from `@modelcontextprotocol/server-memory` for `others.mjs`: node mcp-memory.mjs SERVER write|read.
// Each text is an entity. Its search finds a whole query, so each word of at least four letters is asked alone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [, , server, act] = process.argv;
const env = { ...process.env, MEMORY_FILE_PATH: resolve('memory.jsonl') };
const child = spawn(process.execPath, [server], { env, stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line);
  waiting.get(id)?.(result);
});
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = (method, params) =>
  new Promise((done) => {
    const id = waiting.size + 1;
    waiting.set(id, done);
    send({ id, method, params });
  });
const call = (name, input) => ask('tools/call', { name, arguments: input });

const text = readFileSync(0, 'utf8');
await ask('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
});
send({ method: 'notifications/initialized' });
if (act === 'write') {
  const lines = text.split('\n').filter(Boolean);
  const entities = lines.map((line, at) => ({
    name: `note ${at}`,
    entityType: 'note',
    observations: [line],
  }));
  await call('create_entities', { entities });
} else {
  const found = new Set();
  for (const word of new Set(text.match(/[\p{L}\p{N}]{4,}/gu) ?? [])) {
    const { content } = await call('search_nodes', { query: word });
    for (const { observations } of JSON.parse(content[0].text).entities)
      for (const line of observations) found.add(line);
  }
  console.log([...found].join('\n'));
}
child.kill();
