// @module-tag full: it runs commands many times over
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/app/command-registry.js';
import { type CommandResult, executeCommand } from '../../../src/app/execute.js';
import { openRuntime } from '../../../src/app/runtime.js';
import type { CommandInput, ParamDefinitions } from '../../../src/command/params.js';
import type { Store, StoreTransaction } from '../../../src/store/store.js';
import { createWorkspace, FULL, later, marks, NOON, type Workspace } from '../../support/workspace.js';
import { pause } from '../crash/bench.js';

const MEMORY = 'content/MEMORY.md';
const TEXT = '# Memory\n\nProse.\n\n## Decisions\n\n- one\n- two\n\n## Gotchas\n\n- a trap\n';

/** How people's editors save: over the old bytes, or by a new file in the old one's place. */
const EDITORS: Readonly<Record<string, (path: string, text: string) => void>> = {
  'in place': (path, text) => writeFileSync(path, text),
  'by rename': (path, text) => {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  },
};

const REWRITTEN = `# Rewritten\n\n* all by hand\n\n${'Other prose. '.repeat(12)}\n`;

/** What a person does to MEMORY.md, and what of it must be there afterwards. */
const EDITS: Readonly<Record<string, readonly [edit: (text: string) => string, kept: string]>> = {
  'far above': [(text) => text.replace('Prose.', 'Prose, and more of it.'), 'Prose, and more of it.\n'],
  'the line before ours': [(text) => text.replace('- two', '- two, rewritten'), '- two, rewritten\n'],
  'a line at our place': [(text) => text.replace('- two\n', '- two\n- three by hand\n'), '- three by hand\n'],
  'the heading gone': [
    (text) => text.replace('## Decisions\n\n- one\n- two\n\n', ''),
    '# Memory\n\nProse.\n\n## ',
  ],
  'all rewritten': [() => REWRITTEN, REWRITTEN],
  'a word in the last line, no final newline': [(text) => text.replace('- a trap\n', '- a TRAP'), '- a TRAP'],
  // A file that shrank is looked at again for two seconds, so this is for the full run.
  ...(FULL ? { emptied: [() => '', ''] as const } : {}),
};

/** When the person saves: before the lock is had, once or each time that it is asked for, or while it is held. */
const MOMENTS = ['before the lock', 'before each of three locks', 'with the lock held'] as const;

const ASKED: readonly (readonly [verb: CommandName, input: Record<string, unknown>, minutes: number])[] = [
  ['log', { text: 'kept by us', type: 'decision', tag: [], file: [], branch: false }, 5],
  ['recall', { 'no-promote': false }, 90],
  ['undo', {}, 6],
];

/** Runs a command, with a save by a person between its reading and its writing. */
async function interrupted(
  bench: Workspace,
  [name, input, minutes]: (typeof ASKED)[number],
  moment: (typeof MOMENTS)[number],
  save: () => void,
): Promise<CommandResult> {
  const env = { HOME: bench.home, DAYBOOK_NOW: later(minutes), DAYBOOK_SEED: `${name} ${moment}` };
  const command = await COMMANDS[name]();
  const runtime = await openRuntime({ cwd: bench.root, env, warn: () => undefined }, command.requires);
  const store = runtime.store as Store;
  let left = moment === 'before each of three locks' ? 3 : 1;
  const strike = () => {
    if (left-- > 0) save();
  };
  const watched =
    <T>(act: (tx: StoreTransaction) => T) =>
    (tx: StoreTransaction): T =>
      act(moment === 'with the lock held' ? { ...tx, commit: commitAfter(tx, strike) } : tx);
  const watching: Pick<Store, 'transaction'> = {
    transaction(waitMs, act) {
      if (moment !== 'with the lock held') strike();
      return store.transaction(waitMs, watched(act));
    },
  };
  return executeCommand(
    command,
    input as CommandInput<ParamDefinitions>,
    { ...runtime, store: { ...store, ...watching } },
    { dryRun: false },
  );
}

const commitAfter =
  (tx: StoreTransaction, strike: () => void): StoreTransaction['commit'] =>
  (operation) => {
    strike();
    return tx.commit(operation);
  };

