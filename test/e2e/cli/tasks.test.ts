// @module-tag full: 5 s of processor time
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRecoveryBrief } from '../../../src/features/tasks/recovery.js';
import { mergeFindings } from '../../../src/features/tasks/synthesis.js';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import type { Notebook } from '../../../src/notes/notebook.js';
import { readTokenizerRanks } from '../../../src/platform/assets.js';
import { parseFinding } from '../../../src/records/finding-record.js';
import type { ResumePoint } from '../../../src/records/resume-point.js';
import { createTokenizer } from '../../../src/text/tokens/o200k.js';
import { createInitializedWorkspace } from '../../support/workspace.js';

const count = createTokenizer(readTokenizerRanks());
const read = (path: string, text: string) => parseFinding({ path, text, outline: scanBlocks(text) });
const EMPTY = { content: 'content', list: () => [], note: () => null } as unknown as Notebook;

describe('a finding', () => {
  it('is safe when 50 agents write at once', async () => {
    const bench = await createInitializedWorkspace();
    const agents = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? `agent-${n}` : 'same agent'));
    const replies = await Promise.all(
      agents.map((agent, n) => bench.ask('finding', agent, '--task', 'big', '--summary', `Number ${n}.`)),
    );
    const paths = replies.map(({ answer }) => answer.finding.path);
    expect(new Set(paths).size).toBe(50);
    const summaries = Object.entries(bench.texts('content'))
      .filter(([path]) => path.startsWith('content/findings/'))
      .map(([path, text]) => read(path, text).summary);
    expect(new Set(summaries).size).toBe(50);
  });

  it('keeps what a fence or a nested list holds', () => {
    const text =
      '# Findings: a\n\n## Summary\nSee:\n\n```md\n## Key Discoveries\n- none\n```\n\n## Key Discoveries\n- one\n  - in one\n- two\n  goes on\n';
    expect(read('content/findings/x.md', text)).toMatchObject({
      summary: 'See:\n\n```md\n## Key Discoveries\n- none\n```',
      discoveries: ['one - in one', 'two goes on'],
    });
  });

  it('of the seed’s layout is read', () => {
    const text = readFileSync('test/fixtures/external/finding.md', 'utf8');
    expect(read('content/findings/x.md', text)).toMatchObject({
      agent: 'mobile-ui',
      task: 'station detail',
      status: 'partial',
      summary: 'The screen is done.',
      discoveries: ['maps need a key', 'tiles are slow'],
      files: ['`src/map.ts` - the map'],
      questions: ['Which zoom?'],
      recommendations: ['cache the tiles'],
    });
  });

  it('is joined with others: duplicates once with each source, contradictions listed', () => {
    const one = (agent: string, lines: string[]) =>
      read(
        `content/findings/${agent}.md`,
        `# Findings: ${agent}\n\n## Key Discoveries\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
      );
    const found = mergeFindings([
      one('a', ['use polling for updates', 'tiles are slow']),
      one('b', ['Tiles are slow.', 'never use polling for updates']),
    ]);
    expect(found.discoveries.map(({ text, sources }) => [text, sources])).toEqual([
      ['use polling for updates', ['a']],
      ['tiles are slow', ['a', 'b']],
      ['never use polling for updates', ['b']],
    ]);
    expect(found.contradictions.map((pair) => pair.map(({ text }) => text))).toEqual([
      ['use polling for updates', 'never use polling for updates'],
    ]);
  });
});

describe('an agent', () => {
  it('is not called as syntheses are, or its finding would be taken for one', async () => {
    const bench = await createInitializedWorkspace();
    const { status, answer } = await bench.ask('finding', 'Merged', '--summary', 'Found it.');
    expect([status, answer.error.message]).toEqual([2, '`merged` is the name of syntheses, not of an agent']);
  });
});

describe('a recovery', () => {
  it('stays within 800 tokens for any note', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('word '.repeat(2000), '长'.repeat(3000)),
    );
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.array(words, { maxLength: 40 }),
        (summary, next, instructions, pending) => {
          const from: ResumePoint = {
            kind: 'checkpoint',
            path: 'content/checkpoints/x.md',
            at: 0,
            task: 't',
            summary,
            next,
            instructions,
            pending,
            phase: '',
            blocker: '',
            active: pending,
            blocked: [next],
          };
          const { text, tokens } = buildRecoveryBrief(from, null, {
            blockers: pending,
            notebook: EMPTY,
            count,
          });
          expect(count(text)).toBe(tokens);
          expect(tokens).toBeLessThanOrEqual(800);
        },
      ),
      { numRuns: 30, seed: 7 },
    );
  });

  it('takes the newest note that can be resumed, whatever its kind', async () => {
    const bench = await createInitializedWorkspace({
      'content/checkpoints/cp_a_20260601T100000.md':
        '---\ntask_id: "t"\nphase: "a"\ntimestamp: "2026-06-01T10:00:00Z"\nnext_action: "go on"\n---\n',
      'content/snapshots/done_2026-06-05.md':
        '---\ncreated_at: "2026-06-05T10:00:00Z"\nstatus: "completed"\ngoal: "g"\n---\n',
      'content/snapshots/open_2026-06-03.md':
        '---\ncreated_at: "2026-06-03T10:00:00Z"\nstatus: "in_progress"\ngoal: "g"\nnext_action: "n"\n---\n',
    });
    expect((await bench.ask('recover')).answer.recovery).toMatchObject({ kind: 'snapshot', next: 'n' });
    expect((await bench.ask('recover', '--task', 't')).answer.recovery).toMatchObject({
      kind: 'checkpoint',
      next: 'go on',
    });
    expect((await bench.ask('recover', '--task', 'none')).answer.error.code).toBe('nothing-to-resume');
  });
});

describe('a checkpoint', () => {
  it('refuses what belongs to a phase where none is named', async () => {
    const bench = await createInitializedWorkspace();
    const { status, answer } = await bench.ask('checkpoint', '--next', 'write the service');
    expect([status, answer.error.message]).toEqual([2, '--next belongs to a phase, and no --phase is named']);
  });
});

describe('a plan', () => {
  it('keeps what a person wrote, byte for byte', async () => {
    const text =
      '# Research Plan: t\n\n## Objective\nby hand\n\n## Key Questions\n* [ ] One?\n* [x] Two?\n\nA thought.\n\n## Progress\n- Completed: ?\n- In Progress: ?\n- Pending: ?\n';
    const bench = await createInitializedWorkspace({ 'content/research_plans/t.md': text });
    await bench.ask('plan', 't', '--answer', 'One?', '--next', 'ship');
    expect(bench.read('content/research_plans/t.md')).toBe(
      `${text.replace('* [ ] One?', '* [x] One? (answered)').replace('Completed: ?', 'Completed: One?; Two?').replace('In Progress: ?', 'In Progress: ship').replace('Pending: ?', 'Pending: none')}\n## Next Actions\n\n1. ship\n`,
    );
  });
});
