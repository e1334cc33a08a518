import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGuardRule } from '../../../src/features/guard/guard-rule.js';
import { evaluateRule } from '../../../src/features/guard/match-call.js';
import { describeCall } from '../../../src/features/guard/tool-action.js';
import { parsePendingToolCall } from '../../../src/hooks/parse-pending-call.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { createIndex, formatId, type Known } from '../../support/labels-index.js';
import { findRelevant } from '../../support/note-index.js';
import { reportShare } from '../../support/report-share.js';

/*
 * Warnings and mentions of the guard on calls labelled without knowledge of its rules. Warnings of exact things must
 * seldom be wrong; a mention is shown once a session.
 */
const read = <T>(name: string, otherwise: T): T =>
  existsSync(join(LABELS_FOLDER, name))
    ? (JSON.parse(readFileSync(join(LABELS_FOLDER, name), 'utf8')) as T)
    : otherwise;

interface LabelledEntry extends Known {
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

const describeInput = ({ tool, command, path, content }: Call) =>
  describeCall(
    parsePendingToolCall(tool, command === undefined ? { file_path: path, content } : { command }),
  );

const { trades } = read('guard.json', {
  trades: [] as { trade: string; entries: LabelledEntry[]; calls: Call[] }[],
});

describe.skipIf(trades.length === 0)('labelled calls', () => {
  const judged = trades.flatMap(({ entries, calls }) => {
    const index = createIndex(entries);
    const rules = entries.flatMap(({ id, type, text, trigger, correction }) => {
      const rule = buildGuardRule({
        what: text,
        ...(trigger === undefined ? {} : { trigger }),
        instead: correction === undefined ? [] : [correction],
        isRejection: type === 'rejected' || type === 'failure',
      });
      return rule === null ? [] : [{ id, rule }];
    });
    return drawLabels(calls).map((call) => {
      const action = describeInput(call);
      const warned = rules.filter(({ rule }) => evaluateRule(rule, action) === 'breaks').map(({ id }) => id);
      const text = [call.command ?? '', ...action.files, ...action.lines].join('\n');
      const mentioned = findRelevant(index, { text, purpose: 'call', most: 2 }).map(
        (found) => entries.find((_, at) => formatId(at) === found.id)?.id ?? '',
      );
      const isOf = (ids: readonly string[]) => ids.some((id) => call.warn?.includes(id));
      return { call, warned, isRight: isOf(warned), isShown: isOf([...warned, ...mentioned]) };
    });
  });
  const wanted = judged.filter(({ call }) => call.warn !== null);
  const literal = wanted.filter(({ call }) => call.literal);
  const warned = judged.filter((one) => one.warned.length > 0);

  it('are shown what is known, and warned only of what an entry rejects exactly', () => {
    const show = (what: string, some: typeof judged) => {
      for (const { call, warned: by } of some)
        console.log(`  ${what} ${call.warn} by [${by}]: ${call.command ?? `${call.path} ${call.content}`}`);
    };
    show(
      'not shown',
      literal.filter(({ isShown }) => !isShown),
    );
    show(
      'wrong',
      warned.filter(({ isRight }) => !isRight),
    );
    const share = (what: string, of: typeof judged, is: (one: (typeof judged)[number]) => boolean) =>
      reportShare(what, of.filter(is).length, of.length);
    share('literal, warned', literal, ({ isRight }) => isRight);
    share(
      'paraphrased, shown',
      wanted.filter(({ call }) => !call.literal),
      ({ isShown }) => isShown,
    );
    expect(share('warnings, right', warned, ({ isRight }) => isRight)).toBeGreaterThanOrEqual(0.95);
    expect(share('literal, shown', literal, ({ isShown }) => isShown)).toBeGreaterThanOrEqual(0.88);
  });
});
