import { explainUnknown } from '../../../notes/unknown-note.js';
import type { LintRule } from '../rule.js';

export const unreadable: LintRule = {
  name: 'unreadable',
  level: 'error',
  why: 'a note that cannot be read is neither searched nor changed',
  find: ({ wiki: notebook }) =>
    notebook
      .allUnknown()
      .map((unknown) => ({ path: unknown.path, line: 1, message: explainUnknown(unknown) })),
};
