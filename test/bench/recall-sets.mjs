// The sets for recall. They are not part of this project: DAYBOOK_BENCH names their folder; each subfolder is a set, each
// folder in it a workspace with `questions.jsonl` beside its notes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { notesIn, readWith } from './recall-engines.mjs';

export const DATA = process.env.DAYBOOK_BENCH ?? resolve('..', 'shared', 'bench');
export const DEPTHS = [1, 5, 10, 20];
export const TYPO_SEED = 42;

/** Returns the workspaces of a set, each with its questions and a search; empty if the set is absent. */
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
      return {
        ...openWorkspace(parts, one, notesIn(join(folder, one)), questions, typos),
        root: join(folder, one),
      };
    });
}

/** LoCoMo, its corrected key, BEAM, and both in one workspace; empty lists where a set is absent. */
export function loadSets(parts) {
  const [locomo, beam] = ['locomo', 'beam'].map((name) => loadSet(parts, name));
  const mixed =
    locomo.length > 0 ? beam.map((chat, i) => mixWorkspaces(parts, locomo[i % locomo.length], chat)) : [];
  return {
    locomo,
    'locomo, corrected key': correctKey(locomo),
    beam,
    'locomo, mixed': mixed.map(([one]) => one),
    'beam, mixed': mixed.map(([, two]) => two),
  };
}

/** The place of a conversation in the published list. */
const CONVERSATIONS = ['conv-26', 'conv-30', 'conv-41', 'conv-42', 'conv-43'];

/** LoCoMo with the evidence that an audit corrected (github.com/dial481/locomo-audit, `errors.json` in the folder `locomo-audit`). */
function correctKey(workspaces) {
  const file = join(DATA, 'locomo-audit', 'errors.json');
  if (!existsSync(file)) return [];
  const key = new Map(
    JSON.parse(readFileSync(file, 'utf8')).map(({ question_id, question, correct_evidence }) => [
      `${question_id.split('_')[1]} ${question}`,
      correct_evidence.map((place) => place.toLowerCase().replace(':', '-')),
    ]),
  );
  return workspaces.map((one) => {
    const number = CONVERSATIONS.indexOf(one.name);
    const corrected = (questions) =>
      questions.flatMap((question, i) => {
        const evidence = key.get(`${number} ${one.questions[i].q}`) ?? question.evidence;
        return evidence.length > 0 ? [{ ...question, evidence }] : [];
      });
    return { ...one, questions: corrected(one.questions), typos: corrected(one.typos) };
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
  const search = (words, weights, meaning = null) => {
    setting.weights = weights ?? parts.RANKING_WEIGHTS;
    return ask({ words, limit: DEPTHS.at(-1), meaning }).hits.map(({ id }) => id);
  };
  const entries = notes.flatMap((note) => readWith(parts)(note).entries);
  const documents = entries.map(({ id, text }) => ({ id, text }));
  const texts = entries.map(parts.getEntryText);
  return { name, notes, questions, typos, search, documents, texts };
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

/** Swaps, drops, adds or replaces one letter in one word that is no stop word. */
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
