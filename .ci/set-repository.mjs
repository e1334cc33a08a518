// Writes where the project lives into package.json, from one argument: OWNER/NAME on GitHub.
import { readFileSync, writeFileSync } from 'node:fs';

const [repository] = process.argv.slice(2);
if (!/^[\w.-]+\/[\w.-]+$/.test(repository ?? '')) {
  console.error('usage: node .ci/set-repository.mjs OWNER/NAME');
  process.exit(2);
}
const url = `https://github.com/${repository}`;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
Object.assign(manifest, {
  repository: { type: 'git', url: `git+${url}.git` },
  homepage: `${url}#readme`,
  bugs: `${url}/issues`,
  mcpName: `io.github.${repository.toLowerCase()}`,
});
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
