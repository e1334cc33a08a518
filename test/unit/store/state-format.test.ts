import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateOf } from '../../support/store-root.js';
import { createWorkspace } from '../../support/workspace.js';

describe('the state folder', () => {
  it('has a format number, also where an earlier version made it', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'the API listens on port 8080', '--type', 'fact']);
    const file = join(stateOf(bench.root), 'format');
    expect(readFileSync(file, 'utf8')).toBe('1\n');
    writeFileSync(file, '');
    expect((await bench.run(['log', 'a second line', '--type', 'fact'])).status).toBe(0);
  });

  it('of a newer version is left alone: notes are read, nothing is written and lost', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'the API listens on port 8080', '--type', 'fact']);
    const file = join(stateOf(bench.root), 'format');
    writeFileSync(file, '2\n');
    expect((await bench.json(['recall', '--dry-run'])).message).toContain('8080');
    const [before, journal] = [
      bench.files(),
      readFileSync(stateOf(bench.root, 'keep/journal.jsonl'), 'utf8'),
    ];
    expect((await bench.json(['search', 'port'])).hits).toHaveLength(1);
    expect((await bench.tell('SessionStart', { source: 'startup' })).notice).toContain('newer version');
    const { status, err } = await bench.run(['log', 'a line for later', '--type', 'fact']);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(
        /newer version of Daybook: its format is 2, this version knows 1\nupdate Daybook; /,
      ),
    ]);
    expect(bench.files()).toEqual(before);
    expect(readFileSync(stateOf(bench.root, 'keep/journal.jsonl'), 'utf8')).toBe(journal);
    expect(existsSync(join(bench.home, '.daybook/workspaces/.none'))).toBe(false);
  });

  it.each(['two', '999999999', '-1'])('is used where its format is %s', async (format) => {
    const bench = createWorkspace();
    await bench.run(['log', 'the API listens on port 8080', '--type', 'fact']);
    writeFileSync(join(stateOf(bench.root), 'format'), format);
    expect((await bench.run(['log', 'another line', '--type', 'fact'])).status).toBe(0);
  });
});
