import { join } from 'node:path';
import type { Note } from '../notes/note.js';
import { statAt } from '../platform/file-io.js';
import { createVersionFinder } from './change-journal/find-version-text.js';
import { listNewLines, readDoneRecords } from './change-journal/history.js';
import type { JournalRecord } from './change-journal/record.js';
import { findSaveTime } from './files/before-images.js';
import type { StoreContext } from './layout.js';

interface LostLine {
  readonly path: string;
  readonly line: string;
  readonly id: string;
  /** The number of the operation that wrote it. */
  readonly seq: number;
}

/** An editor that overwrites does so within seconds; later, a person removed the line. */
const OVERWRITTEN_WITHIN_MS = 10_000;

/** Finds acknowledged lines with an id that another program's save removed within ten seconds. */
export function findLostLines(store: StoreContext, notes: readonly Note[]): readonly LostLine[] {
  const deeds = readDoneRecords(store);
  const find = createVersionFinder(store, deeds);
  const everywhere = new Set(
    notes.flatMap(({ text }) => listNewLines(text).flatMap((line) => idOf(line) ?? [])),
  );
  return deeds.flatMap((record, i) =>
    record.touched.flatMap(({ path, splices }) => {
      const lines = splices.flatMap(({ new: fresh, old }) =>
        listNewLines(fresh).filter((line) => !listNewLines(old).includes(line)),
      );
      const lost = lines.filter((line) => isLost(line, everywhere));
      return lost
        .filter((line) => overwritten(store, find, deeds.slice(i), path, line))
        .map((line) => ({ path, line, id: idOf(line) ?? '', seq: record.seq }));
    }),
  );
}

const idOf = (line: string): string | null => /\s\^([0-9a-z-]{4,})\s*$/.exec(line)?.[1] ?? null;

function isLost(line: string, everywhere: ReadonlySet<string>): boolean {
  const id = idOf(line);
  return id !== null && !everywhere.has(id);
}

/** Follows the note from a record to the first foreign version that lacks the line. */
function overwritten(
  store: StoreContext,
  find: (hash: string) => string | null,
  [written, ...later]: readonly JournalRecord[],
  path: string,
  line: string,
): boolean {
  if (!written) return false;
  let ours = written.touched.find((one) => one.path === path)?.after ?? null;
  for (const record of later) {
    const next = record.touched.find((one) => one.path === path);
    if (!next) continue;
    if (
      next.before !== ours &&
      next.before !== null &&
      !listNewLines(find(next.before) ?? line).includes(line)
    ) {
      // The file time of its before-image, else the time at which it was overwritten.
      const saved = findSaveTime(store, next.before) ?? record.wall;
      return saved - written.wall <= OVERWRITTEN_WITHIN_MS;
    }
    if (next.splices.some(({ old }) => listNewLines(old).includes(line))) return false;
    ours = next.after;
  }
  const now = statAt(store.port, join(store.root.root, path));
  return now !== null && now.mtimeMs - written.wall <= OVERWRITTEN_WITHIN_MS;
}
