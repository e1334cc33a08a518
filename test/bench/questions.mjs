// Questions with labelled evidence, asked by the built command: a home after `init --yes`, `search --sessions`, `ingest` and
// `about`. `node test/bench/questions.mjs [FOLDER]`; DAYBOOK_QUESTIONS names the folder too. Sets that it lacks are reported.
//
// FOLDER/home: `home/`, `orchard/`, `home-questions.json`, `session-questions.json`; FOLDER/ingest: `pages/`,
// `questions.json`; each question `{id, question, evidence: [{file, text}]}`. FOLDER/about: repositories with a workspace, and
// `about.json` of `{repo, ask: 'PATH[:SYMBOL]', expect: [text], not: [text]}`. `--misses` prints the questions that are not answered.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COMMAND, createEnvironment, inFolder, printRow } from './measure.mjs';

const [given] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const SETS = given ?? process.env.DAYBOOK_QUESTIONS ?? '';
const SHOWS_MISSES = process.argv.includes('--misses');
/** Where the transcripts say that they were written; the copies name the scratch folder instead. */
const PLACE = '/srv/code';

let scratch;
let home;
let code;
const rows = [];

function measureHome(folder) {
  if (!existsSync(join(folder, 'home'))) return skip('a home after `init --yes`', folder);
  const orchard = join(code, 'orchard');
  copyHere(join(folder, 'home'), home);
  if (existsSync(join(folder, 'orchard'))) copyHere(join(folder, 'orchard'), orchard);
  else mkdirSync(orchard, { recursive: true });
  const git = (...words) =>
    spawnSync('git', words, { cwd: orchard, env: { PATH: process.env.PATH, HOME: home } });
  for (const [name, value] of [
    ['name', 'Ada'],
    ['email', 'ada@example.org'],
  ])
    git('config', '--global', `user.${name}`, value);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'the project');
  const began = performance.now();
  run(orchard, ['init', '--yes', '--agent', 'none']);
  const asked = readRows(join(folder, 'home-questions.json'));
  ask(orchard, [asked[0]?.question ?? 'first', '--limit', '3']);
  const seconds = (performance.now() - began) / 1000;
  score(
    'a home after `init --yes`: the evidence is among the first three hits of `search`',
    '17 of 20',
    asked,
    (one) =>
      ask(orchard, [one.question, '--limit', '3'])
        .slice(0, 3)
        .some((hit) => one.evidence.some((proof) => holds(hit, proof))),
  );
  rows.push(['seconds from `init --yes` to the first answer', seconds.toFixed(1), '60']);
  const questions = readRows(join(folder, 'session-questions.json'));
  if (questions.length === 0) return skip('`search --sessions`', folder);
  const isRight = (one, sessions) =>
    one.evidence.some(({ file }) => sessions.some((id) => isOfFile(file, id)));
  score('`search --sessions`: the session is among the first five', '0.85', questions, (one) =>
    isRight(
      one,
      ask(orchard, [one.question, '--sessions', '--all-clis', '--limit', '5']).map(({ session }) => session),
    ),
  );
  const files = listTranscripts(home);
  score('the same with `grep` for the words of the question', '', questions, (one) => {
    const words = one.question.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
    const rate = (text) => words.filter((word) => text.includes(word)).length;
    const best = files
      .map(({ path, text }) => ({ path, rate: rate(text) }))
      .toSorted((a, b) => b.rate - a.rate);
    const names = best.slice(0, 5).map(({ path }) => basename(path));
    return one.evidence.some(({ file }) => names.includes(basename(file)));
  });
}

function measureIngest(folder) {
  if (!existsSync(join(folder, 'pages'))) return skip('`ingest`', folder);
  const project = join(code, 'ingest');
  cpSync(join(folder, 'pages'), join(project, 'pages'), { recursive: true });
  run(project, ['init', '--agent', 'none']);
  const { pages } = JSON.parse(run(project, ['ingest', 'pages', '--json']));
  const again = JSON.parse(run(project, ['ingest', 'pages', '--json']));
  rows.push(['changes of a second `ingest`', String(again.changes.length), '0']);
  const pageOf = new Map(pages.map(({ source, path }) => [source, path]));
  score(
    '`ingest`: the page is among the first five',
    '0.85',
    readRows(join(folder, 'questions.json')),
    (one) => {
      const hits = ask(project, [one.question, '--limit', '5', '--only-notes']).slice(0, 5);
      const wanted = one.evidence.map(({ file }) =>
        pageOf.get(`pages/${file.replace(/^(?:\.\/)?(?:pages\/)?/, '')}`),
      );
      return hits.some(({ path }) => wanted.includes(path));
    },
  );
}

