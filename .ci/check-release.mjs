// Refuses a release whose package could not say where it comes from, or whose tag is another version.
import { readFileSync } from 'node:fs';

const { repository, homepage, bugs, mcpName, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const problems = [];
for (const [name, value] of Object.entries({ repository, homepage, bugs, mcpName }))
  if (!value) problems.push(`package.json has no "${name}": run node .ci/set-repository.mjs OWNER/NAME`);
const tag = process.env.GITHUB_REF_NAME;
if (tag && tag !== `v${version}`) problems.push(`the tag is ${tag}, the version in package.json ${version}`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
