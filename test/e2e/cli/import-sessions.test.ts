// @module-tag full: 8 s of processor time
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createHandoffFromTranscript,
  stripTranscriptFields,
} from '../../../src/features/handoffs/from-transcript.js';
import { formatHandoff, parseHandoff } from '../../../src/records/handoff.js';
import { parseJsonObject } from '../../../src/transcripts/message.js';
import { CLIENTS, type Client } from '../../../src/transcripts/readers/index.js';
import { createSummaryFold, type SessionSummary } from '../../../src/transcripts/session-summary.js';
import { freshFolder, stateOf } from '../../support/store-root.js';

const FULL = Boolean(process.env.DAYBOOK_FULL);
const [SESSIONS, KILLS] = FULL ? [400, 40] : [24, 5];
const DAYBOOK = resolve('dist/daybook.cjs');
const NOW = '2026-06-20T09:00:00Z';

/** A workspace with a home in which agents held so many sessions there. */
function machine(amount: number) {
  const top = freshFolder();
  const root = join(top, 'shop');
  mkdirSync(root);
  for (let n = 0; n < amount; n++) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    put(join(top, `home/.claude/projects/-p/${id}.jsonl`), claudeLines(n, id, root));
  }
  const here = { root, home: join(top, 'home') };
  daybook(here, 'init', '--quiet', '--agent', 'none', '--timezone', 'UTC');
  return here;
}

function put(path: string, lines: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** A session of a day or two: prompts, calls that fail and pass, files, and a wish to be remembered. */
function claudeLines(n: number, sessionId: string, cwd: string): readonly object[] {
  const begun = Date.UTC(2026, 3, 20 + (n % 40), 9, n % 60);
  const at = (k: number) => new Date(begun + k * (n % 5 === 0 ? 3_600_000 : 60_000)).toISOString();
  const line = (k: number, message: object, more: object = {}) => ({
    ...{ uuid: `u${k}`, parentUuid: k === 0 ? null : `u${k - 1}`, isSidechain: false, timestamp: at(k) },
    ...{ cwd, sessionId, message, ...more },
  });
  const call = (k: number, name: string, input: object) =>
    line(
      k,
      { id: `m${k}`, role: 'assistant', content: [{ type: 'tool_use', id: `t${k}`, name, input }] },
      { type: 'assistant' },
    );
  const result = (k: number, failed: boolean) => {
    const block = {
      type: 'tool_result',
      tool_use_id: `t${k - 1}`,
      content: 'x'.repeat(3000),
      is_error: failed,
    };
    return line(k, { role: 'user', content: [block] }, { type: 'user', toolUseResult: {} });
  };
  const says = n % 3 === 0 ? `remember that part ${n} ships on day ${n}` : `build part ${n}`;
  return [
    line(0, { role: 'user', content: says }, { type: 'user' }),
    call(1, 'Bash', { command: `npm test part-${n % 7}` }),
    result(2, true),
    call(3, 'Edit', { file_path: `${cwd}/src/part-${n}.ts` }),
    call(4, 'Bash', { command: `npm test part-${n % 7}` }),
    result(5, n % 2 === 0),
    ...Array.from({ length: 20 }, (_, k) => call(6 + k, 'Read', { file_path: `${cwd}/src/${k}.ts` })),
  ];
}

const envOf = (home: string) => ({
  HOME: home,
  DAYBOOK_HOME: join(home, '.daybook'),
  DAYBOOK_NOW: NOW,
  PATH: process.env.PATH,
});

function daybook({ root, home }: { root: string; home: string }, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [DAYBOOK, ...words], {
    cwd: root,
    env: envOf(home),
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

/** All notes with their texts. */
function notesOf(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true }).filter((item) =>
    item.isFile(),
  );
  const paths = files.map((item) => join(item.parentPath, item.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length), readFileSync(path, 'utf8')]));
}

