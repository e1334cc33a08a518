// @module-tag full: it runs commands many times over
/* Clones that do all sorts of things to their notes, and pull from one another in any order: nothing is lost or garbled. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMergeConflicts } from '../../../src/notes/merge/conflict-markers.js';
import { type Clone, type CloneOptions, createClones, secondsLater } from '../../support/clones.js';
import { createRandom } from '../../support/random.js';
import { FULL, marks, SEED } from '../../support/workspace.js';

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** What one clone acknowledged: an entry by its id, and what it says. */
interface Acknowledged {
  readonly id: string;
  readonly text: string;
}

/** What all clones did together, and what each may do next. */
class Team {
  readonly entries: Acknowledged[] = [];
  /** Words that a clone replaced by others, and may stand in another clone's version still. */
  readonly reworded = new Set<string>();
  readonly undone = new Set<string>();
  readonly done: Record<string, number> = {};
  conflicts = 0;
  private turn = 0;

  constructor(
    readonly clones: readonly Clone[],
    readonly random: Random,
    readonly told: string,
  ) {}

  /** Runs a command of a clone, later than all before; null if it is refused, as one for an unmerged note may be. */
  async ask(clone: Clone, ...args: string[]) {
    const { status, out, err } = await clone.run([...args, '--json'], {
      now: secondsLater(this.turn++),
      seed: `${this.told} ${this.turn}`,
    });
    expect([0, 1], `${this.told} ${args.join(' ')}: ${err}`).toContain(status);
    return status === 0 ? JSON.parse(out) : null;
  }

  /** An id that a clone has in one of its notes. */
  own(clone: Clone, path: string): string | undefined {
    const found = existsSync(join(clone.root, path))
      ? [...clone.read(path).matchAll(/ \^([0-9a-z]{11})$/gm)]
      : [];
    return found.length === 0 ? undefined : pick(this.random, found)[1];
  }

  acknowledge(entry: { readonly id: string } | undefined, text: string): void {
    if (entry) this.entries.push({ id: entry.id, text });
  }
}

const WORDS = [
  'cache',
  'deploy',
  'index',
  'lock',
  'parser',
  'queue',
  'retry',
  'schema',
  'token',
  'worker',
  'shard',
  'lease',
];
let serial = 0;
/** Words that no other entry has. */
const say = (random: Random) => `${pick(random, WORDS)} ${pick(random, WORDS)} case${serial++}z`;

type Act = (team: Team, clone: Clone) => Promise<void>;

const log: Act = async (team, clone) => {
  const text = say(team.random);
  const type = pick(team.random, ['fact', 'gotcha', 'rule', 'learning']);
  team.acknowledge((await team.ask(clone, 'log', text, '--type', type))?.entry, text);
};

