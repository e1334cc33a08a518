import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';

const folder = freshFolder();
const parse = (text: Uint8Array | string) => JSON.parse(Buffer.from(text).toString('utf8'));
const schema = (name: string) => parse(readFileSync(`test/fixtures/schemas/${name}.schema.json`));
const options = { strict: false, validateFormats: false };
let files: Record<string, Uint8Array> = {};

/** The problems that a schema finds. */
function checkBy(name: string, value: unknown): unknown {
  const read = schema(name);
  const ajv = read.$schema?.includes('2020-12') ? new Ajv2020(options) : new Ajv(options);
  const isValid = ajv.compile(read);
  return isValid(value) ? [] : isValid.errors;
}

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['.ci/bundles.mjs', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  files = unzipSync(readFileSync(join(folder, 'daybook.mcpb')));
});

it('server.json, the manifest of the .mcpb file and the plugin are valid by their schemas', () => {
  const server = parse(readFileSync(join(folder, 'server.json')));
  expect(schema('server').$id).toBe(server.$schema);
  expect(checkBy('server', server)).toEqual([]);
  expect(checkBy('server', { ...server, description: 'x'.repeat(101) })).not.toEqual([]);
  const manifest = parse(files['manifest.json'] ?? '');
  expect(checkBy('mcpb-manifest', manifest)).toEqual([]);
  expect(checkBy('mcpb-manifest', { ...manifest, more: 1 })).not.toEqual([]);
  for (const name of ['plugin', 'mcp']) {
    const value = parse(readFileSync(`templates/plugin/${name}.json`));
    expect(schema(name).$id).toBe(value.$schema);
    expect(checkBy(name, value)).toEqual([]);
  }
});

it('the .mcpb file holds all that its server needs', () => {
  const unpacked = join(folder, 'unpacked');
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), bytes);
  }
  const { command, args, env } = parse(files['manifest.json'] ?? '').server.mcp_config;
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  const [program = '', ...words] = args.map((word: string) => word.replace('${__dirname}', unpacked));
  expect([command, Object.keys(env)]).toEqual(['node', ['DAYBOOK_WORKSPACE']]);
  const run = (given: readonly string[], input = '') =>
    spawnSync(process.execPath, [program, ...given], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, DAYBOOK_HOME: folder, DAYBOOK_WORKSPACE: workspace },
      encoding: 'utf8',
      input,
    });
  expect(run(['init', '--agent', 'none', '--quiet', '-C', workspace]).stderr).toBe('');
  const ask = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const about = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const said = run(words, `${ask(1, 'initialize', about)}\n${ask(2, 'tools/list', {})}\n`);
  const [first, second] = said.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(first.result.serverInfo.name).toBe('daybook');
  expect(second.result.tools.map(({ name }: { name: string }) => name)).toContain('mind_recall');
});
