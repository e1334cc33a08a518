import { describe, expect, it, test } from 'vitest';
import {
  countFailuresBefore,
  createAttemptKey,
  findResolvedFailures,
  isLearnableFailure,
} from '../../../../src/features/tool-log/attempt.js';
import { canSkipTriggers, summarizeActivity } from '../../../../src/features/tool-log/session-activity.js';
import { listTouchedFiles } from '../../../../src/features/tool-log/touched-files.js';
import type { ActivityMarkRecord, ToolCall } from '../../../../src/transcripts/tool-call.js';

const at = (second: number): string => new Date(Date.UTC(2026, 5, 7, 12, 0, second)).toISOString();
const NOW = Date.parse(at(3600));

let seconds = 0;
const call = (input: string, more: Partial<ToolCall> = {}): ToolCall => ({
  id: `t${seconds}`,
  parent: null,
  session: 's',
  at: at(seconds++),
  tool: 'Bash',
  input,
  ok: true,
  files: [],
  started: null,
  error: null,
  ...more,
});
const failed = (input: string, error = 'it broke') => call(input, { ok: false, error });
const mark = (what: ActivityMarkRecord['mark'], second = seconds++): ActivityMarkRecord => ({
  at: at(second),
  session: 's',
  mark: what,
});

describe('an attempt', () => {
  test.each([
    ['npm test', 'npm test 2>&1 | tail -20', true],
    ['npm test', 'cd /srv/web && npm test > out.txt', true],
    ['cd api && npm test', 'cd web && npm test', false],
    ['npm test', 'npm  test', true],
    ['npm test', 'npm test -- auth', false],
    ['node a.js | node b.js', 'node a.js', false],
  ])('«%s» and «%s»: the same is %s', (one, other, same) => {
    expect(createAttemptKey(call(one)) === createAttemptKey(call(other))).toBe(same);
  });

  it('is made good by the same that goes well, and only since it last went well', () => {
    const one = [failed('npm test'), call('npm test'), failed('npm test'), failed('npm test'), call('ls')];
    expect(findResolvedFailures(one)).toEqual([]);
    expect(findResolvedFailures([...one, call('npm test')]).length).toBe(2);
    expect(findResolvedFailures([...one, call('npm test'), call('npm test')])).toEqual([]);
    expect(findResolvedFailures([...one, failed('npm test')])).toEqual([]);
  });

  it('counts the failures before another command that succeeds', () => {
    const edit = call('src/a.ts', { tool: 'Edit', files: ['src/a.ts'] });
    const twice = [failed('npm test'), edit, call('ls'), failed('npm test')];
    expect(countFailuresBefore([...twice, call('npx vitest run')])).toBe(2);
    expect(countFailuresBefore([...twice, call('cat log.txt')])).toBe(0);
    expect(countFailuresBefore([...twice, edit])).toBe(0);
    expect(countFailuresBefore([...twice, call('npx vitest run'), call('git commit -m fix')])).toBe(0);
    expect(countFailuresBefore([...twice, call('npx vitest run', { parent: 'agent' })])).toBe(0);
    expect(
      countFailuresBefore([failed('npm i x', 'stopped by the user'), failed('npm i x'), call('pnpm add x')]),
    ).toBe(1);
  });

  test.each([
    [failed('npm run build'), true],
    [failed('git push'), true],
    [failed('grep -r JWT src'), false],
    [failed('test -f a.txt'), false],
    [failed('cat nothing.md'), false],
    [failed('npm run build', 'stopped by the user'), false],
    [failed('npm run build', "The user doesn't want to proceed with this tool use"), false],
    [call('src/a.ts', { tool: 'Read', ok: false }), false],
    [call('src/a.ts', { tool: 'Edit', ok: false }), true],
    [call('x', { tool: 'mcp__db__query', ok: false }), true],
    [call('npm run build'), false],
  ])('%j teaches something: %s', (one, teaches) => {
    expect(isLearnableFailure(one)).toBe(teaches);
  });
});

