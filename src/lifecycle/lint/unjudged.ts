import type { Rule } from './rule.js';

export const unjudged: Rule = {
  name: 'unjudged',
  level: 'warning',
  why: 'what only remark could judge, and did not within its limits, is read by its lines alone; edits next to it are refused',
  find: ({ notes, wiki }) =>
    notes.flatMap((note) => {
      const doubt = wiki.outline(note).doubts.find(({ why }) => why !== undefined);
      return doubt?.why === undefined ? [] : [{ path: note.path, line: doubt.line, message: doubt.why }];
    }),
};
