import { expect, it } from 'vitest';
import type { CommandContext } from '../../../../src/command/define-command.js';
import { planMergeRepairs } from '../../../../src/features/sharing/merge-repairs.js';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import type { Notebook } from '../../../../src/notes/notebook.js';

const PATH = 'content/MEMORY.md';
const FACTS = '# Memory\n\n## Facts\n\n';

/** The note after the repair of one merge, which git made by lines; `now` is the note in the worktree. */
function repair(
  versions: {
    readonly base: string;
    readonly ours: string;
    readonly theirs: string;
    readonly merged: string;
  },
  now: string,
): string {
  const notebook = {
    content: 'content',
    note: () => ({ path: PATH, text: now, bom: false, hash: '' }),
    outline: ({ text }: { readonly text: string }) => scanBlocks(text),
  } as unknown as Notebook;
  const merge = { ...versions, commit: '1', path: PATH, bases: [versions.base], root: versions.base };
  const ctx = { notebook, query: () => [merge] } as unknown as CommandContext;
  return planMergeRepairs(ctx, notebook, undefined)[0]?.after ?? now;
}

/** Both sides edited the same entry, and `union` kept both lines. */
const BOTH_EDITED = {
  base: `${FACTS}- the cache is cold ^61k0y5k9xf1\n`,
  ours: `${FACTS}- the cache is warm ^61k0y5k9xf1\n`,
  theirs: `${FACTS}- the cache is gone ^61k0y5k9xf1\n`,
  merged: `${FACTS}- the cache is warm ^61k0y5k9xf1\n- the cache is gone ^61k0y5k9xf1\n`,
};

it('repairs a merge whose two lines have one id', () => {
  const text = repair(BOTH_EDITED, BOTH_EDITED.merged);
  expect(text).toMatch(/^- the cache is gone \^61k0y5k9xf1\n- the cache is warm \^[0-9a-z]{11}\n$/m);
  expect(text.match(/61k0y5k9xf1/g)).toHaveLength(1);
});

it.each(['warm', 'gone'])('leaves a merge whose line with «%s» got another id since', (word) => {
  const settled = BOTH_EDITED.merged.replace(`${word} ^61k0y5k9xf1`, `${word} ^61k0y5j0k85`);
  expect(repair(BOTH_EDITED, settled)).toBe(settled);
});
