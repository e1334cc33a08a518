// The sets that recall is measured on. They lie outside of this project, in the folder that DAYBOOK_BENCH names: each
// subfolder is a set, each folder in that a workspace with `questions.jsonl` beside its notes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { notesIn, readWith } from './recall-engines.mjs';

export const DATA = process.env.DAYBOOK_BENCH ?? resolve('..', 'shared', 'bench');
export const DEPTHS = [1, 5, 10, 20];
export const TYPO_SEED = 42;

/** The workspaces of a set, each with its questions and a search over it; empty where the set is not there. */
export function loadSet(parts, name) {
  const folder = join(DATA, name);
  if (!existsSync(folder)) return [];
  const random = parts.generator(TYPO_SEED);
  return readdirSync(folder)
    .filter((one) => existsSync(join(folder, one, 'questions.jsonl')))
    .sort()
    .map((one) => {
      const questions = readFileSync(join(folder, one, 'questions.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const typos = questions.map((question) => ({
        ...question,
        q: addTypo(question.q, random, parts.STOP_WORDS),
      }));
      return openWorkspace(parts, one, notesIn(join(folder, one)), questions, typos);
    });
}

/** Two workspaces as one, with the questions of both: `questions` of the first, `others` of the second. */
export function mixWorkspaces(parts, one, other) {
  const notes = new Map(one.notes.map((note) => [note.path, note]));
  for (const note of other.notes) {
    const same = notes.get(note.path);
    const text = same ? `${same.text}\n${note.text}` : note.text;
    notes.set(note.path, { path: note.path, text, bom: false, hash: '' });
  }
  const mixed = openWorkspace(parts, `${one.name} + ${other.name}`, [...notes.values()], [], []);
  return [
    { ...mixed, questions: one.questions, typos: one.typos },
    { ...mixed, questions: other.questions, typos: other.typos },
  ];
}

function openWorkspace(parts, name, notes, questions, typos) {
  const setting = { today: '2026-06-07', kindWeight: () => 1 };
  const ask = parts.createInMemorySearch(notes, readWith(parts), setting);
  const search = (words, weights) => {
    setting.weights = weights ?? parts.RANKING_WEIGHTS;
    return ask({ words, limit: DEPTHS.at(-1) }).hits.map(({ id }) => id);
  };
  return { name, notes, questions, typos, search };
}

/** The share of the evidence among the first hits, and the reciprocal rank of the first evidence, in percent. */
export function measureRecall(workspaces, which, ask, step = 1) {
  const at = DEPTHS.map(() => 0);
  let mrr = 0;
  let count = 0;
  for (const workspace of workspaces)
    for (const { q, evidence } of workspace[which].filter((_, i) => i % step === 0)) {
      const found = ask(workspace, q).slice(0, DEPTHS.at(-1));
      const wanted = new Set(evidence);
      DEPTHS.forEach((depth, i) => {
        at[i] += new Set(found.slice(0, depth).filter((id) => wanted.has(id))).size / wanted.size;
      });
      const first = found.findIndex((id) => wanted.has(id));
      if (first >= 0) mrr += 1 / (first + 1);
      count++;
    }
  return { at: at.map((sum) => (100 * sum) / count), mrr: (100 * mrr) / count, count };
}

/** One letter swapped, dropped, added or replaced in one word that says something. */
function addTypo(question, random, stops) {
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
