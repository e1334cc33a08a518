// @module-tag full: 5 s of processor time
/* A developer's home on the day that Daybook comes: memories of three projects, 40 transcripts, a file of 30 rules. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../support/store-root.js';

interface Home {
  readonly rules: Readonly<Record<string, readonly string[]>>;
  readonly cursor: string;
  readonly memories: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly sessions: readonly {
    readonly project: string;
    readonly day: string;
    readonly turns: readonly (readonly [prompt: string, answer: string])[];
  }[];
  readonly questions: readonly { readonly question: string; readonly evidence: string }[];
}

const { rules, cursor, memories, sessions, questions }: Home = JSON.parse(
  readFileSync('test/fixtures/home/typical.json', 'utf8'),
);
/** As many of the questions as the goal of 17 in 20. */
const LEAST = Math.ceil(questions.length * 0.85);
const COMMAND = resolve('dist/daybook.cjs');

test('within a minute of `init --yes`, search answers from what was there before', () => {
  const home = freshFolder();
  const code = join(home, 'code');
  const project = join(code, 'sluice');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const claude = (name: string) =>
    join(home, '.claude/projects', join(code, name).replace(/[^A-Za-z0-9]/g, '-'));
  const sections = Object.entries(rules).map(
    ([heading, lines]) => `## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join('')}`,
  );
  write(join(project, 'AGENTS.md'), `# Rules\n\n${sections.join('\n')}`);
  write(join(project, '.cursor/rules/screens.mdc'), cursor);
  for (const [name, files] of Object.entries(memories))
    for (const [file, text] of Object.entries(files)) write(join(claude(name), 'memory', file), text);
  for (const [at, session] of sessions.entries()) {
    const id = `5f0c7a8e-0000-4222-8333-${String(at).padStart(12, '0')}`;
    write(
      join(claude(session.project), `${id}.jsonl`),
      formatTranscript(session, id, join(code, session.project)),
    );
  }
  const environment = {
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    PATH: process.env.PATH,
    TZ: 'UTC',
  };
  const run = (command: string, ...words: readonly string[]) => {
    const { stdout, stderr, status } = spawnSync(command, words, {
      cwd: project,
      env: environment,
      encoding: 'utf8',
    });
    expect(status, `${words.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
  };
  run('git', 'config', '--global', 'user.name', 'Ada');
  run('git', 'config', '--global', 'user.email', 'ada@example.org');
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', 'the project');

  const began = performance.now();
  run(process.execPath, COMMAND, 'init', '--yes', '--agent', 'none');
  const find = (question: string): readonly string[] =>
    JSON.parse(run(process.execPath, COMMAND, 'search', question, '--limit', '3', '--json')).hits.map(
      (hit: unknown) => JSON.stringify(hit),
    );
  find(questions[0]?.question ?? '');
  const seconds = (performance.now() - began) / 1000;
  const missed = questions.filter(
    ({ question, evidence }) => !find(question).some((hit) => hit.includes(evidence)),
  );
  const right = questions.length - missed.length;
  console.log(
    `a typical home: ${right} of ${questions.length} questions answered among the first three hits, the first ${seconds.toFixed(1)} s after init`,
  );
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(questions.length - LEAST);
  expect(seconds).toBeLessThan(60);
  expect(run(process.execPath, COMMAND, 'recall')).toContain('Joost wants small pull requests');
});

/** A transcript in the format of Claude Code. */
function formatTranscript({ day, turns }: Home['sessions'][number], sessionId: string, cwd: string): string {
  let parentUuid: string | null = null;
  const lines = turns.flatMap(([prompt, answer], at) =>
    [
      { type: 'user', message: { role: 'user', content: prompt } },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: answer }] } },
    ].map((line, part) => {
      const uuid = `${sessionId.slice(-12)}-${at}-${part}`;
      const timestamp = `${day}T09:${String(at * 2 + part).padStart(2, '0')}:00.000Z`;
      const whole = { parentUuid, isSidechain: false, ...line, uuid, timestamp, cwd, sessionId };
      parentUuid = uuid;
      return JSON.stringify(whole);
    }),
  );
  return `${lines.join('\n')}\n`;
}
