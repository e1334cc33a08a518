import { explainUnmerged } from '../../../notes/merge/unmerged-note.js';
import { isUnmerged } from '../../../notes/note.js';
import type { LintRule } from '../rule.js';

export const unmerged: LintRule = {
  name: 'unmerged',
  level: 'error',
  why: 'git left two versions in this note; Daybook does not write to it until the conflict is resolved',
  find({ notes, block, wiki: notebook }) {
    const target = block && notebook.note(block.path);
    return [...notes, ...(target ? [target] : [])].filter(isUnmerged).map((note) => ({
      path: note.path,
      line: note.conflicts?.[0]?.line ?? 1,
      message: explainUnmerged(note),
    }));
  },
};
