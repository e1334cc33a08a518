import { describe, expect, it } from 'vitest';
import { ALL_ACTIONS, markActions } from '../../../../src/features/guard/actions/index.js';
import { evaluateRule } from '../../../../src/features/guard/evaluate.js';
import { buildGuardRule } from '../../../../src/features/guard/guard-rule.js';
import { describeCall } from '../../../../src/features/guard/tool-action.js';

const bash = (words: string) => describeCall({ tool: 'Bash', words, files: [], text: '', before: '' });
const edit = (path: string, before: string, text: string) =>
  describeCall({ tool: 'Edit', words: '', files: [path], text, before });
const isDone = (what: string, deed: ReturnType<typeof bash>, instead: readonly string[] = []) => {
  const trap = buildGuardRule({ what, instead, kind: 'mistake' });
  return trap !== null && evaluateRule(trap, deed) === 'does';
};

describe('the table of doings', () => {
  it('names each by words, and tells what shows it', () => {
    expect(ALL_ACTIONS().length).toBeGreaterThan(200);
    for (const { said, shows, files, edits } of ALL_ACTIONS()) {
      expect(new RegExp(`^(?:${said.source})$`).test(''), said.source).toBe(false);
      expect(
        [shows, files, edits].some((one) => one !== undefined),
        said.source,
      ).toBe(true);
    }
  });

  it('knows a doing by what shows it, where no word of it is said', () => {
    expect(isDone('killed the gate with SIGKILL', bash('pkill -KILL gate'))).toBe(true);
    expect(isDone('killed the gate with SIGKILL', bash('pkill -TERM gate'))).toBe(false);
    expect(isDone('skipped the git hooks', bash('git -c core.hooksPath=/dev/null commit -am x'))).toBe(true);
    expect(isDone('没有 where 就 UPDATE', bash('psql pay -c "UPDATE staff SET iban = NULL"'))).toBe(true);
    const swallow = edit('/a/park.py', '', 'try:\n    park()\nexcept Exception:\n    pass');
    expect(isDone('swallowing exceptions in the park routine', swallow)).toBe(true);
    expect(isDone('swallowing exceptions in the slew routine', swallow)).toBe(false);
  });

  it('counts neither what was there before, nor what only looks, nor the right way', () => {
    const naive = 'naive datetimes in the queue';
    const path = '/a/queue.py';
    expect(isDone(naive, edit(path, 'x = 1', 'x = datetime.utcnow()'))).toBe(true);
    expect(isDone(naive, edit(path, 'x = datetime.utcnow()', 'x = datetime.utcnow()\ny = 1'))).toBe(false);
    expect(isDone(naive, bash("rg 'datetime.utcnow' queue.py"))).toBe(false);
    expect(isDone('force push', bash('git push -f'), ['`--force-with-lease`'])).toBe(true);
    expect(isDone('force push', bash('git push --force-with-lease'))).toBe(false);
  });

  it('reads what happened, however it is put', () => {
    expect(
      isDone('threw away merged migrations and generated them afresh', bash('find a/migrations -delete')),
    ).toBe(true);
    expect(isDone('deleted files under media/', bash('find /s/media -mtime +9 | xargs -0 rm -f'))).toBe(true);
    expect(isDone('deleted files under media/', bash('find . -name "*.pyc" -delete'))).toBe(false);
    expect(isDone("broke somebody else's Terraform lock", bash('terraform force-unlock 1b'))).toBe(true);
    expect(isDone("broke somebody else's Terraform lock", bash('terraform plan -lock-timeout=9m'))).toBe(
      false,
    );
    expect(isDone('changed rows of `invoice` in place', bash('psql -c "UPDATE invoice SET rows = 1"'))).toBe(
      true,
    );
    expect(isDone('changed rows of `invoice` in place', bash('psql -c "SELECT rows FROM invoice"'))).toBe(
      false,
    );
    const request = (words: string) => describeCall({ tool: 'Task', words, files: [], text: '', before: '' });
    expect(isDone('SQLite for the tests', request('Run the tests on SQLite, drop the old setup.'))).toBe(
      true,
    );
    expect(isDone('SQLite for the tests', request('Find who uses SQLite, and list the tests.'))).toBe(false);
  });

  it('comes to an end whatever is written', () => {
    const long = [
      'for ',
      'a',
      ' ',
      '\n',
      'while (x) {\n',
      'SELECT ',
      'git push ',
      "f'",
      'password ',
      'catch (e) {\n',
      'find ',
      'find a -exec ',
      'psql a ',
    ];
    const whats = [
      'N+1 queries in a loop',
      'await in loops',
      'hard-coded the key',
      'force push',
      'swallowed errors',
    ];
    for (const piece of long)
      for (const what of whats)
        expect(typeof isDone(what, edit('/a/b.py', '', piece.repeat(20_000 / piece.length)))).toBe('boolean');
    for (const piece of long)
      expect(typeof isDone('deleted files', bash(piece.repeat(20_000 / piece.length)))).toBe('boolean');
    expect(markActions('hard-coded '.repeat(20)).named.length).toBeGreaterThan(0);
  });
});
