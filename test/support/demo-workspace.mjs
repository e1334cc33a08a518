// A small wiki of an invented shop, written with the built command: for the pictures of the guide and for browser tests.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The time at which the pages are shown. */
export const DEMO_NOW = '2026-06-12T09:20:00Z';

/** Each with the time at which it runs. */
const COMMANDS = [
  [
    '2026-05-29T08:10:00Z',
    'log',
    'decided to store amounts as integer cents because floats lost a cent in the March report',
    '--tag',
    'money',
  ],
  [
    '2026-05-29T08:40:00Z',
    'log',
    'constraint: the bank server allows three connections at a time',
    '--tag',
    'bank',
  ],
  [
    '2026-06-01T13:05:00Z',
    'log',
    'the bank file of the first of a month arrives late, up to 08:40',
    '--type',
    'gotcha',
    '--tag',
    'bank',
  ],
  ['2026-06-02T10:00:00Z', 'log', 'TIL: the accountants close a month on its fourth working day'],
  [
    '2026-06-04T15:30:00Z',
    'log',
    'decided to retry the bank file every ten minutes until nine because the bank publishes late',
    '--tag',
    'bank',
  ],
  ['2026-06-05T09:12:00Z', 'log', 'prefer small pull requests: one change of behaviour each'],
  [
    '2026-06-08T11:20:00Z',
    'log',
    'refunds without an order number break the settlement run',
    '--type',
    'problem',
    '--tag',
    'money',
  ],
  [
    '2026-06-08T16:45:00Z',
    'log',
    'decided to keep sessions in Postgres because Redis lost them on restart',
    '--tag',
    'key',
  ],
  ['2026-06-09T09:30:00Z', 'reject', 'a queue for bank files', '--why', 'one file a day does not need one'],
  [
    '2026-06-10T14:00:00Z',
    'log',
    'should the report count refunds in the month of the order or of the refund?',
    '--type',
    'question',
    '--tag',
    'money',
  ],
  [
    '2026-06-11T07:50:00Z',
    'log',
    'the lock of the scheduler stays behind when a container is stopped hard',
    '--type',
    'problem',
    '--tag',
    'ops',
  ],
  [
    '2026-06-11T10:15:00Z',
    'log',
    'TIL: `pg_advisory_lock` is released with the connection, a row with a lease is not',
    '--tag',
    'ops',
  ],
  [
    '2026-06-11T15:20:00Z',
    'log',
    'rule: every job writes its result before it releases its lock',
    '--tag',
    'ops',
  ],
  ['2026-06-11T15:30:00Z', 'remind', 'ask the bank about the new file format', '--when', '2026-06-12T09:00'],
  [
    '2026-06-11T15:31:00Z',
    'remind',
    'renew the certificate of the bank server',
    '--when',
    '2026-06-19T10:00',
  ],
];

/** Creates the wiki in `folder`/shop. Returns its root and the environment in which it is shown. */
export function createDemoWorkspace(folder) {
  const [root, home] = [join(folder, 'shop'), join(folder, 'home')];
  const env = {
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    PATH: process.env.PATH,
    TZ: 'UTC',
    NO_COLOR: '1',
  };
  for (const dir of [root, home]) mkdirSync(dir, { recursive: true });
  let turn = 0;
  const run = (now, ...args) =>
    execFileSync(process.execPath, [resolve('dist/daybook.cjs'), ...args], {
      cwd: root,
      env: { ...env, DAYBOOK_NOW: now, DAYBOOK_SEED: `demo ${turn++}` },
    });
  run('2026-05-29T08:00:00Z', 'init', '--quiet');
  cpSync('test/fixtures/demo', join(root, 'content'), { recursive: true });
  for (const [now, ...args] of COMMANDS) run(now, ...args);
  const transcripts = join(home, '.claude/projects', root.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(transcripts, { recursive: true });
  writeFileSync(join(transcripts, `${SESSION}.jsonl`), formatTranscript(root));
  return { root, env: { ...env, DAYBOOK_NOW: DEMO_NOW } };
}

const SESSION = '88130047-941a-4887-a737-7b63b041c9b0';

/** A short session of an agent. */
function formatTranscript(cwd) {
  const say = (role, content) => ({ type: role, message: { role, content } });
  const messages = [
    say('user', 'the scheduler lock stays behind when a container is stopped, find out why'),
    say('assistant', [
      { type: 'text', text: 'I read how a job takes its lock first.' },
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'src/scheduler/lock.ts' } },
    ]),
    say('user', [
      { type: 'tool_result', tool_use_id: 't1', content: 'const lease = tenMinutes;', is_error: false },
    ]),
    say('assistant', [
      {
        type: 'text',
        text: 'The row keeps its lease after a hard stop. An advisory lock ends with the connection.',
      },
    ]),
    say('user', 'good, use the advisory lock and log what you learned'),
  ];
  return messages
    .map((message, at) =>
      JSON.stringify({
        ...message,
        parentUuid: at === 0 ? null : `0000000${at - 1}-0000-4000-8000-000000000000`,
        uuid: `0000000${at}-0000-4000-8000-000000000000`,
        timestamp: `2026-06-11T10:0${at}:00.000Z`,
        isSidechain: false,
        cwd,
        sessionId: SESSION,
        gitBranch: 'main',
      }),
    )
    .join('\n')
    .concat('\n');
}
