import { explainSyncCopy } from '../../../notes/merge/sync-copy.js';
import { explainUnmerged } from '../../../notes/merge/unmerged-note.js';
import { isUnmerged } from '../../../notes/note.js';
import type { LintRule } from '../rule.js';

export const unmerged: LintRule = {
  name: 'unmerged',
  level: 'error',
  why: 'git or a sync tool left a second version of this note',
  find({ notes, block, wiki: notebook, copies }) {
    const target = block && notebook.note(block.path);
    const halves = [...notes, ...(target ? [target] : [])].filter(isUnmerged).map((note) => ({
      path: note.path,
      line: note.conflicts?.[0]?.line ?? 1,
      message: explainUnmerged(note),
    }));
    return [
      ...halves,
      ...copies().map((copy) => ({ path: copy.path, line: 1, message: explainSyncCopy(copy) })),
    ];
  },
};
