/* Every tool of the full profile refuses missing, unknown and wrong arguments, and says what it expects. */
import { expect, test } from 'vitest';
import { toMcpTool } from '../../../src/mcp/toolset.js';
import { createWorkspace } from '../../support/workspace.js';
import { listAllTools, talk } from './client.js';

interface Tool {
  readonly name: string;
  readonly inputSchema: {
    readonly properties: Readonly<
      Record<string, { readonly type: string; readonly enum?: readonly string[] }>
    >;
    readonly required?: readonly string[];
  };
}

/** Values of the right type for required arguments. */
const VALUES: Readonly<Record<string, unknown>> = { string: 'x', number: 1, boolean: true, array: ['x'] };

test('each tool refuses bad arguments in three lines, and changes nothing', async () => {
  const bench = createWorkspace({ 'content/MEMORY.md': '# Memory\n' });
  const before = bench.files();
  const server = await talk({ ...bench, args: ['--profile', 'full'] });
  const tools = (await listAllTools()).map((tool) => toMcpTool(tool));
  const refuse = async (name: string, args: object, key: string): Promise<void> => {
    const reply = await server.call(name, args);
    expect([name, args, reply.isError]).toEqual([name, args, true]);
    const lines = reply.content[0].text.split('\n');
    expect([name, args, lines.length]).toEqual([name, args, 3]);
    expect(lines[0]).toContain(name);
    expect(lines[0]).toContain(`\`${key}\``);
    expect(lines[1]).toMatch(/^found .*/);
  };
  let count = 0;
  for (const { name, inputSchema } of tools as unknown as readonly Tool[]) {
    const { properties, required = [] } = inputSchema;
    const full = Object.fromEntries(
      required.map((key) => [key, properties[key]?.enum?.[0] ?? VALUES[properties[key]?.type ?? '']]),
    );
    await refuse(name, { ...full, nonsense: 1 }, 'nonsense');
    for (const key of required) {
      const { [key]: _, ...rest } = full;
      await refuse(name, rest, key);
    }
    for (const key of Object.keys(properties)) await refuse(name, { ...full, [key]: { wrong: 1 } }, key);
    count += 1 + required.length + Object.keys(properties).length;
  }
  await server.end();
  console.log(`bad arguments of MCP tools: ${count} of ${count} refused, in ${tools.length} tools`);
  expect(tools.length).toBeGreaterThan(35);
  expect(bench.files()).toEqual(before);
});
