/* A process that runs jobs as `cron run --due` does, with verbs made for tests. It is bundled and run by the tests here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { executeCommand } from '../../../src/app/execute.js';
import { openRuntime, type Runtime } from '../../../src/app/runtime.js';
import {
  type Command,
  type CommandContext,
  type CommandPlan,
  defineCommand,
} from '../../../src/command/define-command.js';
import type { Job } from '../../../src/config/jobs.js';
import { runJob } from '../../../src/scheduler/run-job.js';

const [, , way = '', root = '', name = ''] = process.argv;
const MARKS = 'content/MARKS.md';

/** Thinks for some milliseconds, as a real verb does, so that there is time to be killed in. */
function ponder(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Writes a line for this minute, however often it is asked: only its job's run ledger keeps it from doing so twice. */
function mark(ctx: CommandContext): CommandPlan {
  ponder(5);
  const note = ctx.notebook.note(MARKS);
  const text = `- did ${new Date(ctx.now).toISOString().slice(0, 16)}\n`;
  const why = 'a mark';
  return {
    message: text,
    data: {},
    changes: note
      ? [
          {
            kind: 'edit',
            path: MARKS,
            base: note.hash,
            splices: [{ at: note.text.length, old: '', new: text }],
            why,
          },
        ]
      : [{ kind: 'create', path: MARKS, text: `# Marks\n\n${text}`, why }],
  };
}

const THOUGHTS: Readonly<Record<string, (ctx: CommandContext) => CommandPlan>> = {
  mark,
  fine: mark,
  slow(ctx) {
    ponder(300);
    return mark(ctx);
  },
  failing() {
    throw new Error('it cannot be done');
  },
  hanging() {
    for (;;);
  },
};

const verbOf = (think: (ctx: CommandContext) => CommandPlan): Command =>
  defineCommand({
    name: 'mark',
    description: 'a verb for tests',
    group: 'hidden',
    params: {},
    examples: [],
    requires: 'workspace',
    onLocked: 'queue',
    countsAsActivity: () => true,
    plan: think,
  }) as unknown as Command;

const MINUTELY: Job = {
  name: 'mark',
  command: 'mark',
  input: {},
  at: '* * * * * many',
  about: 'a mark a minute',
};

const houseAt = (now: string): Promise<Runtime> =>
  openRuntime(
    { cwd: root, workspace: root, env: { ...process.env, DAYBOOK_NOW: now }, warn: () => undefined },
    'workspace',
  );

/** Runs what is due at the moment that a file says, over and over, until the file is gone. */
async function schedule(one: (runtime: Runtime) => Promise<unknown>): Promise<void> {
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
async function naive(runtime: Runtime): Promise<void> {
  const minute = new Date(runtime.request.now).toISOString().slice(0, 16);
  const text = runtime.createView(runtime.request).createContext().notebook.note(MARKS)?.text ?? '';
  if (!text.includes(minute)) await executeCommand(verbOf(mark), {}, runtime, { dryRun: false });
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
else await schedule(way === 'naive' ? naive : (runtime) => runJob(MINUTELY, verbOf(mark), runtime, 'due'));
