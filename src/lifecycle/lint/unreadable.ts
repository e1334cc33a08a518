import type { Rule } from './rule.js';

export const unreadable: Rule = {
  name: 'unreadable',
  level: 'error',
  why: 'what is not UTF-8, or far too large, is neither searched nor written',
  find: ({ wiki }) =>
    wiki
      .list()
      .filter((path) => wiki.note(path) === null)
      .map((path) => ({ path, line: 1, message: 'cannot be read: it is not UTF-8, or larger than 2 MB' })),
};
