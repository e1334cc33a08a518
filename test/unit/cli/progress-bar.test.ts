import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgressBar } from '../../../src/cli/progress-bar.js';
import { runCli } from '../../../src/cli/run-cli.js';
import { freshFolder } from '../../support/store-root.js';

describe('a bar', () => {
  it('shows each percent once on one line, and leaves nothing', () => {
    const written: string[] = [];
    const progress = createProgressBar((text) => written.push(text));
    for (const done of [0, 0.001, 0.5, 0.501, 1]) progress('indexing', done);
    expect(written).toEqual([
      `\rindexing ${'.'.repeat(30)} 0 %`,
      `\rindexing ${'#'.repeat(15)}${'.'.repeat(15)} 50 %`,
      '\r\x1b[K',
    ]);
  });
});

const ID = '00000000-0000-4000-8000-000000000001';

/** A workspace with notes that no index knows, and a transcript of several chunks in its home. */
function machine() {
  const [home, root] = [freshFolder(), freshFolder()];
  const project = join(home, '.claude/projects/-p');
  mkdirSync(project, { recursive: true });
  const line = (n: number) => ({
    ...{ type: 'user', uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: ID, cwd: root },
    timestamp: new Date(Date.UTC(2026, 5, 1, 9, n)).toISOString(),
    message: { role: 'user', content: `prompt ${n} ${'x'.repeat(20_000)}` },
  });
  const lines = Array.from({ length: 80 }, (_, n) => `${JSON.stringify(line(n))}\n`);
  writeFileSync(join(project, `${ID}.jsonl`), lines.join(''));
  writeFileSync(join(root, 'daybook.yaml'), 'timezone: UTC\n');
  mkdirSync(join(root, 'content'));
  for (let n = 0; n < 300; n++)
    writeFileSync(join(root, `content/page-${n}.md`), `# Page ${n}\n\n- retry ${n}\n`);
  return {
    root,
    env: { HOME: home, DAYBOOK_HOME: join(home, '.daybook'), DAYBOOK_NOW: '2026-06-07T12:00:00Z' },
  };
}

/** What the command writes on standard error on a machine on which each look at the clock is half a second later. */
async function saidBy(words: readonly string[], isWatched: boolean) {
  const { root, env } = machine();
  const real = Date.now.bind(Date);
  let looks = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 500 * looks++);
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCli(words, {
    ...{ cwd: root, env, terminal: isWatched, isWatched: () => isWatched },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { status, out: out.join(''), err: err.join('') };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what takes longer than a second', () => {
  it.each([
    ['reading the session', ['sessions', 'show', ID]],
    ['reading the session', ['sessions', 'tree', ID]],
    ['reading sessions', ['sessions', 'import']],
    ['indexing', ['search', 'retry', '--only-notes']],
  ] as const)('shows “%s” in a terminal only: %s', async (what, words) => {
    const { status, err, out } = await saidBy(words, true);
    expect(status).toBe(0);
    const percents = [...err.matchAll(/\r(.+?) [#.]{30} (\d+) %/g)];
    expect(new Set(percents.map(([, told]) => told))).toEqual(new Set([what]));
    const numbers = percents.map(([, , percent]) => Number(percent));
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(err.slice(err.lastIndexOf('%') + 1)).toMatch(/^\r\x1b\[K/);
    expect(out).not.toContain('\r');
    vi.restoreAllMocks();
    expect((await saidBy(words, false)).err).not.toContain(what);
  });
});
