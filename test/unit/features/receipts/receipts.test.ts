import { beforeAll, expect, test } from 'vitest';
import { createWorkspace, NOON, type Workspace } from '../../../support/workspace.js';

/** A step of a session: its start with a source, a prompt, a command, an edit; `sub` is the sub-agent that makes a call. */
type Step =
  | { readonly start: string }
  | { readonly prompt: string }
  | { readonly bash: string; readonly fails?: string; readonly denied?: true; readonly sub?: string }
  | { readonly edit: string; readonly text: string; readonly sub?: string };

const START: Step = { start: 'startup' };
const bash = (command: string): Step => ({ bash: command });

/** Sessions with their truth about one entry: f followed, o overridden, – no chance, empty: not shown. */
const SESSIONS: readonly (readonly [what: string, entry: string, truth: string, steps: readonly Step[]])[] = [
  ['takes the alternative', 'requests hang', 'f', [START, bash('npm install undici')]],
  ['takes the rejected thing', 'requests hang', 'o', [START, bash('npm install axios')]],
  ['takes it in another manager', 'requests hang', 'o', [START, bash('pnpm add axios@1')]],
  [
    'writes it into code',
    'requests hang',
    'o',
    [START, { edit: 'src/a.ts', text: "import axios from 'axios'" }],
  ],
  ['writes other code', 'requests hang', '–', [START, { edit: 'src/a.ts', text: 'export const a = 1' }]],
  ['does something else', 'requests hang', '–', [START, bash('npm test'), bash('git status')]],
  ['reads about it', 'requests hang', '–', [START, bash('grep -r axios src'), bash('npm view axios')]],
  ['takes it out', 'requests hang', '–', [START, bash('npm uninstall axios')]],
  ['only mentions it', 'requests hang', '–', [START, bash('git commit -m "no axios any more"')]],
  [
    'acted before it was shown',
    'requests hang',
    '–',
    [bash('npm install undici'), { prompt: 'which client for requests that hang behind the proxy?' }],
  ],
  ['was warned by the call itself', 'requests hang', '–', [bash('npm install axios')]],
  ['was warned, and did it again', 'requests hang', 'o', [bash('npm install axios'), bash('npm i axios')]],
  ['was warned, then did it right', 'requests hang', 'f', [bash('npm install axios'), bash('npm i undici')]],
  [
    'first wrong, then right',
    'requests hang',
    'fo',
    [START, bash('npm install axios'), bash('npm install undici')],
  ],
  ['the call was denied', 'requests hang', '–', [START, { bash: 'npm install axios', denied: true }]],
  [
    'the user stopped it',
    'requests hang',
    '–',
    [START, { bash: 'npm install axios', fails: "The user doesn't want to proceed" }],
  ],
  ['it failed', 'requests hang', 'o', [START, { bash: 'npm install axios', fails: 'npm ERR! 404' }]],
  [
    'the right way failed',
    'requests hang',
    '–',
    [START, { bash: 'npm install undici', fails: 'npm ERR! 404' }],
  ],
  [
    'a sub-agent did it, which was shown nothing',
    'requests hang',
    '–',
    [START, { bash: 'npm install axios', sub: 'a1' }],
  ],
  [
    'a sub-agent was warned, and did it again',
    'requests hang',
    'o',
    [
      { bash: 'npm install axios', sub: 'a1' },
      { bash: 'npm i axios', sub: 'a1' },
    ],
  ],
  [
    'a sub-agent was warned, the main agent did it',
    'requests hang',
    '–',
    [{ bash: 'npm install axios', sub: 'a1' }, bash('npm i axios')],
  ],
  [
    'the context was cleared between',
    'hugo build',
    '–',
    [{ prompt: 'run the hugo build' }, { start: 'clear' }, bash('ls')],
  ],
  ['with the option', 'hugo build', 'f', [START, bash('hugo build --minify')]],
  ['without the option', 'hugo build', 'o', [START, bash('hugo build')]],
  ['asks for help only', 'hugo build', '–', [START, bash('hugo build --help')]],
  ['another rule is broken', 'hugo build', '–', [START, bash('npm install axios')]],
  ['pushes with force', 'git push', 'o', [START, bash('git add . && git push --force origin main')]],
  ['pushes without', 'git push', '–', [START, bash('git push origin main')]],
  ['edits what must not be edited', 'never edit', 'o', [START, { edit: 'generated/api.ts', text: 'x' }]],
  ['edits beside it', 'never edit', '–', [START, { edit: 'src/api.ts', text: 'x' }]],
  ['a statement that no call can show', 'team meets', '–', [START, bash('npm test')]],
  [
    'a text that names it is no command',
    'requests hang',
    '–',
    [START, bash("cat > notes.txt <<'END'\nnpm install axios\nEND")],
  ],
  [
    'a long command is cut in the log',
    'requests hang',
    '–',
    [START, bash(`echo ${'x'.repeat(500)} && npm install undici`)],
  ],
];

