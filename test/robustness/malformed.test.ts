// @module-tag full: it runs commands many times over
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle } from '../support/store-root.js';
import { createWorkspace, FULL, later, type Reply, type Workspace } from '../support/workspace.js';
import { NOTES, type Shape, STATES } from './malformed.js';

/** Nothing waits long, and nothing is flushed. */
const SETTINGS = 'timezone: Europe/Berlin\nstore.fsync: "off"\nlock.wait: 0\n';
const SESSION =
  '# Session\n\n## Experience\n\n- tried `src/a.ts` by hand, and learned that it needs a flag\n\nProse.\n';

/** What an agent does in a session, and what it does when the next one begins. */
const COMMANDS: readonly (readonly [minutes: number, args: readonly string[]])[] = [
  [1, ['log', 'kept by us', '--type', 'decision']],
  [2, ['log', 'seen by us', '--type', 'experience']],
  [3, ['search', 'flag']],
  [4, ['doctor']],
  [90, ['recall']],
  ...(FULL
    ? ([
        [91, ['search', 'kept']],
        [92, ['doctor']],
      ] as const)
    : []),
];

const [MEMORY, SESSION_NOTE] = ['content/MEMORY.md', 'content/SESSION.md'];

/** Where it stands: quickly in the two notes that matter most at once, in full in each place alone. */
const PLACES: readonly (readonly string[])[] = FULL
  ? [[MEMORY], [SESSION_NOTE], ['content/pages/x.md'], ['CLAUDE.md']]
  : [[MEMORY, SESSION_NOTE]];

let inputs = 0;

describe('T17: a note that is malformed', () => {
  it.each(Object.keys(NOTES))('%s', async (name) => {
    for (const places of PLACES) {
      const bench = await begun();
      for (const place of places) put(NOTES[name] ?? '', join(bench.root, place), bench.root);
      await lives(bench, `${places.join(' and ')} is ${name}`);
    }
  });
});

function put(shape: Shape, path: string, root: string): void {
  rmSync(path, { force: true });
  if (typeof shape === 'function') shape(path, root);
  else {
    writeFileSync(path, shape);
    settle(path);
  }
}

describe('T17: a state folder that is malformed', () => {
  it.each(Object.keys(STATES))('%s', async (name) => {
    const bench = await begun();
    STATES[name]?.(bench);
    await lives(bench, name);
  });
});

it('T17: all of them', () => {
  console.log(
    `malformed: ${inputs} inputs by ${COMMANDS.length} commands each, 0 bugs, 0 lines lost, 0 sessions cleared`,
  );
  expect(inputs).toBeGreaterThanOrEqual(60);
});

/** A workspace with earlier work. */
async function begun(): Promise<Workspace> {
  const bench = createWorkspace({
    'daybook.yaml': SETTINGS,
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- decided by hand\n',
    'content/SESSION.md': SESSION,
    'content/pages/x.md': '# X\n\nA page.\n',
    'CLAUDE.md': '# Rules\n',
    '../outside.md': '# Outside\n',
  });
  await bench.run(['log', 'logged before', '--type', 'fact']);
  return bench;
}

/** Nothing throws, nothing that stood there is lost, and what is not a file stays what it is. */
async function lives(bench: Workspace, told: string): Promise<void> {
  const before = stand(bench.root);
  inputs++;
  for (const [minutes, args] of COMMANDS) {
    const reply = await bench.run(args, { now: later(minutes) });
    expect(sane(reply), `${told}: ${args[0]}: ${reply.err}${reply.out.slice(0, 300)}`).toBe(true);
  }
  const after = stand(bench.root);
  const lines = new Set([...after.texts.values()].flatMap(linesOf));
  for (const [path, text] of before.texts) {
    if (after.texts.get(path) === text) continue;
    const lost = linesOf(text).filter((line) => !lines.has(line));
    expect(
      lost.slice(0, 3).map((line) => line.slice(0, 200)),
      `${told}: lost of ${path}`,
    ).toEqual([]);
  }
  expect(Object.fromEntries(after.others), told).toMatchObject(Object.fromEntries(before.others));
  expect(readFileSync(join(dirname(bench.root), 'outside.md'), 'utf8')).toBe('# Outside\n');
}

const sane = ({ status, out, err }: Reply): boolean =>
  status !== null && status <= 4 && !`${out}${err}`.includes('a bug');

/** Lines that say something, without what marks a heading, and without the id that a line gets when something links to it. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .replace(/^(\u00ef\u00bb\u00bf)+/, '')
        .replace(/\s+\^[0-9a-z]{11}\s*$/, '')
        .replace(/^\s*#+\s/, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^<!-- MIND|^[-=]+$/.test(line));

/** Every note by its bytes, as Latin-1, and everything else by what it is. */
function stand(root: string): { texts: Map<string, string>; others: Map<string, string> } {
  const texts = new Map<string, string>();
  const others = new Map<string, string>();
  const walk = (folder: string) => {
    for (const { name } of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const stat = lstatSync(join(root, path));
      if (name === '.daybook') continue;
      if (stat.isDirectory()) walk(path);
      else if (stat.isSymbolicLink()) others.set(path, `link to ${readlinkSync(join(root, path))}`);
      else if (!stat.isFile()) others.set(path, 'no file');
      else if (stat.size > 64 << 20) others.set(path, `${stat.size} bytes`);
      else texts.set(path, readFileSync(join(root, path), 'latin1'));
    }
  };
  walk('');
  return { texts, others };
}
