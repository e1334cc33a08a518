/* An agent or a scheduler of the soak: it asks verbs through the library until its input ends, and tells what was acknowledged. */
import { readdirSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , root, home, name, role, began] = process.argv;
const { keepHeapSmall, openHouse, run, Refusal, VERBS } = await import(
  pathToFileURL(resolve('dist/index.js')).href
);

keepHeapSmall(); // as a server and a clock do

/** A second of the soak is a minute of the workspace, so that sessions end and memories age. */
const PACE = 60;
const START = Date.parse('2026-06-07T12:00:00+02:00');
/** Lines are acknowledged as the command does: written at once, whatever happens to us next. */
const tell = (fact) => writeSync(1, `${JSON.stringify(fact)}\n`);

const TYPES = ['decision', 'gotcha', 'fact', 'problem', 'experience', 'blocker', 'rejected', 'assumption'];

/** What each role asks, in turns: the verb, its input, and how long it pauses then, in ms. */
const ROLES = {
  agent: [
    (n) => ['log', { text: `${name} saw number ${n} of src/${name}.ts`, type: TYPES[n % TYPES.length] }],
    (n) => [
      'log',
      { text: `${name} learned that call ${n} needs --flag-${n}`, type: TYPES[(n + 3) % TYPES.length] },
    ],
    (n) => ['search', { words: `number ${n - 2}` }],
    () => ['recall', { 'no-promote': true }],
  ],
  scheduler: [
    () => ['recall', {}],
    () => ['checkpoint', {}],
    () => ['context', {}],
    () => ['status', {}],
    () => ['lint', {}],
    () => ['history', { limit: 5 }],
  ],
};
const PAUSE_MS = { agent: 60, scheduler: 150 };

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

const env = () => ({
  HOME: home,
  DAYBOOK_HOME: `${home}/.daybook`,
  DAYBOOK_NOW: new Date(START + (Date.now() - Number(began)) * PACE).toISOString(),
  DAYBOOK_BY: name,
  TZ: 'UTC',
});

async function ask(verbName, given) {
  const verb = await VERBS[verbName]();
  const bare = Object.entries(verb.params).map(([key, param]) => [
    key,
    param.kind === 'flag' ? false : param.many ? [] : undefined,
  ]);
  const house = await openHouse({ cwd: root, env: env(), warn() {} }, verb.needs);
  const word = Object.entries(verb.params).find(([, { word: at }]) => at !== undefined)?.[0];
  const { words, ...rest } = given;
  const input = { ...Object.fromEntries(bare), ...(words ? { [word]: words } : {}), ...rest };
  return run(verb, input, house, { dryRun: false });
}

for (let n = 0; !isOver; n++) {
  const [verbName, given] = ROLES[role][n % ROLES[role].length](n);
  try {
    const { outcome } = await ask(verbName, given);
    if (verbName === 'log') tell({ entry: outcome.data.entry.id, at: Date.now() });
    else tell({ did: verbName });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell({ refused: `${verbName}: ${error.message}` });
  }
  const fds = readdirSync('/proc/self/fd').length;
  const { rss, heapUsed } = process.memoryUsage();
  tell({ turn: n, verb: verbName, rss, heapUsed, fds });
  await new Promise((go) => setTimeout(go, PAUSE_MS[role] * (0.5 + Math.random())));
}
