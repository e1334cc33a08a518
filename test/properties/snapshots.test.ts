import { execFileSync } from 'node:child_process';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLayers, formatLayer1, formatLayer2 } from '../../src/features/snapshots/layers.js';
import { readFrontMatter, setProperty } from '../../src/markdown/front-matter.js';
import { applyEdits } from '../../src/markdown/text-edit.js';
import { readTokenizerRanks } from '../../src/platform/assets.js';
import { createFailure } from '../../src/records/failure.js';
import { formatFileNamePart, formatTopicName } from '../../src/records/file-name.js';
import { readSnapshot } from '../../src/records/snapshot.js';
import { cleanAll } from '../../src/security/clean-text.js';
import { createTokenizer } from '../../src/text/tokens/o200k.js';
import { createInitializedWorkspace } from '../support/workspace.js';

const count = createTokenizer(readTokenizerRanks());
const read = (text: string) => readFrontMatter(text).data;
const note = (text: string) => ({ path: 'content/snapshots/x.md', text, bom: false, hash: '' });

const words = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '---',
      'a: b',
      '# no',
      '"',
      "'",
      '- x',
      'null',
      '[ ]',
      '💾 用户',
      '```',
      '<!-- -->',
      'none',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'x'.repeat(10_000),
      '长'.repeat(10_000),
      'word '.repeat(2000),
      '\n'.repeat(50),
    ),
  },
);
const failure = fc.record({
  rejected_by: fc.constantFrom('user', 'system'),
  reason: words,
  repeat_count: fc.integer({ min: 1, max: 99 }),
  confidence: fc.constantFrom('low', 'medium', 'high'),
  scope: fc.constantFrom('project', 'global'),
  related: fc.array(words, { maxLength: 2 }),
  alternatives: fc.array(words, { maxLength: 2 }),
});
const snapshots = fc.record({
  goal: words,
  state: words,
  next_action: words,
  blocker: words.filter((text) => text !== ''),
  active_files: fc.array(words, { maxLength: 6 }),
  constraints: fc.array(words, { maxLength: 6 }),
  decisions: fc.array(words, { maxLength: 6 }),
  failure_graph: fc.dictionary(words, failure, { maxKeys: 3 }),
});

