import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateRule } from '../../../src/features/guard/evaluate.js';
import type { Stance } from '../../../src/features/guard/guard-literal.js';
import { buildGuardRule } from '../../../src/features/guard/guard-rule.js';
import { describeCall } from '../../../src/features/guard/tool-action.js';
import { parsePendingToolCall } from '../../../src/hooks/parse-pending-call.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';

/*
 * Warnings of the guard on calls labelled without knowledge of its rules. Calls that name the thing literally
 * must seldom warn without need; what is found is advice, and its figures are printed.
 */
const read = <T>(name: string, otherwise: T): T =>
  existsSync(join(LABELS_FOLDER, name))
    ? (JSON.parse(readFileSync(join(LABELS_FOLDER, name), 'utf8')) as T)
    : otherwise;

interface Known {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly trigger?: string;
  readonly correction?: string;
}

interface Call {
  readonly tool: string;
  readonly command?: string;
  readonly path?: string;
  readonly content?: string;
  readonly warn: readonly string[] | null;
  readonly literal: boolean;
}

const STANCES: Readonly<Record<string, Stance>> = {
  rejected: 'rejected',
  failure: 'rejected',
  rule: 'law',
  constraint: 'law',
  decision: 'choice',
};

const describeInput = ({ tool, command, path, content }: Call) =>
  describeCall(
    parsePendingToolCall(tool, command === undefined ? { file_path: path, content } : { command }),
  );

const { trades } = read('guard.json', {
  trades: [] as { trade: string; entries: Known[]; calls: Call[] }[],
});

describe.skipIf(trades.length === 0)('labelled calls', () => {
  const judged = trades.flatMap(({ entries, calls }) => {
    const rules = entries.flatMap(({ id, type, text, trigger, correction }) => {
      const rule = buildGuardRule({
        what: text,
        ...(trigger === undefined ? {} : { trigger }),
        instead: correction === undefined ? [] : [correction],
        stance: STANCES[type] ?? 'mistake',
      });
      return rule === null ? [] : [{ id, rule }];
    });
    return drawLabels(calls).map((call) => {
      const action = describeInput(call);
      const warned = rules.filter(({ rule }) => evaluateRule(rule, action) === 'breaks').map(({ id }) => id);
      const isRight = call.warn !== null && warned.some((id) => call.warn?.includes(id));
      return { call, warned, isRight };
    });
  });
  const wanted = judged.filter(({ call }) => call.warn !== null);
  const literal = wanted.filter(({ call }) => call.literal);
  const told = judged.filter(({ warned, call }) => warned.length > 0 && (call.literal || call.warn === null));

  it('are warned of where they name the thing literally, and not where they do right', () => {
    const show = ({ call, warned }: (typeof judged)[number]) =>
      `  ${call.warn} by [${warned}]: ${call.command ?? `${call.path} ${call.content}`}`;
    console.log(
      literal
        .filter(({ isRight }) => !isRight)
        .map((one) => `  missed${show(one)}`)
        .join('\n'),
    );
    console.log(
      told
        .filter(({ isRight }) => !isRight)
        .map((one) => `  wrong${show(one)}`)
        .join('\n'),
    );
    reportShare('calls that should warn and name it literally', literal.length, wanted.length);
    const others = wanted.filter(({ call }) => !call.literal);
    reportShare('paraphrased, warned', others.filter(({ isRight }) => isRight).length, others.length);
    const precision = reportShare(
      'literal, precision',
      told.filter(({ isRight }) => isRight).length,
      told.length,
    );
    const recall = reportShare(
      'literal, recall',
      literal.filter(({ isRight }) => isRight).length,
      literal.length,
    );
    expect(precision).toBeGreaterThanOrEqual(0.95);
    // Advice without a promise: the bound only notices what breaks.
    expect(recall).toBeGreaterThanOrEqual(0.86);
  });
});
