// The official conformance suite of the Model Context Protocol: its scenarios for any server, in both eras. The rest of
// its scenarios are for a server with tools made for the suite. It needs Node 22, which npm brings, and speaks HTTP.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loopback } from './loopback.mjs';

const OLD = '@modelcontextprotocol/conformance@0.1.16';
const NEW = 'modern@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12';
const NODE = `node-${process.platform}-${process.arch}`;

export const about = 'the generic scenarios of the MCP conformance suite pass';
export const packages = [OLD, NEW, `${NODE}@22.23.3`];

/** By the package of the scenario. */
const SCENARIOS = {
  '@modelcontextprotocol/conformance': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  modern: ['caching', 'sep-2164-resource-not-found'],
};

export async function check({ step, env, workspace, modules, daybook }) {
  const project = workspace();
  const adapter = await loopback([process.execPath, daybook, 'mcp'], { cwd: project, env });
  const node = join(modules, NODE, 'bin', 'node');
  for (const [suite, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios)
      await step(
        `${scenario} (${suite === 'modern' ? 'revision 2026-07-28' : 'revisions up to 2025-11-25'})`,
        async () => {
          const program = join(modules, suite, 'dist', 'index.js');
          const args = [program, 'server', '--url', adapter.url, '--scenario', scenario];
          const { status, said } = await ran(node, args, { cwd: project, env });
          assert.equal(status, 0, said);
          assert.match(said, /Passed: (\d+)\/\1, 0 failed, 0 warnings/);
        },
      );
  await adapter.close();
}

/** Runs a program to its end without keeping the adapter from answering. */
function ran(program, args, options) {
  const child = spawn(program, args, { ...options, timeout: 60_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((done) => child.on('close', (status) => done({ status, said })));
}