describe('a snapshot', () => {
  it('gives back every field as it was said but for hidden characters and secrets, whatever the words, and restores within its budget', async () => {
    const bench = await createInitializedWorkspace();
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(snapshots, async (said) => {
        bench.write('said.json', JSON.stringify(said));
        const saved = await bench.ask(
          'save',
          '--topic',
          `t${turn++}`,
          '--input',
          'said.json',
          '--layers',
          '1,2',
        );
        expect(saved.answer.ok, JSON.stringify(saved.answer)).toBe(true);
        const { answer } = await bench.ask('load', saved.answer.snapshot.id);
        const { goal, state, next_action, blocker, active_files, constraints, decisions } = answer.snapshot;
        const want = cleanAll(said).value;
        expect({ goal, state, next_action, blocker, active_files, constraints, decisions }).toEqual({
          goal: want.goal,
          state: want.state,
          next_action: want.next_action,
          blocker: want.blocker,
          active_files: want.active_files,
          constraints: want.constraints,
          decisions: want.decisions,
        });
        const graph = Object.fromEntries(
          Object.entries(want.failure_graph).map(([what, one]) => [what, createFailure(one)]),
        );
        expect(answer.snapshot.failure_graph).toEqual(graph);
        expect(count(answer.context)).toBe(answer.tokens);
        expect(answer.tokens).toBeLessThanOrEqual(800);
      }),
      { numRuns: process.env.DAYBOOK_FULL ? 400 : 6, seed: 7 },
    );
  });

  it('keeps layer 1 within 300, layer 2 within 500 and both within 800 tokens for any input', () => {
    fc.assert(
      fc.property(snapshots, fc.constantFrom(1, 2, 5, 25), (said, times) => {
        const many = <T>(list: readonly T[]): T[] => Array.from({ length: times }, () => list).flat();
        const snapshot = {
          snapshot_id: 'x_2026-06-07',
          created_at: '',
          version: '3.0',
          status: 'in_progress',
          session: null,
          auto_trigger: null,
          groups: null,
          file_notes: {},
          ...said,
          active_files: many(said.active_files),
          constraints: many(said.constraints),
          decisions: many(said.decisions),
          failure_graph: Object.fromEntries(
            many(Object.entries(said.failure_graph)).map(([what, one], at) => [
              `${what}${at}`,
              createFailure(one),
            ]),
          ),
        };
        const more = 'daybook load x --full';
        const layers = [formatLayer1(snapshot, more), formatLayer2(snapshot, more)];
        const whole = fitLayers(layers, 800, count);
        const [l1 = '', l2 = ''] = whole.text.split(/^(?=## Layer 2)/m);
        expect(count(l1)).toBeLessThanOrEqual(300);
        expect(count(l2)).toBeLessThanOrEqual(500);
        expect(count(whole.text)).toBeLessThanOrEqual(800);
        if (said.goal.trim() !== '') expect(l1).toContain('- goal:');
        if (whole.omitted > 0) expect(whole.text).toMatch(/\d+ more left out: daybook load x --full/);
      }),
      { numRuns: process.env.DAYBOOK_FULL ? 1000 : 15, seed: 7 },
    );
  });

  it('of the seed is read whole, and edited without another byte changed', () => {
    const text = readFileSync('test/fixtures/mindsave/snapshot.md', 'utf8');
    expect(readSnapshot(note(text), read)).toMatchObject({
      snapshot_id: 'auth_refactor_2026-05-09',
      status: 'in_progress',
      goal: 'Refactor auth: JWT instead of sessions',
      state: 'routes done, 用户登录 works 💾',
      active_files: ['src/auth.ts', 'src/routes.ts'],
      constraints: ['no Tailwind', 'use Chinese stock colors'],
      failure_graph: {
        Tailwind: {
          rejected_by: 'user',
          repeat_count: 3,
          confidence: 'high',
          alternatives: ['CSS Modules', 'vanilla CSS with variables'],
        },
      },
      auto_trigger: { reason: 'sub-task-completed', tool_calls_since_last: 12 },
    });
    const done = applyEdits(text, setProperty(text, 'status', 'completed'));
    expect(done.replace('status: "completed"\n', '')).toBe(text);
    expect(readSnapshot(note(done), read)?.status).toBe('completed');
    const other = applyEdits(text, setProperty(text, 'goal', 'x: "y"'));
    expect(other).toBe(text.replace('"Refactor auth: JWT instead of sessions"', '"x: \\"y\\""'));
  });

  it('of an older version has its excluded paths as failures', () => {
    const text = readFileSync('test/fixtures/mindsave/older.md', 'utf8');
    expect(readSnapshot(note(text), read)).toMatchObject({
      state: 'it’s polling now'.replace('’', "'"),
      failure_graph: {
        Tailwind: {
          reason: 'causes style conflict',
          rejected_by: 'system',
          confidence: 'low',
          repeat_count: 1,
        },
        'websocket reconnect failed 3 times, switched to polling': { repeat_count: 1 },
      },
    });
  });
});

/** A snapshot's note with just what cleaning up looks at. */
const shelved = (created: string, status: string, blocker = 'none'): string =>
  `---\nsnapshot_id: "x"\ncreated_at: "${created}T10:00:00+02:00"\nstatus: "${status}"\ngoal: "g"\nblocker: "${blocker}"\n---\n`;

describe('cleaning up', () => {
  it('of 25 snapshots lets exactly the right ones leave, and undo brings them back', async () => {
    const files: Record<string, string> = {};
    const add = (name: string, text: string) => {
      files[`content/snapshots/${name}.md`] = text;
    };
    for (let n = 0; n < 4; n++)
      add(`ancient${n}_2026-04-0${n + 1}`, shelved(`2026-04-0${n + 1}`, 'completed'));
    add('stuck_2026-03-01', shelved('2026-03-01', 'completed', 'waits for a key'));
    for (let n = 0; n < 8; n++)
      add(`open${n}_2026-01-0${n + 1}`, shelved(`2026-01-0${n + 1}`, 'in_progress'));
    for (let n = 0; n < 12; n++) add(`done${n}_2026-05-${10 + n}`, shelved(`2026-05-${10 + n}`, 'completed'));
    expect(Object.keys(files)).toHaveLength(25);
    const bench = await createInitializedWorkspace(files);
    const before = bench.texts('content');
    const { answer } = await bench.ask('save', '--topic', 'fresh', '--goal', 'go on');
    // 4 are completed and older than 30 days; of 22 left (the fresh one included) the 2 oldest completed ones are too many.
    expect(answer.archived.map((path: string) => path.split('/').at(-1))).toEqual([
      'ancient0_2026-04-01.md',
      'ancient1_2026-04-02.md',
      'ancient2_2026-04-03.md',
      'ancient3_2026-04-04.md',
      'done0_2026-05-10.md',
      'done1_2026-05-11.md',
    ]);
    const after = bench.texts('content');
    expect(Object.keys(after).filter((path) => path.startsWith('content/snapshots/'))).toHaveLength(20);
    expect(after['content/archive/snapshots/done0_2026-05-10.md']).toBe(
      before['content/snapshots/done0_2026-05-10.md'],
    );
    expect((await bench.ask('undo', String(answer.seq))).answer.ok).toBe(true);
    expect(bench.texts('content')).toEqual(before);
  });

  it('lets a completed one leave only after its thirtieth day', async () => {
    const bench = await createInitializedWorkspace({
      'content/snapshots/old_2026-05-07.md': shelved('2026-05-07', 'completed'),
      'content/snapshots/late_2026-05-08.md': shelved('2026-05-08', 'completed'),
    });
    const { answer } = await bench.ask('save', '--topic', 'fresh', '--goal', 'go on');
    expect(answer.archived).toEqual(['content/snapshots/old_2026-05-07.md']);
  });

  it('never removes what is in progress or blocked, however many there are', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `content/snapshots/t${n}_2026-01-01.md`,
        shelved('2026-01-01', n % 2 === 0 ? 'in_progress' : 'completed', n % 2 === 0 ? 'none' : 'a key'),
      ]),
    );
    const bench = await createInitializedWorkspace(files);
    expect((await bench.ask('snapshots', 'clean')).answer.archived).toEqual([]);
    expect((await bench.ask('save', '--topic', 'more', '--goal', 'go on')).answer.archived).toEqual([]);
  });

  it('completes the earlier snapshots of a topic, but not of another, nor a blocked one', async () => {
    const bench = await createInitializedWorkspace();
    for (const topic of ['auth', 'billing']) await bench.ask('save', '--topic', topic, '--goal', topic);
    await bench.ask('save', '--topic', 'auth', '--goal', 'stuck', '--blocker', 'no key');
    await bench.ask('save', '--topic', 'auth', '--goal', 'later');
    const { answer } = await bench.ask('snapshots', 'list');
    expect(answer.snapshots.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ['auth_2026-06-07-3', 'in_progress'],
      ['auth_2026-06-07-2', 'in_progress'],
      ['billing_2026-06-07', 'in_progress'],
      ['auth_2026-06-07', 'completed'],
    ]);
  });

  it('is left to others when the context overflows: that save writes its note and nothing else', async () => {
    const bench = await createInitializedWorkspace();
    await bench.ask('save', '--topic', 'auth', '--goal', 'move login', '--constraint', 'no Tailwind');
    const { answer } = await bench.ask('save', '--overflow', '--topic', 'auth');
    expect(answer.changes).toEqual([
      { path: 'content/snapshots/OVF_auth_20260607T143205.md', why: 'a snapshot' },
    ]);
    expect(answer.snapshot.tokens).toMatchObject({ l2: 0, l3: 0 });
    expect(bench.read(answer.snapshot.path)).not.toMatch(/Layer 2|Layer 3|Tailwind/);
    expect(bench.read(answer.snapshot.path)).toContain('goal: "move login"');
  });
});

