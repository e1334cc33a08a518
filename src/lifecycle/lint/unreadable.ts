import { explainUnknown } from '../../wiki/unknown.js';
import type { Rule } from './rule.js';

export const unreadable: Rule = {
  name: 'unreadable',
  level: 'error',
  why: 'a note that cannot be read is neither searched nor written, and what depends on it stays as it is',
  find: ({ wiki }) =>
    wiki.allUnknown().map((unknown) => ({ path: unknown.path, line: 1, message: explainUnknown(unknown) })),
};
