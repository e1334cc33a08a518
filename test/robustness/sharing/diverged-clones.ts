import { join } from 'node:path';
import { expect } from 'vitest';
import { createClones } from '../../support/clones.js';
import { createWorkspaceAt } from '../../support/workspace.js';

const [DELETED, RENAMED, NEW_NAME, EDITED] = ['deleted', 'old name', 'new name', 'edited'].map(
  (name) => `content/pages/${name}.md`,
) as [string, string, string, string];
const PAGES = [DELETED, RENAMED, EDITED];

/** Creates a clone whose `sync` has to merge, with uncommitted work, and what is seen of it. */
export async function createDivergedClones() {
  const [one, other] = await createClones(2, { setUp: true });
  if (!one || !other) throw new Error('no clones');
  for (const path of PAGES) other.write(path, `# ${path}\n\n- a line of ${path}\n- another of ${path}\n`);
  expect((await other.run(['sync'])).status).toBe(0);
  expect((await one.run(['sync'])).status).toBe(0);
  await other.run(['log', 'the other one learned this', '--type', 'learning']);
  other.git('rm', '--quiet', DELETED, EDITED);
  other.git('mv', RENAMED, NEW_NAME);
  other.git('commit', '--quiet', '--message', 'pages');
  other.git('push', '--quiet', 'origin', 'HEAD:main');
  expect((await other.run(['sync'])).status).toBe(0);
  await one.run(['log', 'this one learned that', '--type', 'learning']);
  one.write(EDITED, `${one.read(EDITED)}- an edit\n`);
  one.write('work.txt', 'not committed\n');
  one.write('staged.txt', 'staged\n');
  one.git('add', 'staged.txt');
  const hub = join(one.root, '../hub.git');
  const folders: readonly [root: string, home: string, hub: string] = [one.root, one.home, hub];
  /** What is seen of a copy of the clone, or of itself. */
  const lookAt = (root: string, home: string) => {
    const bench = createWorkspaceAt(root, home);
    const git = (...words: string[]) => one.git('-C', root, ...words).trim();
    return {
      notes: bench.read('content/MEMORY.md'),
      pages: bench.texts('content/pages'),
      staged: git('diff', '--cached', '--name-only'),
      unmerged: git('ls-files', '--unmerged'),
      work: [bench.read('work.txt'), bench.read('staged.txt')],
      isShared: git('rev-parse', 'HEAD') === git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0],
    };
  };
  return { one, folders, lookAt, look: () => lookAt(one.root, one.home) };
}

/** Fails where what is seen is not what a whole `sync` leads to. */
export function expectSynced(
  seen: ReturnType<Awaited<ReturnType<typeof createDivergedClones>>['look']>,
): void {
  expect(seen).toMatchObject({
    staged: 'staged.txt',
    unmerged: '',
    work: ['not committed\n', 'staged\n'],
    isShared: true,
  });
  expect(Object.keys(seen.pages)).toEqual([EDITED, NEW_NAME]);
  expect(seen.pages[EDITED]).toContain('- an edit\n');
  for (const text of ['the other one learned this', 'this one learned that'])
    expect(seen.notes.split('\n').filter((line) => line.includes(text))).toHaveLength(1);
}
