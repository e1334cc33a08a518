import { findSecrets } from '../../../security/secrets.js';
import { createLineFinder, type LintRule } from '../rule.js';

export const secret: LintRule = {
  name: 'secret',
  level: 'error',
  why: 'notes are read by agents and may be committed; keep credentials in a secret store',
  find({ notes, secretlint }) {
    const theirs = secretlint(notes.map(({ text }) => text));
    return notes.flatMap(({ path, text }, i) => {
      const kinds = new Map<number, string>();
      const lineOf = createLineFinder(text);
      for (const { at, kind } of [...findSecrets(text), ...(theirs[i] ?? [])]) {
        const line = lineOf(at);
        if (!kinds.has(line)) kinds.set(line, kind);
      }
      return [...kinds].map(([line, kind]) => ({
        path,
        line,
        message: `looks like a secret (${kind}); change it where it was given out, then: daybook scrub PATTERN`,
      }));
    });
  },
};
