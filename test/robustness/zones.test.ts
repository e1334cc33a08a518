import { afterAll, describe, expect, it } from 'vitest';
import { createWorkspace } from '../support/workspace.js';

const TZ = process.env.TZ;
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

/** An instant, and the civil time that it is in a zone: days begin elsewhere, and clocks change. */
const MOMENTS: readonly (readonly [zone: string, utc: string, local: string, about: string])[] = [
  ['UTC', '2026-06-07T23:30:00Z', '2026-06-07T23:30:00+00:00', 'before midnight'],
  ['Pacific/Auckland', '2026-06-07T11:59:00Z', '2026-06-07T23:59:00+12:00', 'before midnight'],
  ['Pacific/Auckland', '2026-06-07T12:01:00Z', '2026-06-08T00:01:00+12:00', 'already tomorrow'],
  ['America/New_York', '2026-06-08T03:59:00Z', '2026-06-07T23:59:00-04:00', 'still yesterday'],
  ['America/New_York', '2026-06-08T04:01:00Z', '2026-06-08T00:01:00-04:00', 'after midnight'],
  ['Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:59:00+01:00', 'before the clock goes forward'],
  ['Europe/Berlin', '2026-03-29T01:01:00Z', '2026-03-29T03:01:00+02:00', 'after the clock went forward'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00', 'the first half past two'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00', 'the second half past two'],
  ['Europe/Berlin', '2026-10-25T22:59:00Z', '2026-10-25T23:59:00+01:00', 'the end of a day of 25 hours'],
  ['Asia/Kathmandu', '2026-06-07T18:14:00Z', '2026-06-07T23:59:00+05:45', 'an odd offset'],
];

const settings = (zone: string): string => `timezone: ${zone}\nstore.fsync: "off"\n`;
const minutesAfter = (utc: string, minutes: number): string =>
  new Date(Date.parse(utc) + minutes * 60_000).toISOString();

describe('local days and times', () => {
  it.each(MOMENTS)('%s at %s is %s: %s', async (zone, now, local) => {
    const day = local.slice(0, 10);
    const yesterday = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const bench = createWorkspace({
      'daybook.yaml': settings(zone),
      [`content/evolving/${yesterday}.md`]: `# ${yesterday}\n\n### Decision: seen the day before\n`,
      'content/REMINDERS.md': [
        '# Reminders\n\n## Reminders\n',
        `- [ ] ${day} | absolute | due today ^aaaaaaaaaaa`,
        `- [ ] ${local.slice(0, 16)} | absolute | due this minute ^aaaaaaaaaab`,
        `- [ ] ${day} 23:59:59 | absolute | due before midnight ^aaaaaaaaaac`,
        `- [ ] ${tomorrow} | absolute | due tomorrow ^aaaaaaaaaad`,
        `- [ ] ${yesterday} | absolute | due yesterday ^aaaaaaaaaae\n`,
      ].join('\n'),
    });
    for (const env of [{ TZ: 'UTC' }, { TZ: 'Asia/Tokyo' }]) {
      const logged = await bench.json(['log', `seen with ${env.TZ} around`, '--type', 'experience'], {
        now,
        env,
      });
      expect(logged.entry.at).toBe(local);
      const brief = await bench.json(['recall', '--no-promote'], { now, env });
      const due = brief.reminders.map(({ text }: { text: string }) => text);
      expect(due).toEqual(expect.arrayContaining(['due today', 'due this minute', 'due yesterday']));
      expect(due).not.toContain('due tomorrow');
      expect(brief.context).toContain('seen the day before');
      const shown = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
      expect(brief.context).toContain(`seen with ${env.TZ} around (${shown.format(new Date(day))})`);
    }
    const [change] = (await bench.json(['history'], { now })).history;
    expect(change.at).toBe(local);

    const early = await bench.json(['recall'], { now: minutesAfter(now, 30) });
    expect(early.gap).toMatchObject({ minutes: 30, promoted: 0, rolled: 0 });
    const late = await bench.json(['recall'], { now: minutesAfter(now, 61) });
    expect(late.gap).toMatchObject({ minutes: 31, rolled: 2 });
    const note = bench.read(`content/evolving/${day}.md`);
    expect(note.startsWith(`# ${day}\n`)).toBe(true);
    expect(note).toContain(`## Session ${day} ${local.slice(11, 16)}\n`);
    expect(note).toContain('- seen with Asia/Tokyo around');
    expect(Object.keys(bench.files('content/evolving')).sort()).toEqual(
      [`content/evolving/${yesterday}.md`, `content/evolving/${day}.md`].sort(),
    );
  });

  it('a gap is minutes that passed, whatever the clock on the wall did', async () => {
    for (const [start, rolled] of [
      ['2026-03-29T00:45:00Z', 0],
      ['2026-10-25T00:45:00Z', 0],
    ] as const) {
      const bench = createWorkspace({ 'daybook.yaml': settings('Europe/Berlin') });
      await bench.run(['log', 'looked around', '--type', 'experience'], { now: start });
      expect((await bench.json(['recall'], { now: minutesAfter(start, 29) })).gap).toMatchObject({
        minutes: 29,
        rolled,
      });
      expect((await bench.json(['recall'], { now: minutesAfter(start, 60) })).gap).toMatchObject({
        minutes: 31,
        rolled: 1,
      });
    }
  });

  it('a clock that was set back promotes nothing, and the session continues', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'looked around', '--type', 'experience'], { now: '2026-06-07T12:00:00+02:00' });
    const back = await bench.json(['recall'], { now: '2026-06-06T12:00:00+02:00' });
    expect(back.gap).toMatchObject({ minutes: 0, promoted: 0, rolled: 0 });
  });

  it('restore reads a local time, and takes the first of a repeated hour', async () => {
    const bench = createWorkspace({ 'daybook.yaml': settings('Europe/Berlin') });
    const said = [
      '2026-10-25T00:10:00Z',
      '2026-10-25T00:40:00Z',
      '2026-10-25T01:20:00Z',
      '2026-10-25T02:00:00Z',
    ];
    for (const [n, now] of said.entries())
      await bench.run(['log', `fact number ${n}`, '--type', 'fact'], { now });
    const now = '2026-10-25T12:00:00Z';
    for (const [at, last] of [
      ['2026-10-25T02:30', 0],
      ['2026-10-25T02:30:00+01:00', 2],
      ['2026-10-25T02:59:00+02:00', 1],
      ['2026-10-25T03:00', 3],
    ] as const) {
      await bench.run(['restore', 'content/MEMORY.md', '--at', at], { now });
      const found = [...bench.read('content/MEMORY.md').matchAll(/fact number (\d)/g)].map(([, n]) =>
        Number(n),
      );
      expect(found, at).toEqual(Array.from({ length: last + 1 }, (_, n) => n));
      await bench.run(['restore', 'content/MEMORY.md', '--at', '2026-10-25T03:00'], { now });
    }
  });
});
