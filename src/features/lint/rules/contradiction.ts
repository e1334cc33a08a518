import { findOvertakenLines, type OvertakenLine } from '../../../matching/relations/find-overtaken.js';
import { formatEntryText, isStanding } from '../../../notes/entries/entry.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { notePath } from '../../../notes/kinds/index.js';
import type { LintFinding, LintRule } from '../rule.js';

export const contradiction: LintRule = {
  name: 'contradiction',
  level: 'warning',
  why: 'an agent follows whichever of two contradicting lines it reads first',
  find({ wiki: notebook, entries }) {
    const note = notebook.note(`${notebook.content}/${notePath('memory')}`);
    const lines = note ? entries(note).filter(holds).map(toLine) : [];
    return findOvertakenLines(lines).map(toFinding);
  },
};

/** True for a valid entry; progress counts even where it is done. */
const holds = (entry: LocatedEntry): boolean =>
  entry.type === 'progress' ? entry.superseded === null : isStanding(entry);

const toLine = (entry: LocatedEntry) => ({ type: entry.type, text: formatEntryText(entry), entry });

function toFinding({
  earlier,
  later,
  relation,
}: OvertakenLine<{ readonly entry: LocatedEntry }>): LintFinding {
  const { path, line, text } = earlier.entry;
  const says = relation === 'fixes' ? 'says that this is fixed, but it is open:' : 'contradicts';
  return { path: later.entry.path, line: later.entry.line, message: `${says} ${path}:${line}: «${text}»` };
}
