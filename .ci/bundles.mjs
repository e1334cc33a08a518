// Writes what registries and desktop clients take, `node .ci/bundles.mjs [FOLDER]`: server.json for the MCP registry, and
// daybook.mcpb, a ZIP file with the built server and its manifest.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

const [folder = 'release'] = process.argv.slice(2);
const { name, version, license, engines, keywords, homepage, mcpName } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const { description, author } = JSON.parse(readFileSync('templates/plugin/plugin.json', 'utf8'));
const title = 'Daybook';

// What the library needs beside the command is left out, and lists for tests.
const LEFT_OUT = /^dist\/(?:library\/|index\.|types|tsconfig)|\.inputs\.json$/;

const manifest = {
  manifest_version: '0.3',
  name,
  display_name: title,
  version,
  description,
  author,
  license,
  keywords,
  ...(homepage ? { homepage } : {}),
  server: {
    type: 'node',
    entry_point: 'dist/daybook.cjs',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/dist/daybook.cjs', 'mcp'],
      env: { DAYBOOK_WORKSPACE: '${user_config.workspace}' },
    },
  },
  tools_generated: true,
  prompts_generated: true,
  user_config: {
    workspace: {
      type: 'directory',
      title: 'Workspace',
      description: 'The folder with daybook.yaml, which `daybook init` makes',
      required: true,
    },
  },
  compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
};

const paths = ['dist', 'templates']
  .flatMap((top) => readdirSync(top, { recursive: true, withFileTypes: true }))
  .flatMap((item) =>
    item.isFile() ? join(item.parentPath ?? item.path, item.name).replaceAll('\\', '/') : [],
  )
  .filter((path) => !LEFT_OUT.test(path));
const files = Object.fromEntries(
  ['LICENSE', 'README.md', 'package.json', ...paths].toSorted().map((path) => [path, readFileSync(path)]),
);
// The time is fixed, so that the same files make the same bytes.
const bundle = zipSync(
  { 'manifest.json': Buffer.from(toJson(manifest)), ...files },
  { level: 9, mtime: new Date(1980, 0, 2) },
);

const stdio = { type: 'stdio' };
const site = homepage?.replace(/#.*$/, '');
const server = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  // Without an owner there is no name to publish under: .ci/check-release.mjs refuses a release without one.
  name: mcpName ?? `io.github.owner/${name}`,
  title,
  description,
  version,
  ...(site ? { websiteUrl: site, repository: { url: site, source: 'github' } } : {}),
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: stdio,
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
    ...(site
      ? [
          {
            registryType: 'mcpb',
            identifier: `${site}/releases/download/v${version}/${name}.mcpb`,
            version,
            fileSha256: createHash('sha256').update(bundle).digest('hex'),
            transport: stdio,
          },
        ]
      : []),
  ],
};

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${name}.mcpb`), bundle);
writeFileSync(join(folder, 'server.json'), toJson(server));
console.log(
  `${folder}: ${name}.mcpb (${bundle.length} bytes, ${Object.keys(files).length + 1} files), server.json`,
);

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
