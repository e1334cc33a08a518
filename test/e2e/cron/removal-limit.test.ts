// @module-tag full: 1 s of processor time
import { describe, expect, it } from 'vitest';
import { openRuntime } from '../../../src/app/runtime.js';
import { type Command, defineCommand } from '../../../src/command/define-command.js';
import type { Change } from '../../../src/notes/changes/change.js';
import type { Notebook } from '../../../src/notes/notebook.js';
import { runJob } from '../../../src/scheduler/run-job.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';

const PAGE = 'content/notes/list.md';
const LINES = Array.from({ length: 8 }, (_, at) => `- thing number ${at}, see [[plan]]`);
const NIGHT = '2026-06-08T04:30:00+02:00';

/** A job that does what the test defines. */
const sweep = (changes: (notebook: Notebook) => readonly Change[]): Command =>
  defineCommand({
    name: 'sweep',
    description: 'a verb for tests',
    group: 'hidden',
    params: {},
    examples: [],
    requires: 'workspace',
    onLocked: 'refuse',
    countsAsActivity: () => false,
    plan: ({ notebook }) => ({ message: 'swept', data: {}, changes: changes(notebook) }),
  }) as Command;

const JOB = { name: 'sweep', command: 'sweep', input: {}, at: '0 5 * * *', about: '' };

async function night(bench: Workspace, changes: (notebook: Notebook) => readonly Change[], now = NIGHT) {
  const env = { HOME: bench.home, DAYBOOK_HOME: `${bench.home}/.daybook`, DAYBOOK_NOW: now };
  const runtime = await openRuntime({ cwd: bench.root, env, warn: () => undefined }, 'workspace');
  const ran = await runJob(JOB, sweep(changes), runtime, 'now');
  if (ran.what !== 'done') throw new Error(`the job is ${ran.what}`);
  return ran.line.say;
}

const why = 'a test';
const editOf = (notebook: Notebook, path: string, edit: (text: string) => string): Change => {
  const note = notebook.note(path);
  if (!note) throw new Error(`no ${path}`);
  const splices = [{ at: 0, old: note.text, new: edit(note.text) }];
  return { kind: 'edit', path, base: note.hash, splices, why };
};

/** Takes the first lines out. */
const without = (count: number) => (notebook: Notebook) => [
  editOf(notebook, PAGE, (text) =>
    text.replace(
      LINES.slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
      '',
    ),
  ),
];

const bench = () =>
  createWorkspace({ [PAGE]: `# List\n\n${LINES.join('\n')}\n`, 'content/notes/plan.md': '# Plan\n\n- go\n' });

const inbox = (at: Workspace) =>
  'content/INBOX.md' in at.files('content') ? at.read('content/INBOX.md') : '';

describe('whatever job takes entries out of a note', () => {
  it('takes a quarter without a word', async () => {
    const at = bench();
    expect(await night(at, without(2))).toBe('swept');
    expect(at.read(PAGE)).not.toContain('number 1');
    expect(inbox(at)).toBe('');
  });

  it('stops before it takes more, asks once with its reason, and does it when a person said so', async () => {
    const at = bench();
    const before = at.read(PAGE);
    for (const _ of [1, 2])
      expect(await night(at, without(3))).toBe(
        `sweep stops: it would remove 3 of 8 entries from ${PAGE}. It asks for permission in INBOX.md.`,
      );
    expect(at.read(PAGE)).toBe(before);
    const request = /^- \[ \] let sweep take entries out of \S+ in 2026-06 — it would take 3 of 8; .*$/gm;
    expect(inbox(at).match(request)?.length).toBe(1);
    at.write('content/INBOX.md', inbox(at).replace('- [ ] let', '- [x] let'));
    const { settled } = await at.json(['checkpoint'], { now: NIGHT });
    expect(settled).toMatchObject([
      { how: 'applied', said: `sweep may take entries out of ${PAGE} in 2026-06` },
    ]);
    expect(await night(at, without(3))).toBe('swept');
    expect(at.read(PAGE)).not.toContain('number 2');
  });

  it('does not do it when a person declined, and asks again in another month', async () => {
    const at = bench();
    const before = at.read(PAGE);
    await night(at, without(8));
    at.write('content/INBOX.md', inbox(at).replace('- [ ] let', '- [-] let'));
    await at.json(['checkpoint'], { now: NIGHT });
    expect(await night(at, without(8))).toContain('stops');
    expect(inbox(at)).not.toContain('let sweep');
    await night(at, without(8), '2026-07-01T04:30:00+02:00');
    expect(inbox(at)).toContain('in 2026-07');
    expect(at.read(PAGE)).toBe(before);
  });

  it('may let a whole note leave, as long as what it held stands elsewhere', async () => {
    const moved = bench();
    const to = 'content/archive/notes/list.md';
    const move = (notebook: Notebook): Change[] => [
      { kind: 'move', path: PAGE, to, base: notebook.note(PAGE)?.hash ?? '', why },
    ];
    expect(await night(moved, move)).toBe('swept');
    const joined = bench();
    const gone = (notebook: Notebook): Change => ({
      kind: 'remove',
      path: PAGE,
      base: notebook.note(PAGE)?.hash ?? '',
      why,
    });
    const into = (notebook: Notebook) =>
      editOf(notebook, 'content/notes/plan.md', (text) => text + LINES.join('\n'));
    expect(await night(joined, (notebook) => [into(notebook), gone(notebook)])).toBe('swept');
    const dropped = bench();
    expect(await night(dropped, (notebook) => [gone(notebook)])).toContain(
      'stops: it would remove 8 of 8 entries',
    );
    expect(dropped.read(PAGE)).toContain('number 7');
  });

  it('may reword entries and change their links', async () => {
    const at = bench();
    const relinked = (notebook: Notebook) => [
      editOf(notebook, PAGE, (text) => text.replaceAll('[[plan]]', '[[archive/plan]]')),
    ];
    expect(await night(at, relinked)).toBe('swept');
    expect(at.read(PAGE)).toContain('[[archive/plan]]');
  });
});
