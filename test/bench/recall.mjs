// How well search finds: recall and mean reciprocal rank on the sets of DAYBOOK_BENCH, the gain of each weight, and
// weights chosen on all workspaces but one and tried on that one (these tables alone: `--weights`). The sets are never
// shipped: without them this says so.
import { pathToFileURL } from 'node:url';
import { bundled, rivals } from './recall-engines.mjs';
import { indexTables } from './recall-index.mjs';
import { recallTable } from './recall-quick.mjs';
import { readTable } from './recall-read.mjs';
import { loadSets, measureRecall, TYPO_SEED } from './recall-sets.mjs';

export async function recallTables({ full, weights = false }) {
  const parts = await bundled();
  console.log(`\n## Recall (in percent; one typo a question, seed ${TYPO_SEED})\n`);
  const sets = loadSets(parts);
  recallTable(sets);
  const own = Object.fromEntries(['locomo', 'beam'].map((name) => [name, sets[name]]));
  if (Object.values(own).every(({ length }) => length > 0)) {
    if (weights) {
      gainTable(sets, own, parts);
      heldOutTable(own, parts);
      return;
    }
    rivalTable(own.locomo, parts, full);
    readTable(own, parts);
  }
  indexTables(parts, { full });
}

const figure = (value) => (typeof value === 'number' ? value.toFixed(1) : value);

function rivalTable(workspaces, parts, full) {
  console.log(
    '\n| other engines on locomo | @1 | @5 | @10 | @20 | MRR | @10 typo |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, engine] of rivals(parts)) {
    const step = full ? 1 : engine.step;
    const opened = new Map(workspaces.map((one) => [one, engine.open(one.documents)]));
    const ask = (workspace, words) => opened.get(workspace)(words);
    const clean = measureRecall(workspaces, 'questions', ask, step);
    const typo = measureRecall(workspaces, 'typos', ask, step);
    const title = step > 1 ? `${name} (every ${step}th question)` : name;
    console.log(`| ${[title, ...clean.at, clean.mrr, typo.at[2]].map(figure).join(' | ')} |`);
  }
}

/** Weights that these sets cannot judge: they have no settings, no pins and no new entries. */
const UNJUDGED = ['synonym', 'meaning', 'recency', 'pin'];

/**
 * What each weight brings: recall@10 and MRR of the same search without it, and how much is lost. The last columns leave
 * each workspace of `own` out: a weight stays if the recall@10 of the others gains by it, and what it then brings to the one
 * left out.
 */
function gainTable(sets, own, { RANKING_WEIGHTS }) {
  const names = Object.keys(sets);
  console.log(
    `\n| without | weight | ${names.map((name) => `${name} @10 | MRR`).join(' | ')} | stays | gain where left out |`,
  );
  console.log(`|---|---|${names.map(() => '---|---|').join('')}---|---|`);
  const off = { long: Number.MAX_SAFE_INTEGER };
  const measure = (workspaces, weights) =>
    measureRecall(workspaces, 'questions', ({ search }, words) => search(words, weights));
  const figures = (weights) =>
    names.flatMap((name) => {
      const { at, mrr } = measure(sets[name], weights);
      return [at[2], mrr];
    });
  const all = figures(RANKING_WEIGHTS);
  const folds = shareOut(own);
  const found = (weights) =>
    folds.map(({ one, share }) => share * one.questions.length * measure([one], weights).at[2]);
  const whole = found(RANKING_WEIGHTS);
  console.log(`| nothing | | ${all.map(figure).join(' | ')} | | |`);
  for (const [name, weight] of Object.entries(RANKING_WEIGHTS)) {
    if (['k1', 'b', ...UNJUDGED].includes(name)) continue;
    const without = { ...RANKING_WEIGHTS, [name]: Array.isArray(weight) ? [] : (off[name] ?? 0) };
    const lost = figures(without).map((value, i) => `${figure(value)} (${figure(value - all[i])})`);
    const gains = found(without).map((value, i) => whole[i] - value);
    const sum = gains.reduce((total, gain) => total + gain, 0);
    const stays = gains.filter((gain) => sum - gain > 0);
    const gained = stays.reduce((total, gain) => total + gain, 0) / Object.keys(own).length;
    console.log(
      `| ${name} | ${weight} | ${lost.join(' | ')} | ${stays.length} of ${folds.length} | ${figure(gained)} |`,
    );
  }
}

/** The workspaces of all sets, each with the share of one of its questions: each set counts the same. */
const shareOut = (sets) =>
  Object.values(sets).flatMap((all) => {
    const questions = all.reduce((sum, one) => sum + one.questions.length, 0);
    return all.map((one) => ({ one, share: 1 / questions }));
  });

const TRIED = [0.5, 0.75, 1.25, 1.5];

/** Weights chosen on all workspaces of both sets but one, tried on that one. Each set counts the same. */
function heldOutTable(sets, { RANKING_WEIGHTS }) {
  const scaled = (weights, name, by) => ({
    ...weights,
    [name]: Array.isArray(weights[name]) ? weights[name].map((one) => one * by) : weights[name] * by,
  });
  const workspaces = shareOut(sets);
  const of = ({ one }, weights) =>
    measureRecall([one], 'questions', ({ search }, words) => search(words, weights)).at[2] *
    one.questions.length;
  const shipped = new Map(workspaces.map((each) => [each, of(each, RANKING_WEIGHTS)]));
  const names = Object.keys(RANKING_WEIGHTS).filter((name) => !UNJUDGED.includes(name));
  const tried = names.flatMap((name) =>
    TRIED.map((by) => {
      const weights = scaled(RANKING_WEIGHTS, name, by);
      return { name, by, found: new Map(workspaces.map((each) => [each, of(each, weights)])) };
    }),
  );
  console.log(
    '\n| left out | shipped weights @10 | weights chosen on the others @10 | changed weights |\n|---|---|---|---|',
  );
  const sums = new Map(Object.keys(sets).map((name) => [name, 0]));
  for (const out of workspaces) {
    const others = workspaces.filter((each) => each !== out);
    const gain = ({ found }) =>
      others.reduce((all, each) => all + each.share * (found.get(each) - shipped.get(each)), 0);
    const best = new Map();
    for (const each of tried)
      if (gain(each) > Math.max(0, best.has(each.name) ? gain(best.get(each.name)) : 0))
        best.set(each.name, each);
    let chosen = RANKING_WEIGHTS;
    for (const { name, by } of best.values()) chosen = scaled(chosen, name, by);
    const found = of(out, chosen);
    const set = Object.keys(sets).find((name) => sets[name].includes(out.one));
    sums.set(set, sums.get(set) + found);
    const rate = (value) => figure(value / out.one.questions.length);
    console.log(`| ${out.one.name} | ${rate(shipped.get(out))} | ${rate(found)} | ${best.size} |`);
  }
  for (const [name, sum] of sums) {
    const of = workspaces.filter(({ one }) => sets[name].includes(one));
    const before = of.reduce((all, each) => all + shipped.get(each), 0);
    console.log(`| all of ${name} | ${figure(before * of[0].share)} | ${figure(sum * of[0].share)} | |`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await recallTables({
    full: process.argv.includes('--full'),
    weights: process.argv.includes('--weights'),
  });
