// `npm run bench`: measures on this machine and prints tables. `-- --full` adds the large vaults,
// `-- --write` writes the output into content/guide/figures.md and figures-search.md. DAYBOOK_BASELINE names the command of an earlier build
// (`.ci/baseline REVISION FOLDER`): starts are then compared with it too.
// `-- --start-up` measures the starts alone.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { appendTable } from './appends.mjs';
import { coldStarts } from './cold.mjs';
import { durableTables } from './durable.mjs';
import { mcpTables } from './mcp.mjs';
import { printHead, printRow } from './measure.mjs';
import { filterTable, mergeTable } from './merge.mjs';
import { nightTable } from './night.mjs';
import { recallTables } from './recall.mjs';
import { sessionTables } from './sessions.mjs';
import { webTables } from './web.mjs';
import { yearTable } from './year.mjs';

const full = process.argv.includes('--full');
delete process.env.NODE_EXTRA_CA_CERTS; // alone it triples a start

const printed = [];
const print = console.log;
console.log = (...words) => {
  printed.push(words.join(' '));
  print(...words);
};

coldTable(coldStarts(full ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 10_000], full ? 31 : 21));
if (process.argv.includes('--start-up')) process.exit(0);
await mcpTables(full ? [10_000, 100_000] : [10_000], full ? 31 : 21);
mergeTable([1_000, 10_000]);
filterTable();
nightTable(full ? [10_000, 100_000] : [10_000]);
if (full) yearTable();
sessionTables(full ? {} : { megabytes: 50, amount: 300 });
await webTables(full ? [1_000, 10_000, 100_000] : [10_000]);
await appendTable();
await durableTables();
const speed = printed.splice(0);
await recallTables({ full });
if (process.argv.includes('--write')) {
  writeFileSync('content/guide/figures.md', formatPage('Figures: how fast it is', speed));
  writeFileSync('content/guide/figures-search.md', formatPage('Figures: what search finds', printed));
}

/** Prints each command once, with the largest vault that it was measured on. */
function coldTable(all) {
  const rows = all.filter(({ name }, at) => !all.slice(at + 1).some((later) => later.name === name));
  printHead(
    'Cold starts (medians of whole processes, interleaved)',
    ...['entries', 'command', 'ms', '× bare node', '× baseline', 'goal', 'peak MB'],
  );
  for (const { size, name, ms, ratio, toBaseline, most, mostMs, megabytes, mostMegabytes } of rows) {
    const goals = [most === null ? '' : `≤ ${most}`, mostMs === null ? '' : `≤ ${mostMs} ms`].filter(Boolean);
    const isMissed = (most !== null && ratio > most) || (mostMs !== null && ms > mostMs);
    const goal = `${goals.join(', ')}${isMissed ? ' **missed**' : ''}`;
    const missed = mostMegabytes !== null && megabytes > mostMegabytes ? ' **missed**' : '';
    const memory = `${megabytes?.toFixed(0) ?? ''}${mostMegabytes === null ? '' : ` (≤ ${mostMegabytes})${missed}`}`;
    printRow(size, name, ms.toFixed(1), ratio.toFixed(2), toBaseline?.toFixed(2) ?? '–', goal, memory);
  }
}

function formatPage(title, lines) {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.version}, ${process.platform}`;
  return `# ${title}\n\nWritten by \`npm run bench -- --write\` on ${day}: ${machine}. Times differ from machine to machine; ratios to bare Node differ by about a tenth.\n${lines.join('\n')}\n`;
}
