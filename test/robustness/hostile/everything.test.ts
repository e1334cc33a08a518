// @module-tag full: it runs commands many times over
/* Each kind of hostile folder against all that Daybook can do: every command, every hook and the server. */
import { cpSync, existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../src/app/command-registry.js';
import { begun, put, stateFolders } from './folder.js';
import { creating, editing, moving, plantRecords, record, removing } from './records.js';
import { inputsOf, keepSession, plantTranscript, queue, request } from './requests.js';
import { createSandbox, runEverything, type Sandbox } from './sandbox.js';
import { listAll } from './scene.js';
import { HOSTILE_ENV, plantFiles, plantGit, plantSettings } from './settings.js';

/** Every command with input that leads out, in the queue. */
function plantRequests(box: Sandbox): void {
  keepSession(box);
  plantTranscript(box);
  const hostile = inputsOf(box);
  for (const command of COMMAND_NAMES)
    for (const input of hostile[command] ?? [{ unknown: 'planted' }]) queue(box, request(command, input));
}

const PLAN = '# Plan\n\n- ship it\n';

/** Changes that were begun elsewhere, at paths that lead out, and on a file with a further name outside. */
function plantIntents(box: Sandbox): void {
  box.run(['log', 'the first entry', '--type', 'fact']);
  const { outside, root } = box;
  const [plan, notes] = ['plan.md', 'two-names.md'].map((name) => join(outside, name)) as [string, string];
  put(plan, PLAN);
  const text = '# Two names\n\n- this line has two names\n';
  put(notes, text);
  linkSync(notes, join(root, 'content/two-names.md'));
  plantRecords(
    box,
    ...[outside, `${root}/../private`, '../private', '/'].flatMap((worktree) => [
      record('intent', [creating('PWNED.md')], { worktree }),
      record('intent', [editing('plan.md', PLAN)], { worktree }),
      record('intent', [removing('plan.md', PLAN)], { worktree }),
      record('intent', [moving('plan.md', 'gone.md', PLAN)], { worktree }),
    ]),
    ...[plan, '../private/plan.md', 'content/../../private/plan.md', '~/.profile', '.git/config'].flatMap(
      (path) => [
        record('intent', [creating(path)]),
        record('intent', [editing(path, PLAN)]),
        record('intent', [removing(path, PLAN)]),
        record('intent', [moving('content/auth.md', path, '# auth\n\nSee [[index]].\n')]),
      ],
    ),
    record('intent', [editing('content/two-names.md', text)]),
    record('intent', [removing('content/two-names.md', text)]),
    record('intent', [moving('content/two-names.md', 'content/moved.md', text)]),
  );
}

/** Leaves a link at a path, whatever stood there. */
function link({ root, outside }: Sandbox, path: string, to: string): void {
  rmSync(join(root, path), { recursive: true, force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(join(outside, to), join(root, path));
}

/** Commands that may refuse where notes, state or files that they need are links. */
const LINKED_REFUSING = 12;

/** Links in the place of parts of the state, of notes and of files for agents. */
function plantLinks(box: Sandbox): void {
  box.run(['log', 'the first entry', '--type', 'fact']);
  const [, state = ''] = stateFolders(box).map((folder) => folder.slice(box.root.length + 1));
  mkdirSync(join(box.outside, 'empty'));
  for (const name of ['keep/images', 'keep/spool', 'keep/runs.jsonl', 'cache'])
    link(box, join(state, name), 'empty');
  link(box, '.daybook/signal.json', 'missing');
  for (const path of ['content/pages', 'content/archive', 'content/FAILURES.md']) link(box, path, 'notes');
  link(box, 'CLAUDE.md', 'diary.md');
  link(box, '.claude', 'empty');
  link(box, 'export', 'empty');
}

/** All that a repository may ship for agents, git and an installation, and settings that name programs and paths outside. */
function plantAllSettings(box: Sandbox): void {
  plantSettings(box);
  plantGit(box);
  plantFiles(box);
  box.write(
    'daybook.yaml',
    `timezone: Europe/Berlin\ncontent: ../private/notes\ncontext.target: ../private/diary.md\nguard: deny\nsessions.summariser: "${box.bait}"\nsearch.embed: "${box.bait}"\n`,
  );
}

/** State of another machine, well-formed: with history, a queue, and changes that were begun. Gives the folder it lies in. */
function plantForeignState(box: Sandbox): string {
  const other = begun();
  other.run(['reject', 'left-pad', '--why', 'nobody looks after it']);
  other.run(['remind', 'call the bank', '--when', 'tomorrow']);
  keepSession(other);
  queue(other, request('log', { text: 'planted by others', type: 'fact' }));
  plantRecords(other, record('intent', [creating('content/planted.md')]));
  cpSync(join(other.root, '.daybook'), join(box.root, '.daybook'), { recursive: true });
  return stateFolders(box)[1] ?? '';
}

/** The notes that stood there when everything began: none of their lines may be lost. */
function expectNotesKept(box: Sandbox): void {
  const memory = box.read('content/MEMORY.md');
  expect(memory).toContain('the shared fact');
  expect(memory).toContain('keep sessions in Postgres');
  expect(memory).not.toContain('planted');
  expect(box.read('content/auth.md')).toContain('See [[index]].');
}

describe('no command does harm in a folder', () => {
  it('with queued and waiting requests of every command', async () => {
    const box = createSandbox();
    plantRequests(box);
    await box.expectNoHarm(() => runEverything(box));
    expectNotesKept(box);
    expect(existsSync(join(box.home, '.daybook/content'))).toBe(false);
  });

  it('with changes that were begun elsewhere, at paths that lead out, and on a file with two names', async () => {
    const box = createSandbox();
    plantIntents(box);
    await box.expectNoHarm(() => runEverything(box));
    expectNotesKept(box);
    expect(box.read('content/two-names.md')).toContain('this line has two names');
    expect(existsSync(join(box.root, 'content/moved.md'))).toBe(false);
  });

  it('with links in the place of state, notes and files for agents', async () => {
    const box = createSandbox();
    plantLinks(box);
    await box.expectNoHarm(() => runEverything(box, {}, LINKED_REFUSING));
    expectNotesKept(box);
  });

  it.each(['.daybook', 'content'])('whose %s is a link', async (path) => {
    const box = createSandbox();
    link(box, path, 'notes');
    await box.expectNoHarm(() => runEverything(box, {}, Number.POSITIVE_INFINITY));
  });

  it('with hostile settings, files and environment', async () => {
    const box = createSandbox();
    plantAllSettings(box);
    await box.expectNoHarm(() => runEverything(box, { env: HOSTILE_ENV(box) }));
    expectNotesKept(box);
  });

  it('with well-formed state of another machine', async () => {
    const box = createSandbox();
    const state = plantForeignState(box);
    const before = listAll(state);
    expect(Object.keys(before)).toContain('keep/journal.jsonl');
    await box.expectNoHarm(() => runEverything(box));
    expectNotesKept(box);
    expect(existsSync(join(box.root, 'content/planted.md'))).toBe(false);
    expect(listAll(state)).toEqual(before);
  });
});
