import type { LintRule } from '../rule.js';

export const linked: LintRule = {
  name: 'linked',
  level: 'error',
  why: 'a symbolic link is never followed, so what lies behind it is neither searched nor written',
  find: ({ links }) =>
    links().map((path) => ({
      path,
      line: 1,
      message: 'is a symbolic link: put the file or folder itself there, or remove the link',
    })),
};
