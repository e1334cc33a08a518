// What an embedder brings: `node test/bench/recall-meaning.mjs COMMAND`. The command is one for the setting search.embed.
import { bundled } from './recall-engines.mjs';
import { loadSet, measureRecall } from './recall-sets.mjs';

const [command] = process.argv.slice(2);
if (!command) throw new Error('expected the command of an embedder');
const parts = await bundled();
console.log(
  '| set | questions | @10 | MRR | @10 by meaning, too | MRR | texts | ms a text |\n|---|---|---|---|---|---|---|---|',
);
for (const name of ['locomo', 'beam']) {
  const workspaces = loadSet(parts, name);
  if (workspaces.length === 0) continue;
  const texts = new Set(
    workspaces.flatMap(({ questions, texts }) => [...questions.map(({ q }) => q), ...texts]),
  );
  const from = performance.now();
  const vectors = embed([...texts]);
  const ms = (performance.now() - from) / texts.size;
  const meaning = { id: command, of: (text) => vectors.get(text) ?? null };
  const [words, both] = [null, meaning].map((port) =>
    measureRecall(workspaces, 'questions', ({ search }, q) => search(q, undefined, port)),
  );
  const figures = [words.at[2], words.mrr, both.at[2], both.mrr].map((value) => value.toFixed(1));
  console.log(`| ${[name, words.count, ...figures, texts.size, ms.toFixed(1)].join(' | ')} |`);
}

/** Embeds texts as `daybook search --embed` does: in runs of 256. */
function embed(texts) {
  const vectors = new Map();
  for (let at = 0; at < texts.length; at += 256) {
    const batch = texts.slice(at, at + 256);
    const answer = parts.runEmbedder({ worktree: process.cwd() }, command, batch, 600_000);
    if (answer.failed) throw new Error(answer.failed);
    for (const [i, text] of batch.entries()) vectors.set(text, answer.vectors[i]);
  }
  return vectors;
}
