import { describe, expect, it } from 'vitest';
import { openHouse } from '../../src/house.js';
import { runJob } from '../../src/jobs.js';
import { type Verb, verb } from '../../src/verbs/verb.js';
import type { Change } from '../../src/wiki/change.js';
import type { Wiki } from '../../src/wiki/wiki.js';
import { type Workshop, workshop } from '../trust/workshop.js';

const PAGE = 'content/notes/list.md';
const LINES = Array.from({ length: 8 }, (_, at) => `- thing number ${at}, see [[plan]]`);
const NIGHT = '2026-06-08T04:30:00+02:00';

/** Any job that somebody may build: it does what the test says. */
const sweep = (changes: (wiki: Wiki) => readonly Change[]): Verb =>
  verb({
    name: 'sweep',
    about: 'a verb for tests',
    params: {},
    examples: [],
    faces: ['cron'],
    needs: 'workspace',
    whenLocked: 'refuse',
    activity: () => false,
    think: ({ wiki }) => ({ say: 'swept', data: {}, changes: changes(wiki) }),
  }) as Verb;

const JOB = { name: 'sweep', verb: 'sweep', input: {}, at: '0 5 * * *', about: '' };

async function night(bench: Workshop, changes: (wiki: Wiki) => readonly Change[], now = NIGHT) {
  const env = { HOME: bench.home, DAYBOOK_HOME: `${bench.home}/.daybook`, DAYBOOK_NOW: now };
  const house = await openHouse({ cwd: bench.root, env, warn: () => undefined }, 'workspace');
  const ran = await runJob(JOB, sweep(changes), house, 'now');
  if (ran.what !== 'done') throw new Error(`the job is ${ran.what}`);
  return ran.line.say;
}

const why = 'a test';
const editOf = (wiki: Wiki, path: string, edit: (text: string) => string): Change => {
  const note = wiki.note(path);
  if (!note) throw new Error(`no ${path}`);
  const splices = [{ at: 0, old: note.text, new: edit(note.text) }];
  return { do: 'edit', path, base: note.hash, splices, why };
};

/** Takes the first lines out. */
const without = (count: number) => (wiki: Wiki) => [
  editOf(wiki, PAGE, (text) =>
    text.replace(
      LINES.slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
      '',
    ),
  ),
];

const bench = () =>
  workshop({ [PAGE]: `# List\n\n${LINES.join('\n')}\n`, 'content/notes/plan.md': '# Plan\n\n- go\n' });

const inbox = (at: Workshop) =>
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
        `sweep stops: it would take 3 of 8 entries out of ${PAGE}. Whether it may is asked in INBOX.md.`,
      );
    expect(at.read(PAGE)).toBe(before);
    const asked = /^- \[ \] let sweep take entries out of \S+ in 2026-06 — it would take 3 of 8; .*$/gm;
    expect(inbox(at).match(asked)?.length).toBe(1);
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
    const move = (wiki: Wiki): Change[] => [
      { do: 'move', path: PAGE, to, base: wiki.note(PAGE)?.hash ?? '', why },
    ];
    expect(await night(moved, move)).toBe('swept');
    const joined = bench();
    const gone = (wiki: Wiki): Change => ({
      do: 'remove',
      path: PAGE,
      base: wiki.note(PAGE)?.hash ?? '',
      why,
    });
    const into = (wiki: Wiki) => editOf(wiki, 'content/notes/plan.md', (text) => text + LINES.join('\n'));
    expect(await night(joined, (wiki) => [into(wiki), gone(wiki)])).toBe('swept');
    const dropped = bench();
    expect(await night(dropped, (wiki) => [gone(wiki)])).toContain('stops: it would take 8 of 8 entries');
    expect(dropped.read(PAGE)).toContain('number 7');
  });

  it('may word entries anew and let their links lead elsewhere', async () => {
    const at = bench();
    const relinked = (wiki: Wiki) => [
      editOf(wiki, PAGE, (text) => text.replaceAll('[[plan]]', '[[archive/plan]]')),
    ];
    expect(await night(at, relinked)).toBe('swept');
    expect(at.read(PAGE)).toContain('[[archive/plan]]');
  });
});
