// A small git repository with Daybook in it, in a temporary folder: its files, its days, and its state at the end of them.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from './client.mjs';
import { COMMAND, createEnvironment } from './command.mjs';

/** The first day; the graded session is a week later. All times are UTC. */
const FIRST_DAY = Date.parse('2026-09-07T00:00:00Z');
const GRADED_DAY = 7;
const EXCLUDED = '.claude/\n.mcp.json\n';

const toMillis = (day, time) => FIRST_DAY + day * 86_400_000 + Date.parse(`1970-01-01T${time}:00Z`);

/**
 * Creates the repository of a trap and plays its earlier days: sessions through hooks and transcripts, lines by hand.
 * Returns `openGraded`, which puts all of it back to the end of those days and opens one more session.
 */
export async function createRepository(trap) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-useful-'));
  const live = join(folder, 'live');
  const kept = join(folder, 'kept');
  const place = { root: join(live, 'work'), home: join(live, 'home') };
  for (const path of [place.root, place.home]) mkdirSync(path, { recursive: true });
  createFiles(place, trap);
  for (const [index, part] of trap.history.entries()) await playPart(place, part, index);
  copyFolder(live, kept);
  return {
    root: place.root,
    openGraded(name) {
      rmSync(live, { recursive: true, force: true });
      copyFolder(kept, live);
      return createClient({ ...place, name, at: toMillis(GRADED_DAY, '09:00') });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns what the repository says by itself: its README, and CLAUDE.md without Daybook's block. */
export function readOwnWords(trap) {
  return `${trap.files['README.md']}\n${trap.files['CLAUDE.md'] ?? ''}`;
}

function createFiles(place, { files, untracked = {} }) {
  const at = toMillis(-1, '12:00');
  for (const [path, text] of Object.entries(files)) writeAt(join(place.root, path), text, at);
  runGit(place, at, 'init', '--quiet', '--template=', '--initial-branch=main');
  commitAll(place, at, 'first files');
  for (const [path, text] of Object.entries(untracked)) writeAt(join(place.root, path), text, at);
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'init', '--yes', '--agent', 'claude'], {
    cwd: place.root,
    env: createEnvironment(place, at),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`daybook init ended with ${status}: ${stderr}`);
  const own = Object.keys(untracked).map((path) => `${path}\n`);
  mkdirSync(join(place.root, '.git/info'), { recursive: true });
  writeFileSync(join(place.root, '.git/info/exclude'), EXCLUDED + own.join(''));
  commitAll(place, at, 'notes by Daybook');
  writeFileSync(join(place.root, '.git/info/exclude'), EXCLUDED);
}

async function playPart(place, part, index) {
  const at = toMillis(part.day, part.time);
  if (part.kind === 'hand') {
    writeByHand(join(place.root, 'content', part.note), part, at);
    return;
  }
  const client = createClient({ ...place, name: `earlier ${index}`, at });
  await client.open();
  for (const step of part.steps) {
    if (step.kind === 'prompt') await client.prompt(step.text);
    else if (step.kind === 'answer') await client.answer(step.text);
    else {
      await client.askBefore(step.call);
      applyEdit(place, step.call);
      await client.tellAfter(step.call, step);
    }
  }
  await client.close();
}

/** Adds lines as an editor does: below the heading where the note has it, else at its end. */
function writeByHand(path, { heading, text }, at) {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = before.split('\n');
  const where = heading === null ? -1 : lines.indexOf(heading);
  const added = heading === null ? text : `${heading}\n\n${text}`;
  const after =
    where < 0
      ? `${before === '' ? '' : `${before.trimEnd()}\n\n`}${added}\n`
      : [...lines.slice(0, where + 1), '', text, ...lines.slice(where + 1)].join('\n');
  writeAt(path, after, at);
}

/** Writes the files of an earlier session. Commands are sent to the hooks and not run. */
function applyEdit({ root }, { tool, input }) {
  const path = join(root, input.file_path ?? '');
  if (tool === 'Write') writeAt(path, input.content);
  if (tool !== 'Edit' || !existsSync(path)) return;
  writeFileSync(path, readFileSync(path, 'utf8').replace(input.old_string, input.new_string));
}

function writeAt(path, text, at = Date.now()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at / 1000, at / 1000);
}

function copyFolder(from, to) {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

function commitAll(place, at, subject) {
  runGit(place, at, 'add', '--all');
  runGit(place, at, 'commit', '--quiet', '--message', subject);
}

function runGit(place, at, ...args) {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const date = new Date(at).toISOString();
  const env = { ...createEnvironment(place, at), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const { status, stderr } = spawnSync('git', [...author, ...args], {
    cwd: place.root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args[0]} ended with ${status}: ${stderr}`);
}