const ACTS: Readonly<Record<string, Act>> = {
  log,
  'log again': log,
  async 'hand edit'(team, clone) {
    const text = say(team.random);
    const path = pick(team.random, ['content/MEMORY.md', 'content/pages/plan.md']);
    clone.write(path, `${clone.read(path).trimEnd()}\n- ${text}\n`);
    team.entries.push({ id: '', text });
  },
  async amend(team, clone) {
    const [id, text] = [team.own(clone, 'content/MEMORY.md'), say(team.random)];
    const before = clone.read('content/MEMORY.md');
    if (!id || !(await team.ask(clone, 'amend', id, '--text', text))) return;
    team.entries.push({ id: '', text });
    for (const one of team.entries)
      if (new RegExp(`^- ${one.text}\\b.* \\^${id}$`, 'm').test(before)) team.reworded.add(one.text);
  },
  async remind(team, clone) {
    const text = say(team.random);
    team.acknowledge((await team.ask(clone, 'remind', text, '--when', '2026-09-01'))?.entry, text);
  },
  async done(team, clone) {
    const id = team.own(clone, 'content/REMINDERS.md');
    if (id) await team.ask(clone, 'done', id);
  },
  async rename(team, clone) {
    const pages = readdirSync(join(clone.root, 'content/pages')).filter((name) => /^p\d/.test(name));
    if (pages.length > 1)
      await team.ask(
        clone,
        'page',
        'rename',
        pick(team.random, pages.slice(1)).replace('.md', ''),
        `p${serial++}`,
      );
  },
  async archive(team, clone) {
    const id = team.own(clone, 'content/MEMORY.md');
    const line = clone
      .read('content/MEMORY.md')
      .split('\n')
      .find((one) => one.endsWith(`^${id}`));
    if (!line) return;
    const path = 'content/archive/MEMORY-2026.md';
    const before = existsSync(join(clone.root, path)) ? clone.read(path) : '# Memory 2026\n\n## Facts\n\n';
    clone.write(path, `${before}${line}\n`);
    clone.write('content/MEMORY.md', clone.read('content/MEMORY.md').replace(`${line}\n`, ''));
  },
  async undo(team, clone) {
    const text = say(team.random);
    const reply = await team.ask(clone, 'log', text, '--type', 'fact');
    if (!reply?.seq) return;
    if (team.random() < 0.5) await pull(team, clone);
    if (await team.ask(clone, 'undo', String(reply.seq))) team.undone.add(text);
    else team.acknowledge(reply.entry, text);
  },
  async feedback(team, clone) {
    const text = say(team.random);
    const reply = await team.ask(clone, 'feedback', 'add', '--mistake', text, '--correction', `not ${text}`);
    team.acknowledge(reply?.feedback?.entry, text);
  },
  async 'hand off'(team, clone) {
    const text = say(team.random);
    const reply = await team.ask(clone, 'handoff', '--goal', text, '--outcome', 'complete');
    team.acknowledge(reply?.handoff?.entry, text);
  },
};

/** Commits, and pulls from the hub or from another clone; conflicts are settled and committed. */
async function pull(team: Team, clone: Clone, from?: Clone): Promise<void> {
  clone.commit(`${clone.name} works`);
  const where = from ? [from.root, 'HEAD'] : ['origin', 'main'];
  if (!clone.tryGit('pull', '--quiet', '--no-rebase', '--no-edit', ...where)) {
    team.conflicts++;
    await settle(team, clone);
    expect(clone.git('ls-files', '--unmerged'), team.told).toBe('');
  } else if (clone.git('config', '--local', '--get-all', 'daybook.fixes').includes('true'))
    await settle(team, clone);
}

async function settle(team: Team, clone: Clone): Promise<void> {
  const reply = await clone.run(['merge', '--resolve'], { now: secondsLater(0) });
  expect(reply.status, `${team.told}: ${reply.err}${reply.out}`).toBe(0);
  clone.commit('merge');
}

async function push(team: Team, clone: Clone): Promise<void> {
  while (!clone.tryGit('push', '--quiet', 'origin', 'HEAD:main')) await pull(team, clone);
}

const notesOf = (clone: Clone): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(clone.texts('content')).filter(([path]) => !/SESSION\.md|INBOX\.md|snapshots/.test(path)),
  );

