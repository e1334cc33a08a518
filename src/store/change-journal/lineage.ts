import { createTracer, type Tracer } from '../../notes/changes/trace-lines.js';
import { statAt } from '../../platform/file-io.js';
import type { StoreContext } from '../layout.js';
import { hashLine, listOwnRecords } from './history.js';
import { readJournal } from './journal.js';
import type { JournalLine } from './record.js';

/** Creates a tracer over journal lines; pruned records contribute only the origins of lines. */
export function createJournalTracer(lines: readonly JournalLine[]): Tracer {
  const forgotten = new Map<string, string>();
  for (const one of lines)
    if (one.t === 'lines')
      for (const [mark, origin] of Object.entries(one.origins ?? {})) forgotten.set(mark, origin);
  return createTracer(listOwnRecords(lines), (line) =>
    forgotten.size === 0 ? undefined : forgotten.get(hashLine(line)),
  );
}

/** Returns a function that reads something from the current journal. It is read again only if the journal has changed. */
export function createJournalReader<T>(
  ground: StoreContext,
  read: (lines: readonly JournalLine[]) => T,
): () => T {
  let known: { readonly ino: number; readonly size: number; readonly found: T } | null = null;
  return () => {
    const stat = statAt(ground.port, ground.at.journal);
    if (known === null || known.ino !== stat?.ino || known.size !== stat.size) {
      const { ino = 0, size = 0 } = stat ?? {};
      known = { ino, size, found: read(readJournal(ground).lines) };
    }
    return known.found;
  };
}
