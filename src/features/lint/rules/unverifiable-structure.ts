import type { LintRule } from '../rule.js';

export const unjudged: LintRule = {
  name: 'unjudged',
  level: 'warning',
  why: 'remark could not parse this part within its limits, so it is read line by line and edits next to it are refused',
  find: ({ notes, wiki: notebook }) =>
    notes.flatMap((note) => {
      const doubt = notebook.outline(note).uncertainRanges.find(({ why }) => why !== undefined);
      return doubt?.why === undefined ? [] : [{ path: note.path, line: doubt.line, message: doubt.why }];
    }),
};
