// How well search finds: recall and mean reciprocal rank on conversations that were converted to workspaces, the
// gain of each weight, and weights chosen on four conversations and tried on the fifth. The data are measured
// with, never shipped: without them this says so and goes on.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled, notesIn, readWith, rivals } from './recall-engines.mjs';
import { indexTables } from './recall-index.mjs';

const DATA = process.env.DAYBOOK_BENCH ?? resolve('..', 'shared', 'bench');
const DEPTHS = [1, 5, 10, 20];
const TYPO_SEED = 42;

export async function recallTables({ full }) {
  const parts = await bundled();
  if (existsSync(join(DATA, 'locomo'))) qualityTables(parts, full);
  else console.log(`\nrecall: not measured, there are no conversations in ${DATA} (set DAYBOOK_BENCH)`);
  indexTables(parts, { full });
}

function qualityTables(parts, full) {
  const conversations = load(parts);
  const questions = conversations.reduce((sum, { questions }) => sum + questions.length, 0);
  console.log(
    `\n## Recall (${conversations.length} conversations, ${questions} questions; typo: one a question, seed ${TYPO_SEED})\n`,
  );
  console.log('| engine | @1 | @5 | @10 | @20 | MRR | @10 typo | kept |\n|---|---|---|---|---|---|---|---|');
  const ours = (which) => measure(conversations, which, ({ search }, words) => search(words));
  const clean = ours('questions');
  printEngine('daybook', clean, ours('typos'));
  for (const [name, engine] of rivals(parts)) {
    const step = full ? 1 : engine.step;
    const ask = ({ engines }, words) => engines.get(name)(words);
    for (const conversation of conversations)
      conversation.engines.set(name, engine.open(conversation.documents));
    printEngine(
      step > 1 ? `${name} (every ${step}th question)` : name,
      measure(conversations, 'questions', ask, step),
      measure(conversations, 'typos', ask, step),
    );
  }
  console.log(`\ngoals: @10 ≥ 78 ${met(clean.at[2] >= 78)}, MRR ≥ 59 ${met(clean.mrr >= 59)}`);
  gainTable(conversations, parts, clean);
  heldOutTable(conversations, parts);
}

const met = (yes) => (yes ? '(met)' : '**(missed)**');

function printEngine(name, clean, typo) {
  const kept = (100 * typo.at[2]) / clean.at[2];
  console.log(
    `| ${[name, ...clean.at, clean.mrr, typo.at[2]].map(figure).join(' | ')} | ${kept.toFixed(0)} % |`,
  );
}

const figure = (value) => (typeof value === 'number' ? value.toFixed(1) : value);

/** What each weight brings: the same search without it. */
function gainTable(conversations, { RANKING_WEIGHTS }, all) {
  console.log('\n| without | weight | @5 | @10 | MRR | typo @10 |\n|---|---|---|---|---|---|');
  const typo = measure(conversations, 'typos', ({ search }, words) => search(words));
  console.log(`| nothing | | ${[all.at[1], all.at[2], all.mrr, typo.at[2]].map(figure).join(' | ')} |`);
  for (const [name, weight] of Object.entries(RANKING_WEIGHTS)) {
    if (['k1', 'b'].includes(name)) continue;
    const without = {
      ...RANKING_WEIGHTS,
      [name]: name === 'bLong' ? RANKING_WEIGHTS.b : Array.isArray(weight) ? [] : 0,
    };
    const ask = ({ search }, words) => search(words, without);
    const found = measure(conversations, 'questions', ask);
    const slipped = measure(conversations, 'typos', ask);
    console.log(
      `| ${name} | ${weight} | ${[found.at[1], found.at[2], found.mrr, slipped.at[2]].map(figure).join(' | ')} |`,
    );
  }
}

const TRIED = [0.5, 0.75, 1.25, 1.5];

