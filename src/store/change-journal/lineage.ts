import { createTracer, type Tracer } from '../../notes/changes/trace-lines.js';
import { hashLine, listOwnRecords } from './history.js';
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
