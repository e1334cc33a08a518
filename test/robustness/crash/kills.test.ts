import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../../support/random.js';
import {
  createWorkspace,
  FULL,
  later,
  marks,
  type Reply,
  SEED,
  type Workspace,
} from '../../support/workspace.js';
import { pause } from './bench.js';

const KILLS = FULL ? 1000 : 12;
const WRITERS = 4;
/** A command is killed somewhere on its way, from before it reads to behind its reply: at most this many usual lives. */
const STRETCH = 1.3;

const SENTINELS: Readonly<Record<string, string>> = {
  'content/MEMORY.md': 'A person wrote this: `code`, – dashes, ä,\nand a second line.\n\n> quoted\n',
  'content/SESSION.md': 'Thoughts of a person, in prose,\nover two lines with *stars*.\n',
  'CLAUDE.md': 'Use tabs.\n\n```md\n<!-- MIND:CONTEXT example -->\n<!-- MIND:END -->\n```\n',
};

const TYPES = ['decision', 'gotcha', 'fact', 'problem', 'experience', 'blocker', 'rejected', 'assumption'];

/** As much of a JSON reply as is looked at here. */
interface Answer {
  readonly ok: boolean;
  readonly queued?: boolean;
  readonly entry?: { readonly id: string };
}

/** What a writer was told before its end: the reply of a log, an undo or another verb. */
interface Said {
  readonly token: string | null;
  readonly reply: Answer | null;
}

it(`T1: ${KILLS} kills of mixed commands by ${WRITERS} writers: nothing acknowledged is lost, torn or doubled`, async () => {
  const bench = createWorkspace({
    'CLAUDE.md': `# Rules\n\n${SENTINELS['CLAUDE.md']}`,
    'content/MEMORY.md': `# Memory\n\n${SENTINELS['content/MEMORY.md']}\n## Decisions\n\n- by hand\n`,
    'content/SESSION.md': `# Session\n\n${SENTINELS['content/SESSION.md']}\n## Experience\n`,
  });
  const random = createRandom(SEED);
  const said: Said[] = [];
  const count = { kills: 0, before: 0, minutes: 0, turn: 0 };
  let usual = 0;

  const live = async (writer: number): Promise<void> => {
    while (count.kills < KILLS) {
      count.turn++;
      const { args, token } = command(`w${writer}n${count.turn}`, random, count);
      const running = bench.start([...args, '--json'], {
        now: later(count.minutes),
        seed: `${SEED} ${count.turn}`,
      });
      const began = performance.now();
      let isOver = false;
      const ended = running.ended.then((reply) => {
        isOver = true;
        return reply;
      });
      if (usual > 0 && random() < 0.85) {
        await Promise.race([pause(lifeOf(random, usual)), ended]);
        if (!isOver) {
          count.kills++;
          running.process.kill('SIGKILL');
        }
      }
      const answer = answered(await ended);
      if (answer === null) count.before++;
      else usual += (performance.now() - began - usual) * (usual === 0 ? 1 : 0.2);
      said.push({ token, reply: answer });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => live(writer)));

  const doctor = await bench.json(['doctor', '--fix'], { now: later(count.minutes) });
  expect(doctor.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const next = await bench.run(['log', 'the next command works', '--type', 'fact'], {
    now: later(count.minutes),
  });
  expect([next.status, next.err]).toEqual([0, '']);

  const found = await examine(bench, said);
  console.log(
    `kill -9, seed ${SEED}: ${count.turn} commands, ${count.kills} kills (${count.before} without a reply, ${found.written} of these had written an entry), ${found.acknowledged} entries acknowledged, ${found.takenOut} of them taken out again, ${found.queued} queued, ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.torn.length} torn`,
  );
  expect(found).toMatchObject({ lost: [], doubled: [], torn: [], unlike: [] });
  expect(found.acknowledged).toBeGreaterThan(0);
  expect(readdirSync(join(bench.root, '.daybook/locks'))).toEqual([]);
}, 900_000);

/** How long a command lives, in ms: every other one any time; the others end when the usual command is about to write. */
const lifeOf = (random: () => number, usual: number): number =>
  usual * (random() < 0.5 ? 0.6 + 0.5 * random() : STRETCH * random());

/** The next thing that a writer asks: mostly to remember something. */
function command(name: string, random: () => number, clock: { minutes: number }) {
  const draw = random();
  clock.minutes += 1;
  if (draw < 0.68) {
    const type = TYPES[Math.floor(random() * TYPES.length)] ?? 'fact';
    const text = `${name} begins, and it names src/${name}.ts with --flag-${name} to its end ${name}`;
    return { args: ['log', text, '--type', type, '--why', `of ${name}`], token: name };
  }
  if (draw < 0.8) {
    clock.minutes += 40;
    return { args: ['recall'], token: null };
  }
  if (draw < 0.9) return { args: ['undo'], token: null };
  return { args: ['context'], token: null };
}

function answered({ out }: Reply): Answer | null {
  try {
    return JSON.parse(out);
  } catch {
    return null;
  }
}

async function examine(bench: Workspace, said: readonly Said[]) {
  const { history } = await bench.json(['history', '--limit', '100000']);
  const undone = standingUndos(history);
  const texts = Object.values(bench.files('content'));
  const lines = texts.flatMap((text) => text.split('\n'));
  const [lost, doubled]: [string[], string[]] = [[], []];
  const logged = said.filter(({ token, reply }) => token !== null && reply?.ok === true);
  let takenOut = 0;
  for (const { token, reply } of logged) {
    const seq = history.find(({ say }: { say: string }) => say.includes(`${token} begins`))?.seq;
    const id = reply?.entry?.id ?? 'none';
    const times = texts.reduce((sum, text) => sum + marks(text, id), 0);
    if (seq !== undefined && undone.has(seq)) takenOut++;
    else if (times === 0) lost.push(`${token} ^${id}`);
    if (times > 1) doubled.push(`${token} ^${id}`);
  }
  const torn = lines.filter((line) => /\bw\dn\d+ begins/.test(line) && !isWhole(line));
  const unlike = Object.entries(SENTINELS).flatMap(([path, sentinel]) => {
    const wanted = Buffer.from(sentinel).toString('latin1');
    const holders = path === 'content/SESSION.md' ? texts : [bench.files()[path] ?? ''];
    const times = holders.reduce((sum, text) => sum + text.split(wanted).length - 1, 0);
    return times === 1 ? [] : [`${path}: its person’s text stands ${times} times`];
  });
  const all = texts.join('\n');
  const written = said.filter(
    ({ token, reply }) => token && !reply && all.includes(`${token} begins`),
  ).length;
  const queued = said.filter(({ reply }) => reply?.queued === true).length;
  return { acknowledged: logged.length, written, takenOut, queued, lost, doubled, torn, unlike };
}

const isWhole = (line: string): boolean =>
  /\b(w\dn\d+) begins, and it names src\/\1\.ts with --flag-\1 to its end \1\b/.test(line);

/** Numbers of the changes that are taken back now. */
function standingUndos(history: readonly { seq: number; undoes?: number }[]): ReadonlySet<number> {
  const back = new Set<number>();
  for (const { seq, undoes } of history) if (undoes !== undefined && !back.has(seq)) back.add(undoes);
  return back;
}
