import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { listLabels } from '../../../notes/labels/labels.js';
import { isKeyboardTypo } from '../../../text/edit-distance.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const notUnderstood: LintRule = {
  name: 'not-understood',
  level: 'info',
  why: 'a line without a type is searched, and the brief shows only the newest of them',
  find: ({ notes, entries }: LintContext) =>
    notes.flatMap((note) => {
      const untyped = entries(note).filter(
        ({ kind, type }) => (kind === 'memory' || kind === 'session') && type === 'prose',
      );
      const misspelt = untyped.flatMap((entry) => findMisspeltLabel(entry) ?? []);
      const [first] = untyped;
      return first === undefined || misspelt.length > 0
        ? misspelt
        : [{ path: note.path, line: first.line, message: describeCount(untyped.length) }];
    }),
};

const describeCount = (count: number): string =>
  count === 1
    ? '1 line has no type: a heading above it such as `## Decisions` gives it one'
    : `${count} lines have no type, this is the first: a heading such as \`## Decisions\` gives them one`;

/** A word before a colon at the beginning: probably meant as a label. */
const LABEL = /^[*_]{0,3}(\p{L}{5,22})[*_]{0,3}\s?[:：][*_]{0,3}\s/u;

function findMisspeltLabel({ path, line, text }: LocatedEntry): LintFinding | null {
  const label = LABEL.exec(text)?.[1];
  const labels = listLabels();
  if (!label || labels.has(label.toLowerCase())) return null;
  const near = [...labels.keys()].find((name) => isKeyboardTypo(label.toLowerCase(), name));
  if (near === undefined) return null;
  return {
    path,
    line,
    message: `\`${label}:\` is not a label, did you mean \`${near}:\`?`,
    level: 'warning',
  };
}
