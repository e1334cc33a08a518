import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROMOTION_RULES } from '../../../src/features/promotion/promotion-rules.js';
import { settle } from '../../support/store-root.js';
import { createWorkspace, later, type Workspace } from '../../support/workspace.js';

interface Day {
  readonly date: string;
  readonly text: string;
  /** `type: how its line begins`. */
  readonly promoted: readonly string[];
  /** How the lines begin that wait for an answer. */
  readonly waits: readonly string[];
}

/** A month of days, and what of each is promoted or waits. */
const MONTH: readonly Day[] = readFileSync(
  new URL('../../fixtures/promotion/month.txt', import.meta.url),
  'utf8',
)
  .split(/^=== /m)
  .slice(1)
  .map((part) => {
    const [note = '', promoted = ''] = part.split(/^--- promoted\n/m);
    return {
      date: note.slice(0, 10),
      text: note.slice(note.indexOf('\n') + 1),
      promoted: promoted.split('\n').filter((line) => line !== '' && !line.startsWith('? ')),
      waits: promoted.split('\n').flatMap((line) => /^\? (.*)$/.exec(line)?.[1] ?? []),
    };
  });

const EVENING = '2026-05-31T20:00:00+02:00';

const written = (month: readonly Day[]): Workspace =>
  createWorkspace(Object.fromEntries(month.map(({ date, text }) => [`content/evolving/${date}.md`, text])));

interface Promoted {
  readonly type: string;
  readonly text: string;
  readonly from: string;
}

