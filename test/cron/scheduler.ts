/* A process that runs jobs as `cron run --due` does, with verbs made for tests. It is bundled and run by the tests here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type House, openHouse } from '../../src/house.js';
import { runJob } from '../../src/jobs.js';
import { run } from '../../src/run.js';
import { type Outcome, type Verb, verb, type World } from '../../src/verbs/verb.js';
import type { Job } from '../../src/wiki/jobs.js';

const [, , way = '', root = '', name = ''] = process.argv;
const MARKS = 'content/MARKS.md';

/** Thinks for some milliseconds, as a real verb does, so that there is time to be killed in. */
function ponder(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Writes a line for this minute, however often it is asked: only its job's run ledger keeps it from doing so twice. */
function mark(world: World): Outcome {
  ponder(5);
  const note = world.wiki.note(MARKS);
  const text = `- did ${new Date(world.now).toISOString().slice(0, 16)}\n`;
  const why = 'a mark';
  return {
    say: text,
    data: {},
    changes: note
      ? [
          {
            do: 'edit',
            path: MARKS,
            base: note.hash,
            splices: [{ at: note.text.length, old: '', new: text }],
            why,
          },
        ]
      : [{ do: 'create', path: MARKS, text: `# Marks\n\n${text}`, why }],
  };
}

const THOUGHTS: Readonly<Record<string, (world: World) => Outcome>> = {
  mark,
  fine: mark,
  slow(world) {
    ponder(300);
    return mark(world);
  },
  failing() {
    throw new Error('it cannot be done');
  },
  hanging() {
    for (;;);
  },
};

const verbOf = (think: (world: World) => Outcome): Verb =>
  verb({
    name: 'mark',
    about: 'a verb for tests',
    params: {},
    examples: [],
    faces: ['cron'],
    needs: 'workspace',
    whenLocked: 'queue',
    activity: () => true,
    think,
  }) as unknown as Verb;

const MINUTELY: Job = {
  name: 'mark',
  verb: 'mark',
  input: {},
  at: '* * * * * many',
  about: 'a mark a minute',
};

const houseAt = (now: string): Promise<House> =>
  openHouse(
    { cwd: root, workspace: root, env: { ...process.env, DAYBOOK_NOW: now }, warn: () => undefined },
    'workspace',
  );

/** Runs what is due at the moment that a file says, over and over, until the file is gone. */
async function schedule(one: (house: House) => Promise<unknown>): Promise<void> {
  for (
    const clock = join(root, 'clock');
    existsSync(clock);
    await new Promise((wake) => setTimeout(wake, 1))
  ) {
    const now = readFileSync(clock, 'utf8');
    if (now !== '') await one(await houseAt(now)).catch((error) => console.error(error));
  }
}

/** How a scheduler does it that neither takes a job on nor comes back to what it began. */
async function naive(house: House): Promise<void> {
  const minute = new Date(house.moment.now).toISOString().slice(0, 16);
  const text = house.look(house.moment).world().wiki.note(MARKS)?.text ?? '';
  if (!text.includes(minute)) await run(verbOf(mark), {}, house, { dryRun: false });
}

async function once(): Promise<void> {
  const job: Job = { ...MINUTELY, name, at: '10 4 * * *' };
  const ran = await runJob(
    job,
    verbOf(THOUGHTS[name] ?? mark),
    await houseAt(process.env.DAYBOOK_NOW ?? ''),
    'due',
  );
  if (ran.what === 'failed') throw ran.error;
  if (ran.what === 'done') console.log(ran.line.say);
}

if (way === 'once') await once();
else await schedule(way === 'naive' ? naive : (house) => runJob(MINUTELY, verbOf(mark), house, 'due'));