describe('T10: a person saves MEMORY.md between read and write', () => {
  it.each(ASKED)('both changes are kept: %s', async (...request) => {
    let tried = 0;
    for (const [way, write] of Object.entries(EDITORS)) {
      for (const [i, [what, [edit, kept]]] of Object.entries(EDITS).entries()) {
        for (const [j, moment] of MOMENTS.entries()) {
          if (!FULL && ((i + j) % 2 === 0) === (way === 'in place')) continue;
          const bench = createWorkspace({ [MEMORY]: TEXT });
          await bench.run(['log', 'tried src/a.ts and learned that it needs --flag', '--type', 'experience']);
          const first = await bench.json(['log', 'ours before', '--type', 'gotcha'], { now: later(1) });
          const path = join(bench.root, MEMORY);
          let n = 0;
          const save = () => {
            const now = readFileSync(path, 'utf8');
            write(path, n++ === 0 ? edit(now) : `${now}\nsave ${n}\n`);
          };
          const told = `${request[0]}, ${what}, ${way}, ${moment}`;
          const plan = await interrupted(bench, request, moment, save).catch((error) => error);
          const text = bench.read(MEMORY);
          expect(text.replaceAll('\r', ''), told).toContain(kept);
          for (let save = 2; save <= n; save++) expect(text, told).toContain(`save ${save}\n`);
          check(request[0], plan, text, first.entry.id, told, what);
          tried++;
        }
      }
    }
    console.log(`person: ${request[0]}, saved in ${tried} ways while it ran, 0 saves and 0 entries lost`);
  });
});

/** What the verb was asked for is there too, or it refused and said so. */
function check(
  command: string,
  plan: CommandResult & Error,
  text: string,
  first: string,
  told: string,
  what: string,
): void {
  if (command === 'undo') {
    const refused = plan instanceof Error;
    if (refused) expect((plan as unknown as { code: string }).code, told).toMatch(/cannot-undo|nothing/);
    expect(marks(text, first), told).toBe(
      refused && /rewritten|emptied/.test(what) === false ? marks(text, first) : 0,
    );
    return;
  }
  expect(plan, told).not.toBeInstanceOf(Error);
  if (command === 'log') {
    const { id } = plan.plan.data.entry as { id: string };
    expect(marks(text, id), `${told}\n${text}`).toBe(1);
  } else expect(text, told).toMatch(/learned that it needs --flag.*\[\[2026-06-07#\^\w+\]\]/);
}

describe('a person who saves all the time', () => {
  const SAVES = FULL ? 400 : 30;

  it.each(Object.keys(EDITORS))(
    `T10: save %s, ${SAVES} times, with the check for newer text that editors do`,
    async (way) => {
      const bench = createWorkspace({ [MEMORY]: TEXT });
      const path = join(bench.root, MEMORY);
      const write = EDITORS[way] ?? writeFileSync;
      const ids: string[] = [];
      let isOver = false;
      const agent = async (name: string) => {
        for (let n = 0; !isOver; n++) {
          const args = ['log', `agent ${name} says ${n}`, '--type', 'decision', '--json'];
          const { out } = await bench.start(args, { now: NOON }).ended;
          ids.push(JSON.parse(out).entry.id);
        }
      };
      const agents = [agent('a'), agent('b')];
      const saved: number[] = [];
      for (let n = 0; n < SAVES; n++) {
        write(path, readFileSync(path, 'utf8').replace('Prose.\n', `Prose.\nsave ${n};\n`));
        saved.push(n);
        await pause(20 + (n % 5) * 15);
      }
      isOver = true;
      await Promise.all(agents);
      await bench.run(['status']);
      const text = bench.read(MEMORY);
      const lostSaves = saved.filter((n) => !text.includes(`save ${n};`));
      const lostEntries = ids.filter((id) => marks(text, id) !== 1);
      const doctor = await bench.json(['doctor']);
      const told = JSON.stringify(
        doctor.checks.find(({ name }: { name: string }) => name === 'lost entries'),
      );
      console.log(
        `person ${way}: ${SAVES} saves, ${lostSaves.length} lost; ${ids.length} entries of 2 agents, ${lostEntries.length} overwritten by the editor, each named by doctor`,
      );
      expect(lostSaves.length).toBeLessThanOrEqual(way === 'in place' ? 0 : Math.ceil(SAVES * 0.02));
      for (const id of lostEntries) expect(told).toContain(id);
    },
  );
});