describe('a month of written days', () => {
  it('gives memory what is worth it, each line with its source, and nothing twice', async () => {
    const bench = written(MONTH);
    const { promoted } = (await bench.json(['checkpoint'], { now: EVENING })) as {
      promoted: readonly Promoted[];
    };
    const wanted = MONTH.flatMap(({ date, promoted }) => promoted.map((line) => ({ date, line })));
    const fits = ({ type, text, from }: Promoted, { date, line }: { date: string; line: string }) =>
      from.startsWith(`[[${date}#^`) && `${type}: ${text}`.startsWith(line);
    const right = promoted.filter((one) => wanted.some((want) => fits(one, want)));
    const found = wanted.filter((want) => promoted.some((one) => fits(one, want)));
    const precision = right.length / promoted.length;
    const recall = found.length / wanted.length;
    console.log(
      `promotion: ${MONTH.length} days, ${promoted.length} promoted, ${wanted.length} should; precision ${precision.toFixed(3)} recall ${recall.toFixed(3)}`,
    );
    if (process.env.SHOW)
      console.log(
        [
          ...promoted
            .filter((one) => !right.includes(one))
            .map(({ type, text, from }) => `too much: ${from} ${type}: ${text}`),
          ...wanted
            .filter((want) => !found.includes(want))
            .map(({ date, line }) => `missed: ${date} ${line}`),
        ].join('\n'),
      );
    expect(MONTH.length).toBeGreaterThanOrEqual(30);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
    const waits = MONTH.flatMap((day) => day.waits);
    expect(waits.length).toBeGreaterThanOrEqual(8);
    expect(promoted.filter(({ text }) => waits.some((line) => text.startsWith(line)))).toEqual([]);

    const { links } = await bench.json(['links', '--dead'], { now: EVENING });
    expect(links).toEqual([]);
    const memory = bench.read('content/MEMORY.md');
    const lines = memory.split('\n').filter((line) => /\^[a-z0-9]{11}$/.test(line));
    expect(
      lines.filter((line) => !/ \[\[2026-05-\d\d#\^[a-z0-9]{11}\]\] (?:.* )?\^[a-z0-9]{11}$/.test(line)),
    ).toEqual([]);

    const before = bench.files();
    for (const minutes of [1, 60, 24 * 60]) {
      const again = await bench.json(['checkpoint'], { now: later(minutes, EVENING) });
      expect(again.promoted).toEqual([]);
    }
    expect(bench.files()).toEqual(before);
  });

  it('changes no line of a day but for the ids that memory links to', async () => {
    const bench = written(MONTH);
    await bench.run(['checkpoint'], { now: EVENING });
    for (const { date, text } of MONTH) {
      const now = bench.read(`content/evolving/${date}.md`);
      expect(now.replace(/\n\^[a-z0-9]{11}(?=\n)/g, '').replace(/ \^[a-z0-9]{11}(?=\n)/g, ''), date).toBe(
        text,
      );
    }
  });
});

describe('what Daybook said itself', () => {
  const today = 'content/evolving/2026-06-07.md';

  it('is never learned again, however it is pasted into the day', async () => {
    const bench = createWorkspace({});
    await bench.run(['log', 'decided to keep sessions in Redis because it is fast'], { now: later(-3000) });
    await bench.run(['log', 'gotcha: npm ci wipes node_modules -> mount a volume'], { now: later(-2990) });
    await bench.run(['memory', 'add', 'the user prefers tabs over spaces'], { now: later(-2980) });
    const brief = (await bench.run(['recall', '--no-promote'], { now: later(0) })).out;
    await bench.run(['recall'], { now: later(0) });
    const block = bench.read('CLAUDE.md');
    const found = (await bench.run(['search', 'sessions'], { now: later(1) })).out;
    const { entry } = await bench
      .json(['search', 'sessions'], { now: later(1) })
      .then(({ hits }) => ({ entry: hits[0] }));
    // memory changes its mind, so that what is pasted is not known there any more
    await bench.run(['amend', entry.id, '--text', 'sessions are kept in Postgres'], { now: later(2) });
    const pasted = [
      '# 2026-06-07\n',
      brief,
      block,
      `<memory source="daybook">\n- decided to keep sessions in Redis because it is fast\n</memory>\n`,
      '## Session 2026-06-07 12:10\n',
      ...found
        .split('\n')
        .filter(Boolean)
        .map((line) => `- ${line}`),
      '- decided to keep sessions in Redis — it is fast (2026-06-05)',
      '- decided to keep sessions in Redis because it is fast',
      '- gotcha: npm ci wipes node_modules -> mount a volume',
      '\n### Obs: Already noted: 2026-06-05 (content/MEMORY.md:9).',
      '\n### Decision: keep sessions in Redis — it is fast\n',
    ].join('\n');
    bench.write(today, pasted);
    settle(join(bench.root, today));
    const memory = bench.read('content/MEMORY.md');
    const { promoted } = await bench.json(['checkpoint'], { now: later(20) });
    expect(promoted).toEqual([]);
    expect(bench.read('content/MEMORY.md')).toBe(memory);
    expect(bench.read(today)).toBe(pasted);
  });

  it('does not come back after it was removed from memory', async () => {
    const bench = createWorkspace({
      [today]: '# 2026-06-07\n\n### Decision: Use Svelte 5 runes — stores are on their way out\n',
    });
    const first = await bench.json(['checkpoint'], { now: later(10) });
    expect(first.promoted.length).toBe(1);
    const memory = bench.read('content/MEMORY.md');
    bench.write('content/MEMORY.md', memory.replace(/^- Use Svelte.*\n/m, ''));
    settle(join(bench.root, 'content/MEMORY.md'));
    expect((await bench.json(['checkpoint'], { now: later(20) })).promoted).toEqual([]);
  });
});

describe('hand-offs', () => {
  it('give memory the facts that they name, once, linked to the record', async () => {
    const bench = createWorkspace({});
    const args = [
      'handoff',
      '--goal',
      'deploy',
      '--added',
      'the wiki is deployed on push',
      '--corrected',
      'the certificate expires in March',
    ];
    await bench.run(args, { now: later(1) });
    const { promoted } = await bench.json(['checkpoint'], { now: later(2) });
    expect(promoted.map(({ type, text }: Promoted) => `${type}: ${text}`)).toEqual([
      'fact: the wiki is deployed on push',
      'fact: the certificate expires in March',
    ]);
    expect((await bench.json(['links', '--dead'], { now: later(3) })).links).toEqual([]);
    expect((await bench.json(['checkpoint'], { now: later(4) })).promoted).toEqual([]);
  });

  it('newer decisions of the days replace older ones, never the other way', async () => {
    const bench = createWorkspace({
      'content/evolving/2026-06-05.md': '# 2026-06-05\n\n### Decision: main database: MySQL\n',
      'content/evolving/2026-06-06.md': '# 2026-06-06\n\n### Decision: main database: Postgres\n',
    });
    await bench.run(['checkpoint'], { now: later(1) });
    const memory = bench.read('content/MEMORY.md');
    expect(memory).toMatch(/: MySQL .*\[superseded:: \^/);
    expect(memory).not.toMatch(/: Postgres .*\[superseded::/);
    bench.write('content/evolving/2026-06-04.md', '# 2026-06-04\n\n### Decision: main database: SQLite\n');
    expect((await bench.json(['checkpoint'], { now: later(9) })).promoted).toEqual([]);
  });
});

describe('the end of a session', () => {
  const yesterday = 'content/evolving/2026-06-06.md';
  const today = 'content/evolving/2026-06-07.md';
  const days = {
    'content/evolving/2026-05-20.md': '# 2026-05-20\n\n### Decision: Deploy from the main branch only\n',
    [yesterday]: '# 2026-06-06\n\n### Obs: TIL: Vite HMR caches stale files\n',
    [today]: '# 2026-06-07\n\n### Error: build failed → the adapter was missing from svelte.config.js\n',
  };
  const texts = ({ promoted }: { promoted: readonly Promoted[] }) => promoted.map(({ text }) => text);

  it('is promoted by checkpoint --ended: all days if the session is over, those before today if it continues', async () => {
    const bench = createWorkspace(days);
    await bench.run(
      ['log', 'tried `src/net.ts` with retry, learned that it doubles jobs', '--type', 'experience'],
      {
        now: later(0),
      },
    );
    const during = await bench.json(['checkpoint', '--ended'], { now: later(5) });
    expect(texts(during)).toEqual(['Deploy from the main branch only', 'Vite HMR caches stale files']);
    const over = await bench.json(['checkpoint', '--ended'], { now: later(90) });
    expect(texts(over)).toEqual([
      'tried `src/net.ts` with retry, learned that it doubles jobs',
      'build failed -> the adapter was missing from svelte.config.js',
    ]);
    expect(texts(await bench.json(['checkpoint', '--ended'], { now: later(180) }))).toEqual([]);
    expect((await bench.json(['links', '--dead'], { now: later(181) })).links).toEqual([]);
  });

  it('is climbed by recall as well, from the day on which it began; older days are the nightly job’s', async () => {
    const bench = createWorkspace(days);
    await bench.run(
      ['log', 'tried `src/net.ts` with retry, learned that it doubles jobs', '--type', 'experience'],
      {
        now: later(0),
      },
    );
    expect((await bench.json(['recall'], { now: later(10) })).gap.promoted).toBe(0);
    const over = await bench.json(['recall'], { now: later(90) });
    expect(over.gap).toMatchObject({ promoted: 2, rolled: 1 });
    const memory = bench.read('content/MEMORY.md');
    expect(memory).toMatch(/build failed -> the adapter was missing .* \[\[2026-06-07#\^/);
    expect(memory).not.toContain('Vite HMR');
    const before = bench.files();
    for (const minutes of [180, 360])
      expect((await bench.json(['recall'], { now: later(minutes) })).gap.promoted).toBe(0);
    expect(bench.files()).toEqual(before);
    expect(texts(await bench.json(['checkpoint', '--ended'], { now: later(500) }))).toEqual([
      'Deploy from the main branch only',
      'Vite HMR caches stale files',
    ]);
    expect((await bench.json(['undo', '--dry-run'], { now: later(501) })).ok).toBe(true);
  });

  it('begins at the day into which the session moved, however long ago that was', async () => {
    const bench = createWorkspace(days);
    await bench.run(['log', 'looked at the retry', '--type', 'experience'], {
      now: '2026-06-06T18:00:00+02:00',
    });
    await bench.run(['log', 'and again', '--type', 'experience'], { now: '2026-06-06T18:20:00+02:00' });
    const over = await bench.json(['recall'], { now: later(0) });
    expect(over.gap.promoted).toBe(2);
    expect(bench.read('content/MEMORY.md')).toContain('Vite HMR');
  });
});

describe('promotion', () => {
  it('says why of every step', () => {
    for (const { from, to, why } of PROMOTION_RULES)
      expect(why.length, `${from} → ${to}`).toBeGreaterThan(10);
    const ways = new Set(PROMOTION_RULES.map(({ from, to }) => `${from} → ${to}`));
    for (const way of [
      'session → day',
      'day → handoff',
      'day → memory',
      'session → memory',
      'handoff → memory',
      'feedback → inbox',
    ])
      expect(ways).toContain(way);
  });
});
