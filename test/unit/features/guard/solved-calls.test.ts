import { describe, expect, it } from 'vitest';
import { evaluateRule } from '../../../../src/features/guard/match-call.js';
import { findSolvedCalls } from '../../../../src/features/guard/solved-calls.js';
import { describeCall } from '../../../../src/features/guard/tool-action.js';
import type { ToolCall } from '../../../../src/transcripts/tool-call.js';

const local = (ms: number) => ({ date: new Date(ms).toISOString().slice(0, 10) }) as never;

/** A log: a command, with its error where it failed; `edit PATH` writes a file. */
const log = (...lines: readonly (string | readonly [string, string])[]): readonly ToolCall[] =>
  lines.map((line, n): ToolCall => {
    const [input, error = null] = typeof line === 'string' ? [line] : line;
    const isEdit = input.startsWith('edit ');
    return {
      id: `c${n}`,
      parent: null,
      session: 's1',
      at: `2026-06-07T12:${String(n).padStart(2, '0')}:00.000Z`,
      tool: isEdit ? 'Edit' : 'Bash',
      input: isEdit ? input.slice(5) : input,
      ok: error === null,
      files: isEdit ? [input.slice(5)] : [],
      started: null,
      error,
    };
  });

const warns = (calls: readonly ToolCall[], command: string): readonly string[] => {
  const action = describeCall({ tool: 'Bash', words: command, files: [], text: '', before: '' });
  return findSolvedCalls(calls, local)
    .filter(({ trap }) => evaluateRule(trap, action) === 'breaks')
    .map(({ line }) => line);
};

const HANGS = 'Command timed out after 600s';

describe('a command that failed, and another that passed', () => {
  const twice = log(['go test -race ./...', HANGS], ['go test -race -v ./...', HANGS], 'go test -p 1 ./...');

  it('warns before the failed options are used again, dated and quoted', () => {
    expect(warns(twice, 'go test -race ./... -count=1')).toEqual([
      '2026-06-07: `go test -race` failed 2 times («Command timed out after 600s»); `go test -p 1 ./...` passed',
    ]);
    expect(warns(twice, 'go test ./...')).toEqual([]);
    expect(warns(twice, 'go test -p 1 ./...')).toEqual([]);
  });

  it('warns after one failure if the error names the word', () => {
    const once = log(['npm run tset', 'npm error Missing script: "tset"'], 'npm run test');
    expect(warns(once, 'npm run tset')).toHaveLength(1);
    expect(warns(once, 'npm run test')).toEqual([]);
    const option = log(['terser a.js --mangel', 'error: unknown option --mangel'], 'terser a.js --mangle');
    expect(warns(option, 'terser b.js --mangel -o c.js')).toHaveLength(1);
    expect(warns(option, 'terser b.js --mangle')).toEqual([]);
  });

  it('does not warn where something else may have made the difference', () => {
    expect(warns(log(['go test -race ./...', HANGS], 'go test ./...'), 'go test -race ./...')).toEqual([]);
    const edited = log(['go vet -a .', HANGS], ['go vet -a .', HANGS], 'edit a.go', 'go vet .');
    expect(warns(edited, 'go vet -a .')).toEqual([]);
    const other = log(['pytest -x a.py', 'FAILED a.py'], ['pytest -x a.py', 'FAILED a.py'], 'pytest b.py');
    expect(warns(other, 'pytest -x a.py')).toEqual([]);
    const looked = log(['mytool -a', HANGS], ['mytool -a', HANGS], 'mytool --help');
    expect(warns(looked, 'mytool -a')).toEqual([]);
  });
});