/** Plays a game, and returns what came of it. */
async function play(seed: string, count: number, rounds: number, options: CloneOptions) {
  serial = 0;
  const random = createRandom(seed);
  const clones = await createClones(count, options);
  const [first] = clones as [Clone];
  for (const name of ['plan', 'p1', 'p2'])
    first.write(`content/pages/${name}.md`, `# ${name}\n\nSome words about ${name}.\n`);
  first.write('content/REMINDERS.md', '# Reminders\n');
  first.commit('pages');
  first.git('push', '--quiet', 'origin', 'HEAD:main');
  for (const clone of clones) {
    clone.git('config', '--local', 'daybook.fixes', String(!options.setUp));
    clone.git('pull', '--quiet', '--ff-only', 'origin', 'main');
  }
  const team = new Team(clones, random, `seed ${seed}`);
  for (let round = 0; round < rounds; round++) {
    const clone = pick(random, clones);
    const name = pick(random, Object.keys(ACTS));
    await (ACTS[name] as Act)(team, clone);
    team.done[name] = (team.done[name] ?? 0) + 1;
    if (random() < 0.4)
      await pull(
        team,
        clone,
        random() < 0.5
          ? pick(
              random,
              clones.filter((one) => one !== clone),
            )
          : undefined,
      );
    if (random() < 0.2) await push(team, clone);
  }
  for (const clone of [...clones, ...clones]) {
    await pull(team, clone);
    await push(team, clone);
  }
  await first.run(['lint', '--fix'], { now: secondsLater(100_000) });
  first.commit('fixed');
  await push(team, first);
  for (const clone of clones) await pull(team, clone);
  return team;
}

/** Everything that was acknowledged is there once, in the same bytes everywhere, and nothing else looks odd. */
function examine(team: Team): void {
  const [first, ...others] = team.clones as [Clone, ...Clone[]];
  const notes = notesOf(first);
  for (const clone of others) expect(notesOf(clone), team.told).toEqual(notes);
  const all = Object.values(notes).join('\n');
  for (const [path, text] of Object.entries(notes)) {
    expect(findMergeConflicts(text), `${team.told} ${path}`).toEqual([]);
    for (const [, id = ''] of text.matchAll(/ \^([0-9a-z]{11})$/gm))
      expect(marks(all, id), `${team.told} ^${id}\n${all}`).toBe(1);
  }
  const isElsewhere = (line: string) =>
    /superseded::|\[\[/.test(line) || notes['content/archive/MEMORY-2026.md']?.includes(line) === true;
  for (const { id, text } of team.entries) {
    if (id !== '') expect(marks(all, id), `${team.told} ^${id} ${text}\n${all}`).toBe(1);
    else if (!team.reworded.has(text)) expect(all.includes(text), `${team.told} ${text}\n${all}`).toBe(true);
  }
  for (const text of team.undone)
    expect(
      all.split('\n').filter((line) => line.includes(text) && !isElsewhere(line)),
      `${team.told} undone ${text}`,
    ).toEqual([]);
  expect(all, team.told).not.toMatch(/^[<>|]{7}/m);
}

const MODES: Readonly<Record<string, CloneOptions>> = {
  'with the driver': { setUp: true },
  'by lines, settled with merge --resolve': { setUp: false },
  'with union, fixed by merge --resolve': { setUp: false, attributes: '*.md merge=union\n' },
  'by lines, in style diff3': { setUp: false, style: 'diff3' },
  'by lines, in style zdiff3': { setUp: false, style: 'zdiff3' },
};

/** `npm test` plays one of the two styles that show the base. */
const PLAYED = Object.keys(MODES).filter(
  (mode) => FULL || !mode.endsWith(Number(SEED.at(-1)) % 2 ? ' diff3' : 'zdiff3'),
);
const GAMES = Array.from({ length: FULL ? 25 : 1 }, (_, game) => game);

/** One game is played again by its seed and name: `DAYBOOK_TEST_SEED=… -t 'union, game 7$'`. */
it.each(PLAYED.flatMap((mode) => GAMES.map((game) => [mode, game] as const)))(
  '%s, game %i',
  async (mode, game) => {
    const seed = `${SEED} ${mode} ${game}`;
    const count = 2 + Math.floor(createRandom(seed)() * (FULL ? 7 : 2));
    const team = await play(seed, count, FULL ? 60 : 12, MODES[mode] as CloneOptions);
    examine(team);
    console.log(
      `clones ${mode}: seed ${seed}, ${count} clones, ${team.entries.length} entries, ${team.conflicts} conflicts, ${team.undone.size} undone, 0 lost`,
    );
  },
  3_600_000,
);
