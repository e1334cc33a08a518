// @module-tag full: it runs commands many times over
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, FULL, later } from '../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const OWN = '# Memory\n\n## Decisions\n\n- by hand\n';

/** Only remark can say what this is, so that it must be asked about the whole note. */
const UNSURE = '[a]:\n/u\n';

/** Texts that remark is busy with for long, or would die of. */
const HOSTILE: Readonly<Record<string, string>> = {
  '`*a_ ` × 8000': `${'*a_ '.repeat(8000)}\n`,
  '`*a_ ` × 1900': `${'*a_ '.repeat(1900)}\n`,
  '4,000 nested lists': `${'- '.repeat(4000)}x\n`,
  '90 nested lists, 40 times': `${`${'- '.repeat(90)}x\n\n`.repeat(40)}`,
  '4,000 nested quotes': `${'> '.repeat(4000)}x\n`,
  'a line of 1 MB': `${'word '.repeat(200_000)}\n`,
  '20,000 brackets': `${'['.repeat(20_000)}\n`,
  '3,000 definitions': '[a]: /u\n'.repeat(3000),
  'backticks of 300 lengths': `${Array.from({ length: 300 }, (_, i) => '`'.repeat(i + 1)).join(' ')}\n`,
  'a note of 300 KB in 100,000 blocks': 'x\n\n'.repeat(100_000),
};

/** Quickly the worst of each sort. */
const CASES = Object.entries(HOSTILE).filter((_, i) => FULL || i % 2 === 0);

describe('T17: hostile Markdown', () => {
  it.each(CASES)(
    '%s: the entry is filed or the note left alone; nothing is read under the lock',
    async (_, text) => {
      const before = `${UNSURE}\n${text}\n${OWN}`;
      const bench = createWorkspace({ [MEMORY]: before, 'CLAUDE.md': '# Rules\n' });
      const lock = join(bench.root, '.daybook/locks/store.lock');
      let [ticks, locked] = [0, 0];
      const timer = setInterval(() => {
        ticks++;
        if (existsSync(lock)) locked++;
      }, 2);
      const reply = await bench.json(['log', 'kept by us', '--type', 'decision']);
      clearInterval(timer);
      const after = bench.read(MEMORY);
      if (reply.ok) expect(after).toBe(`${before}- kept by us ^${reply.entry.id}\n`);
      else {
        expect(reply.error).toMatchObject({
          code: 'unproven',
          message: expect.stringMatching(/MEMORY\.md:\d+ is left alone/),
        });
        expect(after).toBe(before);
      }
      expect(locked, `${ticks} looks`).toBe(0);
      for (const args of [
        ['search', 'hand'],
        ['recall', '--no-promote'],
      ])
        expect((await bench.run(args, { now: later(1) })).status, args[0]).toBe(0);
    },
  );

  it('what could not be judged is named by lint', async () => {
    const bench = createWorkspace({ [MEMORY]: `${UNSURE}\n${'> '.repeat(500)}x\n\n${OWN}` });
    const { notices } = await bench.json(['lint']);
    expect(notices).toContainEqual(
      expect.objectContaining({
        rule: 'unjudged',
        path: MEMORY,
        line: 1,
        message: expect.stringContaining('nested too deep'),
      }),
    );
  });

  it('a note of 10 MB on one line is too large to be a note, and stays as it is', async () => {
    const text = `${'word '.repeat(2_000_000)}\n`;
    const bench = createWorkspace({ [MEMORY]: text });
    const reply = await bench.json(['log', 'kept by us', '--type', 'decision']);
    expect(reply.error).toMatchObject({ code: 'unreadable', message: expect.stringContaining(MEMORY) });
    expect(bench.read(MEMORY)).toBe(text);
  });
});