it('the file tracker distinguishes read from modified, the last touched first', () => {
  const file = (tool: string, path: string, ok = true) => call(path, { tool, files: [path], ok });
  const calls = [
    file('Read', 'a.ts'),
    file('Edit', 'b.ts'),
    file('Read', 'b.ts'),
    file('Write', 'c.ts', false),
    file('Grep', 'd.ts'),
    call('npm test'),
  ];
  expect(listTouchedFiles(calls)).toEqual([
    { path: 'd.ts', how: 'read' },
    { path: 'b.ts', how: 'modified' },
    { path: 'a.ts', how: 'read' },
  ]);
});

describe('the pulse of a session', () => {
  it('counts its own calls since the last save and the last prompt, not those of its sub-agents', () => {
    const marks = [mark('prompt', 0), mark('saved', 2), mark('prompt', 4)];
    const calls = [1, 2, 3, 5, 6].map((second) => call('ls', { at: at(second) }));
    const side = call('ls', { at: at(7), parent: 'agent' });
    const pulse = summarizeActivity({ calls: [...calls, side], marks });
    expect(pulse).toMatchObject({ callsSinceSave: 3, callsOfTurn: 2, turn: 2 });
    expect(pulse.saved).toEqual({ at: Date.parse(at(2)), turn: 1 });
    expect(summarizeActivity({ calls, marks }, Date.parse(at(5))).callsSinceSave).toBe(1);
  });

  test.each([
    ['git commit -m "x"', true],
    ['git -C web commit -am x', true],
    ['git commit --dry-run', false],
    ['git log --grep commit', false],
    ['npm test', true],
    ['npx vitest run test/a.test.ts', true],
    ['pytest -q', true],
    ['go test ./...', true],
    ['npm test | tail -5', false],
    ['npm test || true', false],
    ['cat test/a.test.ts', false],
    ['ls', false],
  ])('«%s» completes something: %s', (input, completed) => {
    expect(summarizeActivity({ calls: [call(input)], marks: [] }).completed).toBe(completed);
    expect(summarizeActivity({ calls: [failed(input)], marks: [] }).completed).toBe(false);
  });

  it('is quiet after nine calls, and not after ten; a look is enough for the next ten', () => {
    const calls = Array.from({ length: 10 }, () => call('ls'));
    expect(canSkipTriggers({ calls: calls.slice(0, 9), marks: [] }, NOW)).toBe(true);
    expect(canSkipTriggers({ calls, marks: [] }, NOW)).toBe(false);
    const marks = [mark('looked')];
    expect(canSkipTriggers({ calls: [...calls, call('ls')], marks }, NOW)).toBe(true);
  });

  it('is not quiet at a failure, at what makes it good, and at a piece of work that is done', () => {
    expect(canSkipTriggers({ calls: [failed('npm test')], marks: [] }, NOW)).toBe(false);
    expect(canSkipTriggers({ calls: [failed('npm test'), call('npm test')], marks: [] }, NOW)).toBe(false);
    expect(canSkipTriggers({ calls: [failed('grep x'), call('grep x')], marks: [] }, NOW)).toBe(true);
    const done = call('git commit -m x');
    expect(canSkipTriggers({ calls: [done], marks: [] }, NOW)).toBe(false);
    const saved = { ...mark('saved'), at: done.at };
    expect(canSkipTriggers({ calls: [done], marks: [saved] }, Date.parse(done.at) + 60_000)).toBe(true);
    expect(canSkipTriggers({ calls: [done], marks: [saved] }, Date.parse(done.at) + 301_000)).toBe(false);
  });
});

test('after a call the triggers are checked where the context may have reached another level', () => {
  const calls = [call('ls')];
  const looked = {
    at: calls[0]?.at ?? '',
    session: 's',
    mark: 'looked',
    tokens: 60_000,
    lookAt: 81_600,
  } as const;
  expect(canSkipTriggers({ calls, marks: [] }, NOW, null)).toBe(true);
  expect(canSkipTriggers({ calls, marks: [] }, NOW, 30_000)).toBe(false);
  expect(canSkipTriggers({ calls, marks: [looked] }, NOW, 80_000)).toBe(true);
  expect(canSkipTriggers({ calls, marks: [looked] }, NOW, 81_600)).toBe(false);
  expect(canSkipTriggers({ calls, marks: [looked] }, NOW, 29_000)).toBe(false);
});
