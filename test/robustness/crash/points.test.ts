// @module-tag full: all disks take 160 s
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import { openStore } from '../../../src/store/store.js';
import { BRANCHED_NOTES, createBranches, getAddedLine } from '../../support/clones.js';
import { type CrashPoints, eachDisk, recordCrashPoints } from '../../support/crash-points.js';
import { inState } from '../../support/store-root.js';
import { createWorkspace, type How, later, type Workspace } from '../../support/workspace.js';
import { traces } from '../secrets/traces.js';
import { createDivergedClones } from '../sharing/diverged-clones.js';

const SESSION = { DAYBOOK_SESSION: 'sess-a' };

/** A workspace in which people and commands have written. */
async function createUsed(): Promise<Workspace> {
  const bench = createWorkspace({
    'CLAUDE.md': '# Rules\n\nUse tabs.\n',
    'content/MEMORY.md': '# Memory\n\nA person wrote this.\n\n## Facts\n\n- by hand',
    'content/SESSION.md': '# Session\n\nThoughts in prose.\r\n\n## Experience\n',
    'content/evolving/2026-04-20.md': '# 2026-04-20\r\n\r\n### Decision: Use Svelte 5 runes\r\n',
    'content/plan.md': '\uFEFFsince [[content/evolving/2026-04-20]]',
  });
  for (const day of ['04-01', '04-02', '06-05']) {
    const how = { ...at(0), now: `2026-${day}T10:00:00+02:00`, seed: day };
    await bench.run(['log', `the count of ${day} is right`, '--type', 'fact'], how);
  }
  await bench.run(['context'], at(0));
  await bench.run(['log', 'the port is 8080', '--type', 'fact'], at(1));
  for (const turn of [2, 3, 4])
    await bench.run(
      ['log', `tried variant ${turn} of \`src/net.ts\`, and learned that it needs ${turn} waits`],
      at(turn),
    );
  return bench;
}

/** Each command has ids of its own, the same in each run. */
const at = (minute: number): How => ({ now: later(minute), seed: `crash ${minute}`, env: SESSION });

/** A command that is one change: after recovery all of it is there, or nothing. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  log: ['log', 'decided to keep the queue because it is small', '--type', 'decision'],
  undo: ['undo'],
  'undo --session': ['undo', '--session', 'sess-a'],
};

/** The notes of a workspace and the file with its context block. */
const notesOf = (bench: Workspace) => ({ ...bench.texts('content'), 'CLAUDE.md': bench.read('CLAUDE.md') });

const foldersOf = ({ root, home }: Workspace) => [root, home];

/** Completes what was begun, and returns what is still wrong. */
function checkStore({ root, home }: Workspace) {
  const folders = { root, content: 'content', worktree: root, global: join(home, '.daybook') };
  const store = openStore({ ...folders, reason: 'test' }, { fsync: 'off' });
  const outline = (text: string) => scanBlocks(text);
  return store.runHealthChecks({ fix: true, target: null, outline }).filter(({ ok }) => !ok);
}

const ledgerOf = (bench: Workspace) => {
  const path = inState(bench.root, 'keep/runs.jsonl');
  return existsSync(join(bench.root, path)) ? bench.read(path) : '';
};

function report(what: string, { points, disks }: CrashPoints, tried: number): void {
  console.log(
    `crash points: ${what}: ${points} calls, ${disks.length} different disks, ${tried} tried, 0 wrong after recovery`,
  );
}

describe('a command that dies at any call', () => testDeaths(1));
describe('a command that dies at one of twelve calls', { tags: ['desk'] }, () => testDeaths(12));

/** Tests what the commands leave on every `step`-th disk. */
function testDeaths(step: number): void {
  it.each(Object.entries(CHANGES))('%s: is done or not done', async (name, args) => {
    const bench = await createUsed();
    const before = notesOf(bench);
    const found = await recordCrashPoints(foldersOf(bench), () => bench.run(args, at(10)));
    const after = notesOf(bench);
    const tried = await eachDisk(foldersOf(bench), found, step, async (point) => {
      const told = `${name}, disk ${point}`;
      expect(checkStore(bench), told).toEqual([]);
      expect([before, after], told).toContainEqual(notesOf(bench));
      const next = await bench.run(['log', 'the next command works', '--type', 'fact'], at(12));
      expect([next.status, next.err], told).toEqual([0, '']);
    });
    report(name, found, tried);
  });

  it('retention: told again it ends in the same bytes', async () => {
    const bench = await createUsed();
    await runAgain(step, bench, foldersOf(bench), ['cron', 'run', 'retention', '--due'], {
      how: { now: '2026-06-08T07:30:00+02:00', seed: 'night' },
      look: () => ({ notes: notesOf(bench), done: ledgerOf(bench).match(/"t":"done"/g)?.length }),
    });
  });

  it('scrub: told again nothing of it is left', async () => {
    const secret = 'hunter4hunter4';
    const bench = await createUsed();
    bench.write(`content/plans/${secret}/box.md`, `# The box\n\nit is ${secret} by hand\n`);
    bench.write('content/other.md', `# Other\n\nsee [[box]], which is ${secret} too\n`);
    await bench.run(['log', `it is ${secret} today`, '--type', 'fact'], at(5));
    await runAgain(step, bench, foldersOf(bench), ['scrub', secret], {
      how: at(10),
      look: () => ({
        left: traces(bench, [secret]),
        words: ['by hand', 'it is [redacted', '# Other', 'Thoughts in prose'].filter((words) =>
          Object.values(bench.texts('content')).some((text) => text.includes(words)),
        ),
      }),
    });
  });

  it('merge --resolve: told again it ends in the same bytes, and uncommitted work has its bytes', async () => {
    const clone = await createBranches({ setUp: false });
    expect(clone.tryGit('merge', '--no-edit', 'theirs')).toBe(false);
    clone.write('work.txt', 'not committed\n');
    await runAgain(step, clone, foldersOf(clone), ['merge', '--resolve'], {
      kept: () => clone.read('work.txt'),
      look: () => ({ files: clone.files(), unmerged: clone.git('ls-files', '--unmerged') }),
    });
    for (const [index, path] of BRANCHED_NOTES.entries())
      expect(clone.read(path)).toContain(getAddedLine('ours', index) + getAddedLine('theirs', index));
  });

  it('sync: told again it ends the same, and uncommitted work has its bytes', async () => {
    const { one, look, folders } = await createDivergedClones();
    await runAgain(step, one, folders, ['sync'], {
      kept: () => [one.read('work.txt'), one.read('staged.txt')],
      look,
    });
  });
}

interface Rerun {
  readonly how?: How;
  /** What no moment of the command may change. */
  readonly kept?: () => unknown;
  /** What the command leads to. */
  readonly look: () => unknown;
}

/** Runs a command; after each moment at which it may die, once more. */
async function runAgain(
  step: number,
  bench: Workspace,
  folders: readonly string[],
  args: readonly string[],
  { how = {}, kept = () => null, look }: Rerun,
): Promise<void> {
  const held = kept();
  const found = await recordCrashPoints(folders, async () => {
    expect(await bench.run(args, how)).toMatchObject({ status: 0 });
  });
  const wanted = look();
  const tried = await eachDisk(folders, found, step, async (point) => {
    const told = `${args.join(' ')}, disk ${point}`;
    expect(kept(), told).toEqual(held);
    expect(await bench.run(args, how), told).toMatchObject({ status: 0 });
    expect(look(), told).toEqual(wanted);
  });
  report(args.join(' '), found, tried);
}