describe('names', () => {
  it('of any topic are short, portable and the same for the same topic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (topic) => {
        const name = formatTopicName(topic);
        expect(name).toMatch(/^[A-Za-z0-9_]{1,20}$/);
        expect(formatTopicName(topic)).toBe(name);
        expect(formatFileNamePart(topic) || 'x').toMatch(/^[A-Za-z0-9_-]{1,80}$/);
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(formatTopicName('auth refactor')).toBe('auth_refactor');
    expect(formatTopicName('Café: the menu, whole and entire')).toBe('Cafe_the_menu_whole');
    expect(formatTopicName('用户登录')).not.toBe(formatTopicName('支付接口'));
    expect(formatTopicName('🎉')).not.toBe(formatTopicName('💾'));
    expect(formatTopicName('不用 JWT')).not.toBe(formatTopicName('用 JWT'));
    expect(formatTopicName('a'.repeat(200))).toBe('a'.repeat(20));
  });

  it('are distinct for the same topic on one day, whatever the case of their letters', async () => {
    const bench = await createInitializedWorkspace();
    const ids: string[] = [];
    for (const topic of ['Auth', 'auth', '登录', '登录', '🎉', 'x'.repeat(200), 'x'.repeat(200)])
      ids.push((await bench.ask('save', '--topic', topic, '--goal', 'g')).answer.snapshot.id);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
    expect(ids[1]).toBe('auth_2026-06-07-2');
  });
});

