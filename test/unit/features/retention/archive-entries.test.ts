import { describe, expect, it } from 'vitest';
import { createWorkspace, QUICK, type Workspace } from '../../../support/workspace.js';

const NIGHT = { now: '2026-06-08T04:20:00+02:00' };
const retention = ['cron', 'run', 'retention'] as const;

const line = (at: number, tail: string) =>
  `- line number ${at} of the memory says something that is long enough to count ${'x'.repeat(40)} ${tail}`;

/** A memory over its limit of 16 KB, so many of its lines superseded long ago. */
function heavy(superseded: number): Workspace {
  const learnings = Array.from({ length: 140 }, (_, at) =>
    line(at, at < superseded ? `[at:: 2026-01-0${1 + (at % 9)}] [superseded:: ^6fcjefkt4qn] ^old${at}` : ''),
  );
  return createWorkspace({
    'daybook.yaml': `${QUICK}retention.note: 16\n`,
    'CLAUDE.md': '# Rules\n',
    'content/MEMORY.md': `# Memory\r\n\r\n## Learnings\r\n\r\n${learnings.join('\r\n')}\r\n- an old one of last year [at:: 2025-12-30] [superseded:: ^6fcjefkt4qn] ^older\r\n- pinned #key [at:: 2020-01-01] [superseded:: ^6fcjefkt4qn]`,
    'content/notes/about.md': 'See [[MEMORY#^old1]], [[MEMORY#^older|older]] and [[MEMORY]].\n',
  });
}

/** Counts each relevant line in all notes. */
function counted(bench: Workspace): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const found = Object.entries(bench.files('content'))
    .filter(([path]) => !path.includes('INBOX'))
    .flatMap(([, text]) => text.match(/line number \d+ |an old one|pinned/g) ?? []);
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

describe('a memory that is too large', () => {
  it('lets go the oldest of what is superseded, word for word, until it is within its limit', async () => {
    const bench = heavy(40);
    const before = { files: bench.files(), counts: counted(bench) };
    const { moved } = await bench.json(retention, NIGHT);
    expect(moved).toBeGreaterThan(5);
    expect(bench.read('content/MEMORY.md').length).toBeLessThanOrEqual(16 * 1024);
    expect(counted(bench)).toEqual(before.counts);
    expect(bench.read('content/MEMORY.md')).toContain('pinned');
    expect(bench.read('content/archive/MEMORY-2025.md')).toContain('an old one of last year');
    expect(bench.read('content/archive/MEMORY-2026.md')).toContain('line number 0 ');
    const dead = await bench.json(['links', '--dead'], NIGHT);
    expect(dead.links).toEqual([]);
    expect((await bench.json(['search', 'line number 0'], NIGHT)).hits[0].path).toMatch(/MEMORY/);
    expect((await bench.json(retention, NIGHT)).changes).toEqual([]);
    expect((await bench.json(['undo', '--night', '2026-06-08'], NIGHT)).ok).toBe(true);
    expect(bench.files()).toEqual(before.files);
  });

  it('lets go one of several plain lines and leaves the others where they stand', async () => {
    const bench = createWorkspace({
      'daybook.yaml': `${QUICK}retention.note: 16\n`,
      'content/MEMORY.md': `# Memory\n\n## Learnings\n\n- kept\n\nTIL: plain line one\nTIL: plain line two [at:: 2026-01-02] [superseded:: ^6fcjefkt4qn]\nTIL: plain line three\n\n${Array.from({ length: 140 }, (_, at) => line(at, '')).join('\n')}\n`,
    });
    const { moved } = await bench.json(retention, NIGHT);
    expect(moved).toBe(1);
    expect(bench.read('content/archive/MEMORY-2026.md')).toContain('- TIL: plain line two [at:: 2026-01-02]');
    const memory = bench.read('content/MEMORY.md');
    expect(memory).toContain('TIL: plain line one\n');
    expect(memory).toContain('TIL: plain line three\n');
    expect(memory).not.toContain('line two');
  });

  it('of which a quarter would leave asks in the inbox, once, and does it when a person says so', async () => {
    const bench = heavy(139);
    bench.write(
      'content/MEMORY.md',
      `${bench.read('content/MEMORY.md')}\n${'- more\n'.repeat(20)}${line(200, '').repeat(40)}`,
    );
    const before = { memory: bench.read('content/MEMORY.md'), counts: counted(bench) };
    const first = await bench.json(retention, NIGHT);
    expect(first).toMatchObject({ moved: 0, asked: 1 });
    expect(bench.read('content/MEMORY.md')).toBe(before.memory);
    const inbox = bench.read('content/INBOX.md');
    expect(inbox).toMatch(
      /^- \[ \] move \d+ of 1\d\d entries of content\/MEMORY\.md, settled before 2026-05-09, to the archive until it has 16 KB — it has \d+ KB; a job takes no more than a quarter of a note unasked \^\w{11}$/m,
    );
    expect((await bench.json(retention, { now: '2026-06-09T04:20:00+02:00' })).changes).toEqual([]);
    bench.write('content/INBOX.md', inbox.replace('- [ ] move', '- [x] move'));
    const settled = await bench.json(['cron', 'run', 'promote'], { now: '2026-06-09T04:10:00+02:00' });
    expect(settled.settled[0]).toMatchObject({ how: 'applied' });
    expect(bench.read('content/MEMORY.md').length).toBeLessThan(before.memory.length - 8000);
    expect(counted(bench)).toEqual(before.counts);
  });

  it('declined, it is not asked again that month', async () => {
    const bench = heavy(139);
    bench.write('content/MEMORY.md', `${bench.read('content/MEMORY.md')}${line(200, '').repeat(40)}`);
    await bench.json(retention, NIGHT);
    bench.write('content/INBOX.md', bench.read('content/INBOX.md').replace('- [ ] move', '- [-] move'));
    await bench.json(['checkpoint'], NIGHT);
    expect((await bench.json(retention, { now: '2026-06-10T04:20:00+02:00' })).asked).toBe(0);
    // Work in between, so that the clock is believed after a month.
    for (const day of ['07', '10'])
      await bench.json(['log', `back on the ${day}th`], { now: `2026-07-${day}T04:00:00+02:00` });
    expect((await bench.json(retention, { now: '2026-07-10T04:20:00+02:00' })).asked).toBe(1);
  });
});
