import { findOvertakenLines, type OvertakenLine } from '../../../matching/relations/find-overtaken.js';
import { formatEntryText, isStanding } from '../../../notes/entries/entry.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { parseFreeformEntry } from '../../../notes/freeform/freeform-entry.js';
import { notePath } from '../../../notes/kinds/index.js';
import type { MemoryFile } from '../../import/read-memory-files.js';
import type { LintFinding, LintRule } from '../rule.js';

export const contradiction: LintRule = {
  name: 'contradiction',
  level: 'warning',
  why: 'an agent follows whichever of two contradicting lines it reads first',
  find({ wiki: notebook, entries, foreign }) {
    const note = notebook.note(`${notebook.content}/${notePath('memory')}`);
    const lines = note ? entries(note).filter(holds).map(toLine) : [];
    return [
      ...findOvertakenLines(lines).map(toFinding),
      ...findForeign(lines, lines.length === 0 ? [] : foreign()),
    ];
  },
};

/** Finds the lines of memory that a file of another tool contradicts. Which of the two is newer is unknown. */
function findForeign(lines: readonly OwnLine[], files: readonly MemoryFile[]): readonly LintFinding[] {
  const theirs = files.flatMap((file) => {
    const text = file.text.replace(/\s+/g, ' ');
    return text.length > MAX_LENGTH ? [] : [{ type: parseFreeformEntry(text)?.type ?? 'rule', text, file }];
  });
  const isOwn = (line: OwnLine | (typeof theirs)[number]): line is OwnLine => 'entry' in line;
  const found = [
    ...findOvertakenLines([...theirs, ...lines], isOwn),
    ...findOvertakenLines([...lines, ...theirs], (line) => !isOwn(line)),
  ].flatMap(({ earlier, later, relation }): readonly LintFinding[] => {
    const [own, other] = isOwn(earlier) ? [earlier, later] : [later, earlier];
    if (relation !== 'replaces' || !isOwn(own) || isOwn(other)) return [];
    const { path, line } = own.entry;
    const place = `${other.file.file}:${other.file.line} (${other.file.tool})`;
    return [{ path, line, message: `contradicts ${place}: «${other.text}»` }];
  });
  return [...new Map(found.map((one) => [`${one.line} ${one.message}`, one])).values()];
}

/** Longer passages of other tools are no single statement (characters). */
const MAX_LENGTH = 300;

type OwnLine = ReturnType<typeof toLine>;

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