let bench: Workspace;

beforeAll(async () => {
  bench = createWorkspace();
  const how = { now: '2026-06-06T12:00:00+02:00' };
  for (const args of [
    ['reject', 'axios', '--why', 'requests hang behind the proxy', '--alternative', 'undici'],
    ['feedback', 'add', '--mistake', 'ran hugo build without --minify', '--correction', 'pass --minify'],
    ['log', 'never run `git push --force`', '--type', 'rule'],
    ['log', 'never edit generated/', '--type', 'rule'],
    ['log', 'the team meets on Mondays', '--type', 'fact'],
  ])
    await bench.json(args, how);
});

async function play(session_id: string, steps: readonly Step[]): Promise<void> {
  const tell = (event: string, input: object) => bench.tell(event, { session_id, ...input }, 'codex');
  for (const [at, step] of steps.entries()) {
    if ('start' in step) await tell('SessionStart', { source: step.start });
    else if ('prompt' in step) await tell('UserPromptSubmit', { prompt: step.prompt });
    else {
      const [tool_name, tool_input] =
        'bash' in step
          ? ['Bash', { command: step.bash }]
          : ['Write', { file_path: step.edit, content: step.text }];
      const call = { tool_name, tool_input, tool_use_id: `${session_id}-${at}`, agent_id: step.sub };
      await tell('PreToolUse', call);
      if ('denied' in step) continue;
      if ('fails' in step) await tell('PostToolUseFailure', { ...call, error: step.fails });
      else await tell('PostToolUse', { ...call, tool_response: {} });
    }
  }
}

const readReceipt = async (entry: string) =>
  (await bench.json(['why', entry], { now: '2026-06-07T23:00:00+02:00' })).why.receipt ?? {
    shown: 0,
    followed: 0,
    overridden: 0,
    noChance: 0,
  };

test.each(SESSIONS)('%s', async (what, entry, truth, steps) => {
  const before = await readReceipt(entry);
  await play(`s-${what.replace(/\W+/g, '-')}`, steps);
  const after = await readReceipt(entry);
  const counts = Object.keys(after).map((key) => after[key] - before[key]);
  expect(counts).toEqual([
    truth === '' ? 0 : 1,
    truth.includes('f') ? 1 : 0,
    truth.includes('o') ? 1 : 0,
    truth === '–' ? 1 : 0,
  ]);
});

test('a block that the client has loaded counts as shown, and its ended lines do not', async () => {
  const own = createWorkspace({ 'CLAUDE.md': '# P\n' });
  await own.json(['log', 'never run `git push --force`', '--type', 'rule'], { now: NOON });
  await own.json(['context'], { now: NOON });
  expect((await own.tell('SessionStart', { source: 'startup' })).context).not.toContain('git push');
  const call = { tool_name: 'Bash', tool_input: { command: 'git push --force' }, tool_use_id: 't' };
  await own.tell('PreToolUse', call);
  await own.tell('PostToolUse', { ...call, tool_response: {} });
  const { why } = await own.json(['why', 'git push'], { now: '2026-06-07T23:00:00+02:00' });
  expect(why.receipt).toEqual({ shown: 1, followed: 0, overridden: 1, noChance: 0 });
});

test('hooks are told apart from people: without hooks there is no receipt', async () => {
  const own = createWorkspace();
  await own.json(['log', 'the team meets on Mondays', '--type', 'fact']);
  expect((await own.json(['why', 'team meets'])).why.receipt).toBeNull();
});
