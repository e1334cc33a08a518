import { isInnerPath } from '../../config/check-setting.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { createTracer, type Tracer } from '../../notes/changes/trace-lines.js';
import { computeHash } from '../../platform/encoding.js';
import type { StoreContext } from '../layout.js';
import { isGlobal } from '../path-containment.js';
import { readJournal } from './journal.js';
import type { JournalLine, JournalRecord, TouchedFileRecord } from './record.js';

/** Returns the completed operations in the journal, oldest first. */
export function readDoneRecords(store: StoreContext): readonly JournalRecord[] {
  return listDoneRecords(readJournal(store).lines);
}

export const listDoneRecords = (lines: readonly JournalLine[]): readonly JournalRecord[] =>
  lines
    .flatMap((line) => (line.t === 'done' && line.touched.every(staysInside) ? [line] : []))
    .sort((a, b) => a.seq - b.seq);

/** Daybook never writes a record with a path outside the root. */
const staysInside = ({ path, to = path }: TouchedFileRecord): boolean =>
  [path, to].every((one) => isInnerPath(one) && !isGlobal(one));

/** Returns an operation as `history` shows it. */
export function toHistoryRecord(record: JournalRecord): HistoryRecord {
  const { seq, at, verb: command, by, session, say, touched, undoes, origins, worktree, adopted } = record;
  return {
    ...{ seq, at, verb: command, by, session, say, touched },
    ...(undoes === undefined ? {} : { undoes }),
    ...(origins === undefined ? {} : { origins }),
    ...(worktree === undefined ? {} : { worktree }),
    ...(adopted === undefined ? {} : { adopted }),
  };
}

/** Returns true if a record of this root wrote exactly this line to the path, or to an earlier name of its note. */
export function isWrittenLine(
  lines: readonly JournalLine[],
  path: string,
  line: string,
  mark: string,
): boolean {
  const names = namesOf(lines, path);
  return lines.some((one) => {
    if (one.t === 'lines') return names.some((name) => one.lines[name]?.includes(mark));
    if (one.t !== 'done' || one.adopted) return false;
    return one.touched.some(
      (file) =>
        names.includes(file.path) &&
        file.splices.some(({ new: fresh }) => listNewLines(fresh).includes(line)),
    );
  });
}

/** Returns the fingerprint under which a line of a pruned record is stored. */
export const hashLine = (line: string): string => computeHash(line).slice(0, 12);

export const listNewLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** Returns a path and the earlier names of its note. */
function namesOf(lines: readonly JournalLine[], path: string): readonly string[] {
  const names = [path];
  for (const one of [...lines].reverse()) {
    if (one.t !== 'done') continue;
    for (const file of one.touched)
      if (file.to !== undefined && names.includes(file.to)) names.push(file.path);
  }
  return names;
}

/** Creates a tracer over journal lines; pruned records contribute only the origins of lines. */
export function createJournalTracer(lines: readonly JournalLine[]): Tracer {
  const forgotten = new Map<string, string>();
  for (const one of lines)
    if (one.t === 'lines')
      for (const [mark, origin] of Object.entries(one.origins ?? {})) forgotten.set(mark, origin);
  // Adopted records prove nothing: they may come from another user.
  const own = listDoneRecords(lines).filter(({ adopted }) => adopted !== true);
  return createTracer(own, (line) => (forgotten.size === 0 ? undefined : forgotten.get(hashLine(line))));
}
