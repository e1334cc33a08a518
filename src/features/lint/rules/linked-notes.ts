import type { LintRule } from '../rule.js';

export const linked: LintRule = {
  name: 'linked',
  level: 'error',
  why: 'symbolic links are never followed, so their targets are neither searched nor written',
  find: ({ links }) =>
    links().map((path) => ({
      path,
      line: 1,
      message: 'is a symbolic link: put the file or folder itself there, or remove the link',
    })),
};
