import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFixes } from '../../../src/features/tool-log/find-fixes.js';
import { parseToolCall } from '../../../src/hooks/parse-finished-call.js';
import { selectErrorLines } from '../../../src/transcripts/error-lines.js';
import { drawLabels, LABELS_FOLDER } from '../../support/labels-folder.js';
import { reportShare } from '../../support/report-share.js';

/* Finds what fixed errors of real tools, from the tool log. */
const PATH = join(LABELS_FOLDER, 'fixes.json');

interface Row {
  readonly id: string;
  readonly log: readonly {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly ok: boolean;
    readonly output: string;
    readonly at: string;
  }[];
  readonly ask: string;
  readonly expect: { readonly fixed: boolean; readonly calls: readonly number[] };
  readonly unrelated: readonly string[];
}

const all = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Row[]) : [];
const rows = drawLabels(all);

const toCalls = ({ id, log }: Row) =>
  log.flatMap(({ tool, input, ok, output, at }, n) => {
    const said = ok ? { tool_response: { stdout: output } } : { error: `Exit code 1\n${output}` };
    const fields = { tool_name: tool, tool_input: input, tool_use_id: String(n), cwd: '/app', ...said };
    return parseToolCall(ok ? 'PostToolUse' : 'PostToolUseFailure', fields, { at, session: id }) ?? [];
  });

describe.skipIf(rows.length === 0)('labelled errors', () => {
  const calls = all.flatMap(toCalls);
  const ask = (error: string) => findFixes(calls, selectErrorLines(error))[0];

  it('are answered with what made them go away, from the logs of all rows together', () => {
    const told = rows.flatMap((row) => {
      const fix = ask(row.ask);
      if (!fix) return [];
      const changes = fix.changes.map(({ call }) => Number(call.id));
      const isRight =
        fix.session === row.id &&
        row.expect.fixed &&
        changes.length > 0 &&
        changes.every((at) => row.expect.calls.includes(at));
      if (!isRight)
        console.log(`wrong: ${row.id} ${fix.session} ${JSON.stringify(fix.changes.map((one) => one.what))}`);
      return [{ row, isRight }];
    });
    const wrong = rows.flatMap(({ id, unrelated }) =>
      unrelated.flatMap((error) => {
        const fix = findFixes(calls, selectErrorLines(error)).find(({ session }) => session === id);
        if (fix) console.log(`told without need: ${id} ${error.slice(0, 80)} ← ${fix.session} ${fix.error}`);
        return fix ? [error] : [];
      }),
    );
    for (const row of rows)
      if (row.expect.fixed && !told.some((one) => one.row === row)) console.log(`missed: ${row.id}`);
    const right = told.filter(({ isRight }) => isRight).length;
    const precision = reportShare('fixes, precision', right, told.length + wrong.length);
    reportShare('fixes, found', right, rows.filter((row) => row.expect.fixed).length);
    const unasked = rows.flatMap(({ id, unrelated }) =>
      unrelated.filter((error) =>
        findFixes(calls, selectErrorLines(error), { isUnasked: true }).some(({ session }) => session === id),
      ),
    );
    const again = rows.filter(({ ask: error, id, expect: { fixed } }) => {
      const [fix] = findFixes(calls, selectErrorLines(error), { isUnasked: true });
      return fixed && fix?.session === id;
    });
    console.log(`unasked: ${again.length} told of their own row, ${unasked.length} of an unrelated error`);
    expect(unasked).toEqual([]);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(right / rows.filter((row) => row.expect.fixed).length).toBeGreaterThanOrEqual(0.7);
  });
});