/** Weights chosen on all conversations but one, tried on that one: near the shipped figure, so nothing was fitted. */
function heldOutTable(conversations, { RANKING_WEIGHTS }) {
  const scaled = (weights, name, by) => ({
    ...weights,
    [name]: Array.isArray(weights[name]) ? weights[name].map((one) => one * by) : weights[name] * by,
  });
  const of = (conversation, weights) =>
    measure([conversation], 'questions', ({ search }, words) => search(words, weights)).at[2] *
    conversation.questions.length;
  const shipped = new Map(conversations.map((one) => [one, of(one, RANKING_WEIGHTS)]));
  const tried = Object.keys(RANKING_WEIGHTS).flatMap((name) =>
    TRIED.map((by) => ({
      name,
      by,
      found: new Map(conversations.map((one) => [one, of(one, scaled(RANKING_WEIGHTS, name, by))])),
    })),
  );
  console.log(
    '\n| held out | shipped weights @10 | weights chosen on the others @10 | changed |\n|---|---|---|---|',
  );
  let sum = 0;
  for (const out of conversations) {
    const others = conversations.filter((one) => one !== out);
    const gain = ({ found }) => others.reduce((all, one) => all + found.get(one) - shipped.get(one), 0);
    const best = new Map();
    for (const one of tried)
      if (gain(one) > Math.max(0, best.has(one.name) ? gain(best.get(one.name)) : 0)) best.set(one.name, one);
    const chosen = [...best.values()].reduce(
      (weights, { name, by }) => scaled(weights, name, by),
      RANKING_WEIGHTS,
    );
    const found = of(out, chosen);
    sum += found;
    const rate = (value) => (value / out.questions.length).toFixed(1);
    console.log(
      `| ${out.name} | ${rate(shipped.get(out))} | ${rate(found)} | ${[...best.values()].map(({ name, by }) => `${name} × ${by}`).join(', ')} |`,
    );
  }
  const all = conversations.reduce((count, { questions }) => count + questions.length, 0);
  const before = [...shipped.values()].reduce((total, one) => total + one, 0);
  console.log(`| all | ${(before / all).toFixed(1)} | ${(sum / all).toFixed(1)} | |`);
}

function load(parts) {
  const random = parts.generator(TYPO_SEED);
  return readdirSync(join(DATA, 'locomo'))
    .sort()
    .map((name) => {
      const root = join(DATA, 'locomo', name);
      const notes = notesIn(root);
      const questions = readFileSync(join(root, 'questions.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const setting = { today: '2026-06-07', kindWeight: () => 1 };
      const ask = parts.createInMemorySearch(notes, readWith(parts), setting);
      const search = (words, weights) => {
        setting.weights = weights ?? parts.RANKING_WEIGHTS;
        return ask({ words, limit: DEPTHS.at(-1) }).hits.map(({ id }) => id);
      };
      const documents = notes.flatMap((note) =>
        readWith(parts)(note).entries.map(({ id, text }) => ({ id, text })),
      );
      const typos = questions.map((question) => ({
        ...question,
        q: slipped(question.q, random, parts.STOP_WORDS),
      }));
      return { name, questions, typos, search, documents, engines: new Map() };
    });
}

/** The share of the evidence among the first hits, and the reciprocal rank of the first evidence, in percent. */
function measure(conversations, which, ask, step = 1) {
  const at = DEPTHS.map(() => 0);
  let mrr = 0;
  let count = 0;
  for (const conversation of conversations)
    for (const { q, evidence } of conversation[which].filter((_, i) => i % step === 0)) {
      const found = ask(conversation, q).slice(0, DEPTHS.at(-1));
      const wanted = new Set(evidence);
      DEPTHS.forEach((depth, i) => {
        at[i] += new Set(found.slice(0, depth).filter((id) => wanted.has(id))).size / wanted.size;
      });
      const first = found.findIndex((id) => wanted.has(id));
      if (first >= 0) mrr += 1 / (first + 1);
      count++;
    }
  return { at: at.map((sum) => (100 * sum) / count), mrr: (100 * mrr) / count };
}

/** One letter swapped, dropped, added or replaced in one word that says something. */
function slipped(question, random, stops) {
  const words = [...question.matchAll(/\p{L}{4,}/gu)].filter(([word]) => !stops.has(word.toLowerCase()));
  if (words.length === 0) return question;
  const { 0: word, index } = words[Math.floor(random() * words.length)];
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)];
  const [start, end] = [word.slice(0, at), word.slice(at + 1)];
  const forms = [
    start + word[at + 1] + word[at] + word.slice(at + 2),
    start + end,
    start + letter + word.slice(at),
    start + letter + end,
  ];
  return question.slice(0, index) + forms[Math.floor(random() * 4)] + question.slice(index + word.length);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await recallTables({ full: process.argv.includes('--full') });
