import type { LintRule } from '../rule.js';

export const unjudged: LintRule = {
  name: 'unjudged',
  level: 'warning',
  why: 'what only remark could judge, and did not within its limits, is read by its lines alone; edits next to it are refused',
  find: ({ notes, wiki: notebook }) =>
    notes.flatMap((note) => {
      const doubt = notebook.outline(note).uncertainRanges.find(({ why }) => why !== undefined);
      return doubt?.why === undefined ? [] : [{ path: note.path, line: doubt.line, message: doubt.why }];
    }),
};
