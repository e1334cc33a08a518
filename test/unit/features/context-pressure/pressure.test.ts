import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  COMPLEXITY,
  classifyComplexity,
  classifyGrowth,
  classifyPressure,
  classifyTokenZone,
  GROWTH,
  GROWTH_WINDOW_MS,
  getThresholds,
} from '../../../../src/features/context-pressure/pressure.js';
import { createTranscriptFold } from '../../../../src/transcripts/transcript-stats.js';

const BASE = { warning: 0.6, critical: 0.8 };

describe('the thresholds', () => {
  test.each([
    ['slow', 'low', 0.72, 0.96],
    ['slow', 'medium', 0.684, 0.912],
    ['slow', 'high', 0.612, 0.816],
    ['normal', 'low', 0.6, 0.8],
    ['normal', 'medium', 0.57, 0.76],
    ['normal', 'high', 0.51, 0.68],
    ['fast', 'low', 0.48, 0.64],
    ['fast', 'medium', 0.456, 0.608],
    ['fast', 'high', 0.408, 0.544],
  ] as const)('of growth %s and complexity %s are %d and %d', (growth, complexity, warning, critical) => {
    expect(getThresholds(BASE, growth, complexity)).toEqual({ warning, critical });
    expect([
      classifyPressure(warning - 0.0001, { warning, critical }),
      classifyPressure(warning, { warning, critical }),
    ]).toEqual(['GREEN', 'YELLOW']);
    expect([
      classifyPressure(critical - 0.0001, { warning, critical }),
      classifyPressure(critical, { warning, critical }),
    ]).toEqual(['YELLOW', 'RED']);
  });

  it('never pass 0.98, and stay in their order within the seed’s ranges', () => {
    expect(getThresholds({ warning: 0.7, critical: 0.9 }, 'slow', 'low')).toEqual({
      warning: 0.84,
      critical: 0.98,
    });
    for (const growth of Object.keys(GROWTH) as (keyof typeof GROWTH)[])
      for (const complexity of Object.keys(COMPLEXITY) as (keyof typeof COMPLEXITY)[]) {
        const { warning, critical } = getThresholds({ warning: 0.7, critical: 0.7 }, growth, complexity);
        expect(warning).toBeLessThanOrEqual(critical);
      }
  });
});

test('growth by tool calls in five minutes', () => {
  expect([0, 2, 3, 6, 7, 50].map(classifyGrowth)).toEqual([
    'slow',
    'slow',
    'normal',
    'normal',
    'fast',
    'fast',
  ]);
});

test('complexity by files; five are many only with many constraints or decisions', () => {
  const of = (files: number, constraints = 0, decisions = 0) =>
    classifyComplexity({ files, constraints, decisions });
  expect([0, 1, 2, 3, 4, 5, 6].map((files) => of(files))).toEqual([
    'low',
    'low',
    'low',
    'medium',
    'medium',
    'medium',
    'high',
  ]);
  expect([of(5, 5), of(5, 0, 5), of(5, 4, 4), of(4, 20, 20), of(2, 20)]).toEqual([
    'high',
    'high',
    'medium',
    'medium',
    'low',
  ]);
});

test('zones of tokens', () => {
  const zones = { warning: 120_000, save: 150_000 };
  expect([0, 119_999, 120_000, 149_999, 150_000].map((tokens) => classifyTokenZone(tokens, zones))).toEqual([
    'free',
    'free',
    'warning',
    'warning',
    'save',
  ]);
});

const told = (path: string) => {
  const fold = createTranscriptFold(GROWTH_WINDOW_MS);
  for (const line of readFileSync(path, 'utf8').split('\n')) fold.line(line);
  return fold.end();
};

describe('a transcript', () => {
  it('of Claude Code gives the context, each message counted once', () => {
    expect(told('test/fixtures/transcripts/claude.jsonl')).toMatchObject({
      client: 'claude',
      tokens: 5542,
      window: null,
      spent: 11_084,
      toolCalls: 1,
      recentToolCalls: 1,
      firstPrompt: 'please run the demo',
      turns: 1,
    });
  });

  it('that was compacted gives the remaining context', () => {
    expect(told('test/fixtures/transcripts/claude-compact.jsonl')).toMatchObject({
      client: 'claude',
      firstPrompt: 'first question',
    });
  });

  it('of Codex gives the model’s window too', () => {
    expect(told('test/fixtures/transcripts/codex.jsonl')).toMatchObject({
      client: 'codex',
      tokens: 1020,
      window: 258_400,
      spent: 2040,
      toolCalls: 1,
    });
  });

  it('of another format, or damaged, gives nothing and breaks nothing', () => {
    const fold = createTranscriptFold(GROWTH_WINDOW_MS);
    for (const line of ['', 'null', '{"usage":', '[]', '{"type":"assistant","usage":1}', '"usage"'])
      fold.line(line);
    expect(fold.end()).toMatchObject({ tokens: null, toolCalls: 0 });
  });

  it('counts tool calls of the last five minutes alone', () => {
    const fold = createTranscriptFold(GROWTH_WINDOW_MS);
    const call = (id: string, at: string) =>
      fold.line(
        JSON.stringify({
          type: 'assistant',
          timestamp: at,
          message: { id, content: [{ type: 'tool_use', id, input: { file_path: `/p/${id}.ts` } }] },
        }),
      );
    call('a', '2026-06-07T10:00:00Z');
    call('b', '2026-06-07T10:06:00Z');
    call('b', '2026-06-07T10:06:00Z');
    call('c', '2026-06-07T10:08:00Z');
    expect(fold.end()).toMatchObject({
      toolCalls: 3,
      recentToolCalls: 2,
      files: ['/p/a.ts', '/p/b.ts', '/p/c.ts'],
    });
  });
});