describe('load --verify', () => {
  it('tells missing, modified, renamed and untouched files apart in a real repository', async () => {
    const bench = await createInitializedWorkspace();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: bench.root,
        env: {
          ...process.env,
          GIT_COMMITTER_DATE: '2026-06-01T10:00:00Z',
          GIT_AUTHOR_DATE: '2026-06-01T10:00:00Z',
        },
      });
    git('init', '-q');
    const names = ['same', 'touched', 'edited', 'committed', 'gone', 'moved', 'staged'];
    for (const name of names) bench.write(`src/${name}.ts`, `export const ${name} = '${name}';\n`);
    git('add', '-A');
    git('commit', '-qm', 'one');
    const early = new Date('2026-06-02T10:00:00Z');
    for (const name of names) utimesSync(join(bench.root, `src/${name}.ts`), early, early);
    await bench.ask(
      'save',
      '--topic',
      'v',
      '--goal',
      'g',
      ...names.flatMap((name) => ['--file', `src/${name}.ts`]),
    );
    bench.write('src/touched.ts', bench.read('src/touched.ts'));
    bench.write('src/edited.ts', 'changed\n');
    bench.write('src/committed.ts', 'changed and committed\n');
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qam', 'two'], {
      cwd: bench.root,
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-06-08T10:00:00Z' },
    });
    execFileSync('rm', ['src/gone.ts'], { cwd: bench.root });
    execFileSync('mv', ['src/moved.ts', 'src/elsewhere.ts'], { cwd: bench.root });
    git('mv', 'src/staged.ts', 'src/after.ts');
    const { answer } = await bench.ask('load', '--verify');
    const fates = Object.fromEntries(
      answer.discrepancies.map((one: { path: string; fate: string; to: string | null }) => [
        one.path,
        [one.fate, one.to],
      ]),
    );
    expect(fates).toEqual({
      'src/edited.ts': ['modified', null],
      'src/committed.ts': ['modified', null],
      'src/gone.ts': ['missing', null],
      'src/moved.ts': ['renamed', 'src/elsewhere.ts'],
      'src/staged.ts': ['renamed', 'src/after.ts'],
    });
    expect(answer.say).toMatch(/^⚠ Workspace differs from snapshot:\n/);
    expect(answer.say).toMatch(
      /src\/edited\.ts may have changed \(last modified: \d{4}-\d{2}-\d{2} \d{2}:\d{2}\)/,
    );
  });
});
