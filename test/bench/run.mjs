// `npm run bench`: what was measured on this machine, printed as tables. `--full` adds the large vaults.
import { coldStarts } from './cold.mjs';

const full = process.argv.includes('--full');
delete process.env.NODE_EXTRA_CA_CERTS; // alone it triples a start

const rows = coldStarts(full ? [1_000, 10_000, 100_000] : [1_000, 10_000], full ? 31 : 15);
console.log(`\n## Cold starts (Node ${process.version}, medians of whole processes, interleaved)\n`);
console.log('| entries | command | ms | × bare node | goal | peak MB |\n|---|---|---|---|---|---|');
for (const { size, name, ms, ratio, most, megabytes } of rows) {
  const goal = most === null ? '' : `≤ ${most}${ratio > most ? ' **missed**' : ''}`;
  console.log(
    `| ${size} | ${name} | ${ms.toFixed(1)} | ${ratio.toFixed(2)} | ${goal} | ${megabytes?.toFixed(0) ?? ''} |`,
  );
}

const { recallTables } = await import('./recall.mjs');
await recallTables({ full });
