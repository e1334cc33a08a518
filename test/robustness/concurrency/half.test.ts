import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../../support/bundled.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';

const LINE = '- the cafe moved to the harbour\n';

let script: string;
beforeAll(() => {
  script = bundled('test/robustness/concurrency/half.ts');
});

/** A workspace in which a process died after it had written one of two notes. */
function halfDone(): Workspace {
  const bench = createWorkspace({
    'content/MEMORY.md': '# Memory\n\n## Facts\n\n- one\n',
    'content/SESSION.md': '# Session\n\n## Experience\n\n- two\n',
  });
  expect(spawnSync(process.execPath, [script, bench.root]).signal).toBe('SIGKILL');
  expect(bench.read('content/MEMORY.md')).toContain(LINE);
  expect(bench.read('content/SESSION.md')).not.toContain(LINE);
  return bench;
}

describe('an operation whose process died', () => {
  it.each([['search', 'harbour', '--json'], ['recall'], ['log', 'the next one', '--type', 'fact']])(
    'is brought to its end before %s looks at the notes',
    async (...args) => {
      const bench = halfDone();
      const { status, out } = await bench.run(args);
      expect(status).toBe(0);
      for (const path of ['content/MEMORY.md', 'content/SESSION.md'])
        expect(bench.read(path).split(LINE)).toHaveLength(2);
      if (args[0] === 'search') expect(JSON.parse(out).total).toBe(2);
      expect(readdirSync(join(bench.root, '.daybook/locks'))).toEqual([]);
      expect(readdirSync(join(bench.root, 'content')).filter((name) => name.includes('.tmp'))).toEqual([]);
    },
  );

  it('is left as it is by a dry run', async () => {
    const bench = halfDone();
    const before = bench.files('content');
    expect((await bench.run(['log', 'not now', '--type', 'fact', '--dry-run'])).status).toBe(0);
    expect(bench.files('content')).toEqual(before);
  });
});
