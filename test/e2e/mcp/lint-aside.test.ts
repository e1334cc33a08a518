// @module-tag full: 3 s of processor time
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, FULL } from '../../support/workspace.js';
import { ERAS, talk } from './client.js';

/** So many entries that a look through them takes longer than any other call. */
const ENTRIES = FULL ? 10_000 : 4000;

function vault() {
  const bench = createWorkspace({
    'content/MEMORY.md': '# Memory\n\n## Facts\n\n- the port is 8080 ^61k0y5k9xfs\n',
  });
  mkdirSync(join(bench.root, 'content/evolving'), { recursive: true });
  for (let day = 1; day <= 20; day++) {
    const lines = Array.from(
      { length: ENTRIES / 20 },
      (_, i) =>
        `- worker ${day} of run ${i} kept a lock on \`src/part-${i % 50}.ts\` for ${i * day} ms, see [[nowhere]]\n`,
    );
    const name = `2026-05-${String(day).padStart(2, '0')}`;
    writeFileSync(
      join(bench.root, `content/evolving/${name}.md`),
      `# ${name}\n\n## Session\n\n${lines.join('')}`,
    );
  }
  return bench;
}

describe.each(ERAS)('mind_lint, revision %s', (era) => {
  it('lets other calls be answered before it ends, and sees what was written before it began', async () => {
    const bench = vault();
    const server = await talk({ ...bench, era, args: ['--profile', 'full'] });
    await server.call('mind_search', { query: 'port' });
    await server.call('mind_log', { msg: 'see [[gone-before]]', type: 'fact' });
    const lint = server.send('tools/call', { name: 'mind_lint', arguments: {} });
    const others = [
      server.send('tools/call', { name: 'mind_search', arguments: { query: 'port' } }),
      server.send('tools/call', {
        name: 'mind_log',
        arguments: { msg: 'the port was changed', type: 'fact' },
      }),
      server.send('tools/call', { name: 'mind_search', arguments: { query: 'changed' } }),
    ];
    const { result } = await server.answer(lint);
    for (const id of others) expect((await server.answer(id)).result.isError, String(id)).toBeUndefined();
    const order = server.lines.map((line) => JSON.parse(line).id).filter((id) => id >= lint);
    expect(order).toEqual([...others, lint]);
    const messages = result.structuredContent.notices.map(({ message }: { message: string }) => message);
    expect(messages.filter((text: string) => text.startsWith('[[nowhere]]'))).toHaveLength(ENTRIES);
    expect(messages).toContain('[[gone-before]]: no note `gone-before`');
    expect(result.content[0].text).toMatch(/^\d+ errors?\b[\s\S]*more: ask more narrowly/);
    expect((await server.end()).status).toBe(0);
  });
});

describe('mind_lint', () => {
  it('that is given up ends at once, and the next one is answered', async () => {
    const server = await talk({ ...vault(), args: ['--profile', 'full'] });
    const lint = server.send('tools/call', { name: 'mind_lint', arguments: {} });
    server.notify('notifications/cancelled', { requestId: lint });
    const { result } = await server.ask('tools/call', { name: 'mind_lint', arguments: {} });
    expect(result.structuredContent.notices.length).toBeGreaterThanOrEqual(ENTRIES);
    const { lines, status } = await server.end();
    expect(status).toBe(0);
    expect(lines.map((line) => JSON.parse(line).id)).not.toContain(lint);
  });

  it('answers the same as the command', async () => {
    const bench = createWorkspace({
      'content/MEMORY.md': '# Memory\n\n## Facts\n\n- one [[nowhere]] ^61k0y5k9xfs\n- two ^61k0y5k9xfs\n',
    });
    const server = await talk({ ...bench, args: ['--profile', 'full'] });
    const { structuredContent } = await server.call('mind_lint');
    const { notices, ok } = await bench.json(['lint']);
    expect(structuredContent).toMatchObject({ notices, ok });
    expect(notices).toHaveLength(3);
    await server.end();
  });
});
