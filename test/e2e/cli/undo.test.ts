// @module-tag full: 1 s of processor time
import { describe, expect, it } from 'vitest';
import { settle } from '../../support/store-root.js';
import { createWorkspace, later } from '../../support/workspace.js';

const MEMORY = 'content/MEMORY.md';

describe('restore', () => {
  it('refuses a time before the first version, and says when that is', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'keep sessions in Postgres', '--type', 'decision'], { now: later(0) });
    await bench.run(['log', 'keep caches in Redis', '--type', 'decision'], { now: later(10) });
    const before = bench.files();
    const reply = await bench.run(['restore', MEMORY, '--at', '2026-06-06'], { now: later(20) });
    expect(reply.status).toBe(1);
    expect(reply.err).toContain(`${MEMORY} has no version of 2026-06-06T00:00:00+02:00`);
    expect(reply.err).toContain('the first one is of 2026-06-07T12:00:00+02:00');
    expect(reply.err).toContain(`daybook restore ${MEMORY} --at 2026-06-07T12:00:00+02:00`);
    expect(bench.files()).toEqual(before);
    const first = await bench.run(['restore', MEMORY, '--at', '2026-06-07T12:00:00+02:00'], {
      now: later(20),
    });
    expect(first.status, first.err).toBe(0);
    expect(bench.read(MEMORY)).toContain('Postgres');
    expect(bench.read(MEMORY)).not.toContain('Redis');
  });

  it('still brings back what a person had written before the first change of ours', async () => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Decisions\n\n- by hand\n' });
    const byHand = bench.read(MEMORY);
    await bench.run(['log', 'keep caches in Redis', '--type', 'decision'], { now: later(10) });
    const reply = await bench.run(['restore', MEMORY, '--at', later(5)], { now: later(20) });
    expect(reply.status, reply.err).toBe(0);
    expect(bench.read(MEMORY)).toBe(byHand);
  });
});

describe('undo of a change that made a heading', () => {
  it.each([
    ['a line', '- written by hand\n'],
    ['a paragraph', '\nProse by hand.\n'],
    ['a deeper heading', '\n### By hand\n\n- under it\n'],
  ])('keeps it once %s is written below it', async (_what, text) => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Decisions\n\n- by hand\n' });
    await bench.run(['log', 'the staging box rejects TLS 1.1', '--type', 'gotcha'], { now: later(0) });
    bench.write(MEMORY, bench.read(MEMORY) + text);
    settle(`${bench.root}/${MEMORY}`);
    const reply = await bench.run(['undo'], { now: later(1) });
    expect(reply.status, reply.err).toBe(0);
    const after = bench.read(MEMORY);
    expect(after).not.toContain('TLS 1.1');
    expect(after).toMatch(/^## Gotchas$/m);
    expect(after.indexOf('## Gotchas')).toBeLessThan(after.indexOf(text.trim()));
    expect(after).toContain('## Decisions\n\n- by hand\n');
  });

  it('keeps the heading of a note that it made if text was added below it', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'the staging box rejects TLS 1.1', '--type', 'gotcha'], { now: later(0) });
    const made = bench.read(MEMORY);
    bench.write(MEMORY, made.replace(/^(.*TLS 1\.1.*)$/m, '$1\n- written by hand'));
    settle(`${bench.root}/${MEMORY}`);
    const reply = await bench.run(['undo'], { now: later(1) });
    expect(reply.status, reply.err).toBe(0);
    expect(bench.read(MEMORY)).toMatch(/^## Gotchas\n\n- written by hand$/m);
    expect(bench.read(MEMORY)).not.toContain('TLS 1.1');
  });
});

it('export with an unknown format is refused with the list of formats', async () => {
  const bench = createWorkspace({ [MEMORY]: '# Memory\n' });
  const before = bench.files();
  const reply = await bench.run(['export', '--format', 'word']);
  expect(reply.status).toBe(2);
  expect(reply.err).toContain('no export format `word`');
  expect(reply.err).toContain('formats: hugo');
  expect(bench.files()).toEqual(before);
});