function measureAbout(folder) {
  if (!existsSync(join(folder, 'about.json'))) return skip('`about`', folder);
  const questions = JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8'));
  score('`about`: all that is known of the path, and nothing else', '0.95', questions, (one) => {
    const repo = join(scratch, 'about', one.repo ?? 'repo');
    if (!existsSync(repo)) cpSync(join(folder, one.repo ?? 'repo'), repo, { recursive: true });
    const subject = one.ask ?? [one.path, one.symbol].filter(Boolean).join(':');
    const { entries = [], sessions = [], commits = [] } = JSON.parse(run(repo, ['about', subject, '--json']));
    const shown = [
      ...entries.map(({ text, alternatives, workaround, why }) => [text, alternatives, workaround, why]),
      ...sessions.map(({ goal }) => [goal]),
      ...commits.map(({ subject: line }) => [line]),
    ].map((parts) => listWords(parts.flat().join(' ')));
    const isShown = (text) => shown.some((words) => hasMost(words, listWords(stripFields(text))));
    return one.expect.every(isShown) && !(one.not ?? []).some(isShown);
  });
}

/** Prints how many questions are answered, and with `--misses` those that are not. */
function score(what, goal, questions, isAnswered) {
  const missed = questions.filter((one) => !isAnswered(one));
  const right = questions.length - missed.length;
  rows.push([what, `${right} of ${questions.length}, ${formatWilson(right, questions.length)}`, goal]);
  if (!SHOWS_MISSES) return;
  for (const { id, ask: subject, question, expect, evidence } of missed)
    console.log(`missed: ${JSON.stringify({ id, subject, question, expect, evidence })}`);
}

function skip(what, folder) {
  rows.push([
    what,
    `not measured: its questions are not in ${folder || 'a folder'} (name one, or set DAYBOOK_QUESTIONS)`,
    '',
  ]);
}

/** The Wilson score interval (1927) of a share. */
function formatWilson(right, all) {
  if (all === 0) return 'no questions';
  const [z, share] = [1.959964, right / all];
  const middle = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return `${share.toFixed(3)} (${(middle - half).toFixed(3)}–${(middle + half).toFixed(3)})`;
}

/** True if a hit is of the transcript, or has at least four fifths of the words of the evidence. */
function holds(hit, { file, text }) {
  if (hit.session !== undefined) return isOfFile(file, hit.session);
  return hasMost(
    listWords([hit.heading, hit.text, hit.workaround, hit.why].flat().join(' ')),
    listWords(text),
  );
}

/** True if a text has at least four fifths of these words. */
function hasMost(words, wanted) {
  const own = new Set(words);
  return wanted.length > 0 && wanted.filter((word) => own.has(word)).length >= 0.8 * wanted.length;
}

/** A line of a note without its id and fields. */
function stripFields(text) {
  return text.replace(/\s\^[\w-]+(?=\s|$)|\[\w+::[^\]]*\]/g, ' ');
}

function listWords(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True if a transcript has the id in its name or at its beginning. */
function isOfFile(file, id) {
  if (!/\.jsonl?$/.test(file)) return false;
  if (basename(file).includes(id)) return true;
  const found = listTranscripts(home).find(({ path }) => basename(path) === basename(file));
  return found?.text.slice(0, 5000).includes(id.toLowerCase()) ?? false;
}

function listTranscripts(folder) {
  listTranscripts.known ??= readdirSync(folder, { recursive: true })
    .filter((path) => /\.jsonl?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8').toLowerCase() }));
  return listTranscripts.known;
}

/** Copies a folder; paths and the folders that Claude Code names by a path follow to the scratch folder. */
function copyHere(from, to) {
  mkdirSync(to, { recursive: true });
  const toSlug = (path) => path.replace(/[^A-Za-z0-9]/g, '-');
  for (const item of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [
      join(from, item.name),
      join(to, item.name.replace(toSlug(PLACE), toSlug(code))),
    ];
    if (item.isDirectory()) copyHere(source, target);
    else writeFileSync(target, readFileSync(source, 'utf8').replaceAll(PLACE, code));
  }
}

function readRows(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function ask(cwd, words) {
  return JSON.parse(run(cwd, ['search', ...words, '--json'])).hits ?? [];
}

function run(cwd, words) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd,
    env: createEnvironment(home),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (stdout === '' && status !== 0)
    throw new Error(`daybook ${words.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

inFolder((folder) => {
  [scratch, home, code] = [folder, join(folder, 'home'), join(folder, 'code')];
  measureHome(join(SETS, 'home'));
  measureIngest(join(SETS, 'ingest'));
  measureAbout(join(SETS, 'about'));
});
console.log('\n| what | right, 95 % interval | goal |\n|---|---|---|');
for (const cells of rows) printRow(...cells);