describe('an import of sessions', () => {
  it(`of ${SESSIONS} sessions, killed ${KILLS} times, comes to the same notes to the byte, and twice is once`, async () => {
    const [whole, killed] = [machine(SESSIONS), machine(SESSIONS)];
    const blank = notesOf(whole.root);
    const began = performance.now();
    const said = daybook(whole, 'sessions', 'import', '--json');
    const ms = performance.now() - began;
    expect([said.status, JSON.parse(said.stdout).imported.handoffs.length]).toEqual([0, SESSIONS]);
    let kills = 0;
    for (let n = 1; n <= KILLS; n++) kills += Number(await importKilled(killed, (ms * n) / (KILLS + 1)));
    const remembered = readdirSync(stateOf(killed.root, 'cache')).filter((name) =>
      name.startsWith('account-'),
    );
    expect(daybook(killed, 'sessions', 'import').status).toBe(0);
    const [one, other] = [notesOf(whole.root), notesOf(killed.root)];
    console.log(
      `import: ${SESSIONS} sessions in ${Math.round(ms)} ms, ${kills} kills, ${remembered.length} read before the last try, ${Object.keys(one).length} notes`,
    );
    expect(other).toEqual(one);
    expect(kills).toBeGreaterThan(0);
    expect(daybook(killed, 'sessions', 'import').stdout).toBe(
      `What ${SESSIONS} sessions did is in the notes already.\n`,
    );
    expect(notesOf(killed.root)).toEqual(one);
    expect(one['/content/MEMORY.md']).toBe(blank['/content/MEMORY.md']);
    expect(daybook(whole, 'undo').status).toBe(0);
    expect(notesOf(whole.root)).toEqual(blank);
  });

  it('leaves what is there: a day that has its trace gets only what it does not tell of, a hand-off its place in time', () => {
    const here = machine(3);
    put(join(here.home, '.claude/projects/-p/late.jsonl'), claudeLines(1, 'late', here.root));
    daybook(here, 'sessions', 'import', '00000000-0000-4000-8000-000000000001');
    const day = join(here.root, 'content/evolving/2026-04-21.md');
    const before = readFileSync(day, 'utf8');
    writeFileSync(day, before.replace('## Summary', 'My own words.\n\n## Summary'));
    expect(daybook(here, 'sessions', 'import').status).toBe(0);
    const after = readFileSync(day, 'utf8');
    expect(after.startsWith(before.replace('## Summary', 'My own words.\n\n## Summary'))).toBe(true);
    expect(after.slice(before.length)).toContain('claude (late)');
    expect(after.match(/^## Summary$/gm)).toHaveLength(1);
    const log = readFileSync(join(here.root, 'content/archive/SESSION_LOG-2026.md'), 'utf8');
    expect([...log.matchAll(/^## Session Log: (?:0.*)?(.+)$/gm)].map(([, end]) => end)).toEqual([
      '1',
      'late',
      '0',
      '2',
    ]);
  });

  it('reports a day only when it is over, and a session when it has ended', () => {
    const here = machine(1);
    const lines = claudeLines(5, 'now', here.root).map((line, k) => ({
      ...line,
      timestamp: new Date(Date.parse(NOW) - (26 - k) * 3_600_000).toISOString(),
    }));
    put(join(here.home, '.claude/projects/-p/now.jsonl'), lines);
    const said = daybook(here, 'sessions', 'import');
    expect(said.stderr).toContain('1 session of today is imported when the day is over');
    const notes = notesOf(here.root);
    expect(notes['/content/evolving/2026-06-19.md']).toContain('claude (now)');
    expect(Object.keys(notes)).not.toContain('/content/evolving/2026-06-20.md');
    expect(JSON.stringify(notes)).not.toContain('Session Log: now');
  });
});

/** Starts an import and kills it after so long; false where it was through by then. */
async function importKilled({ root, home }: { root: string; home: string }, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [DAYBOOK, 'sessions', 'import'], {
    cwd: root,
    env: envOf(home),
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  const signal = await new Promise((done) => child.on('close', (_, by) => done(by)));
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

describe('an account', () => {
  const accountOf = (client: Client, lines: readonly string[]): SessionSummary => {
    const fold = createSummaryFold((text) => text);
    const read = CLIENTS[client](fold);
    for (const [number, text] of lines.entries()) {
      const line = parseJsonObject(text);
      if (line) read(line, number);
    }
    return fold.end();
  };
  const fixture = (name: string) => readFileSync(`test/fixtures/transcripts/${name}`, 'utf8').split('\n');

  it.each([
    ['claude', 'claude.jsonl', /"type": ?"tool_use"/g],
    ['claude', 'claude-compact.jsonl', /"type": ?"tool_use"/g],
    ['codex', 'codex.jsonl', /"type": ?"function_call"/g],
    ['gemini', 'gemini.jsonl', /"displayName"/g],
  ] as const)('of %s has every call of %s, and its prompts', (client, name, pattern) => {
    const account = accountOf(client, fixture(name));
    const raw = fixture(name).flatMap((line) =>
      /"type": ?"(?:assistant|response_item|gemini)"/.test(line) ? (line.match(pattern) ?? []) : [],
    );
    expect(account.calls).toHaveLength(raw.length);
    expect(account.prompts.length).toBeGreaterThan(0);
  });

  it('of Codex knows what a patch changed, which command a shell ran, and that it failed', () => {
    const item = (payload: object) =>
      JSON.stringify({ timestamp: '2026-06-07T10:00:00.000Z', type: 'response_item', payload });
    const { calls } = accountOf('codex', [
      item({
        type: 'custom_tool_call',
        call_id: 'a',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** End Patch',
      }),
      item({
        type: 'function_call',
        call_id: 'b',
        name: 'shell',
        arguments: '{"command":["bash","-lc","npm test"]}',
      }),
      item({
        type: 'function_call_output',
        call_id: 'b',
        output: 'Exit code: 1\nWall time: 1\nOutput:\n1 failed',
      }),
      item({
        type: 'function_call',
        call_id: 'c',
        name: 'exec_command',
        arguments: '{"cmd":"npm run build"}',
      }),
      item({
        type: 'function_call_output',
        call_id: 'c',
        output: '{"output":"","metadata":{"exit_code":0}}',
      }),
    ]);
    expect(calls.map(({ input, ok, files }) => [input, ok, files])).toEqual([
      ['a.ts, b.ts', true, ['a.ts', 'b.ts']],
      ['npm test', false, []],
      ['npm run build', true, []],
    ]);
  });

  const words = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '## Session Log: x',
      '- [x] a — b',
      '```',
      'a\n\n# b',
      '[[x#^abc]] ^61k0y5458hf',
      'k:: v [why:: x]',
      '?',
    ),
  );
  const at = fc
    .integer({ min: 0, max: 1e6 })
    .map((s) => new Date(Date.UTC(2026, 5, 1) + s * 1000).toISOString());
  const ACCOUNT = fc.record({
    about: fc.constant({}),
    first: at,
    last: at,
    prompts: fc.array(fc.record({ at, text: words, answer: words }), { maxLength: 4 }),
    calls: fc.array(
      fc.record({
        at,
        tool: fc.constantFrom('Bash', 'Edit', 'Read', 'Task'),
        input: words,
        ok: fc.boolean(),
        files: fc.array(words, { maxLength: 3 }),
      }),
      { maxLength: 12 },
    ),
    minutes: fc.nat(500),
    todos: fc.array(words, { maxLength: 4 }),
  });

  it(`reads back from its record, whatever was said in it, and told again it is the same (${FULL ? 5000 : 400} runs)`, () => {
    fc.assert(
      fc.property(ACCOUNT, (account) => {
        const told = createHandoffFromTranscript(
          account,
          { session: 's', agent: 'claude' },
          {
            commits: [],
            isRejected: () => false,
          },
        );
        const record = { ...told, label: 's', outcome: null, workspace: null, branch: null, agent: 'claude' };
        const lines = formatHandoff(record, '61k0y5458hf');
        expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(1);
        const back = parseHandoff(lines.join('\n'));
        expect(formatHandoff(back, '61k0y5458hf')).toEqual(lines);
        expect([
          back.actions.length,
          back.artifacts.length,
          back.blockers.length + back.questions.length,
        ]).toEqual([told.actions.length, told.artifacts.length, told.blockers.length]);
        expect(stripTranscriptFields(back, told)).toMatchObject({ actions: [], artifacts: [] });
      }),
      { numRuns: FULL ? 5000 : 400, seed: 12 },
    );
  });
});
