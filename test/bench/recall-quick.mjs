// Recall in one process, in a minute: LoCoMo, BEAM, and both in one workspace. With `--gains` what each weight brings,
// with `--held-out` the weights chosen on all workspaces but one and tried on that one.
import { pathToFileURL } from 'node:url';
import { bundled } from './recall-engines.mjs';
import { DATA, loadSet, measureRecall, mixWorkspaces, TYPO_SEED } from './recall-sets.mjs';

export function loadSets(parts) {
  const sets = { locomo: loadSet(parts, 'locomo'), beam: loadSet(parts, 'beam') };
  const { locomo, beam } = sets;
  if (locomo.length === 0 || beam.length === 0) return sets;
  const mixed = beam.map((chat, i) => mixWorkspaces(parts, locomo[i % locomo.length], chat));
  return { ...sets, 'locomo, mixed': mixed.map(([one]) => one), 'beam, mixed': mixed.map(([, two]) => two) };
}

/** Prints one row for each set. */
export function recallTable(sets, weights) {
  console.log(
    '| set | questions | @1 | @5 | @10 | @20 | MRR | typo @10 | kept |\n|---|---|---|---|---|---|---|---|---|',
  );
  const ask = ({ search }, words) => search(words, weights);
  for (const [name, workspaces] of Object.entries(sets)) {
    if (workspaces.length === 0) {
      console.log(`| ${name} | not measured: no folder \`${name}\` in ${DATA} (set DAYBOOK_BENCH) |`);
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
