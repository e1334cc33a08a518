import type { LintContext, LintRule } from '../rule.js';

export const notUnderstood: LintRule = {
  name: 'not-understood',
  level: 'info',
  why: 'a line without a type is searched, and the brief shows only the newest of them',
  find: ({ notes, entries }: LintContext) =>
    notes.flatMap((note) => {
      const untyped = entries(note).filter(
        ({ kind, type }) => (kind === 'memory' || kind === 'session') && type === 'prose',
      );
      const [first] = untyped;
      return first === undefined
        ? []
        : [{ path: note.path, line: first.line, message: describeCount(untyped.length) }];
    }),
};

const describeCount = (count: number): string =>
  count === 1
    ? '1 line has no type: a heading above it such as `## Decisions` gives it one'
    : `${count} lines have no type, this is the first: a heading such as \`## Decisions\` gives them one`;
