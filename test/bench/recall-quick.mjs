// Recall in one process, in a minute: LoCoMo, BEAM, and both in one workspace. `npm run bench` adds the gain of each weight.
import { pathToFileURL } from 'node:url';
import { bundled } from './recall-engines.mjs';
import { loadSets, measureRecall, TYPO_SEED } from './recall-sets.mjs';

/** Prints one row for each set. */
export function recallTable(sets, weights) {
  console.log(
    '| set | questions | @1 | @5 | @10 | @20 | MRR | typo @10 | kept |\n|---|---|---|---|---|---|---|---|---|',
  );
  const ask = ({ search }, words) => search(words, weights);
  for (const [name, workspaces] of Object.entries(sets)) {
    if (workspaces.length === 0) {
      console.log(
        `| ${name} | not measured: its sets are not part of this project (DAYBOOK_BENCH names their folder) |`,
      );
      continue;
    }
    const clean = measureRecall(workspaces, 'questions', ask);
    const typo = measureRecall(workspaces, 'typos', ask);
    const figures = [...clean.at, clean.mrr, typo.at[2]].map((value) => value.toFixed(1));
    const kept = ((100 * typo.at[2]) / clean.at[2]).toFixed(1);
    console.log(`| ${[name, clean.count, ...figures, `${kept} %`].join(' | ')} |`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const parts = await bundled();
  console.log(`\nRecall; a typo in each question, seed ${TYPO_SEED}\n`);
  recallTable(loadSets(parts));
}
