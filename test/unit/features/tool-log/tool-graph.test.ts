import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseColdQuery } from '../../../../src/features/snapshots/recall-cold.js';
import { formatToolGraph } from '../../../../src/features/tool-log/touched-files.js';
import type { ToolCall } from '../../../../src/transcripts/tool-call.js';
import { local } from '../../../support/search-notebook.js';

const call = (id: string, more: Partial<ToolCall> = {}): ToolCall => ({
  id,
  parent: null,
  session: 's',
  at: `2026-06-07T12:00:0${id}.000Z`,
  tool: 'Bash',
  input: `step ${id}`,
  ok: true,
  files: [],
  started: null,
  error: null,
  ...more,
});

describe('the graph of tool calls', () => {
  it('is ordered by time, with the calls of an agent below the call that started it', () => {
    const calls = [
      call('4', { ok: false }),
      call('3', { tool: 'Agent', started: 'a' }),
      call('1', { parent: 'a' }),
      call('2', { parent: 'a', files: ['src/auth.ts'] }),
      call('5', { parent: 'gone' }),
    ];
    expect(formatToolGraph(calls, local)).toEqual([
      '- 12:00:03 Agent: step 3',
      '  - 12:00:01 Bash: step 1',
      '  - 12:00:02 Bash: step 2 — src/auth.ts',
      '- 12:00:04 Bash: step 4 (failed)',
      '- 12:00:05 Bash: step 5',
    ]);
  });

  it('shows each call once, even if agents claim to have started each other', () => {
    const agent = fc.constantFrom(null, 'a', 'b', 'c');
    const some = fc.array(fc.tuple(agent, agent), { maxLength: 12 });
    fc.assert(
      fc.property(some, (pairs) => {
        const calls = pairs.map(([parent, started], n) =>
          call(String(n % 10), { input: `n${n}`, parent, started }),
        );
        const shown = formatToolGraph(calls, local).map((line) => /n\d+/.exec(line)?.[0]);
        expect(shown.toSorted()).toEqual(calls.map(({ input }) => input).toSorted());
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('lets no text of a tool steer a terminal or end a comment', () => {
    expect(formatToolGraph([call('1', { input: 'echo \u001b[2J\n--> done' })], local)).toEqual([
      '- 12:00:01 Bash: echo [2J --&gt; done',
    ]);
  });
});

describe('a question to the cold archive', () => {
  it('has words, words in quotes, and filters', () => {
    expect(
      parseColdQuery('JWT "refresh test" type:call file:"src/a b.ts" https://x.y after:2026-06-01'),
    ).toEqual({
      words: ['jwt', 'refresh test', 'https://x.y'],
      type: 'call',
      file: 'src/a b.ts',
      after: '2026-06-01',
    });
  });

  it('is read whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (said) => {
        expect(Array.isArray(parseColdQuery(said).words)).toBe(true);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
