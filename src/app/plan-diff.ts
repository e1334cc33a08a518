import { formatUnifiedDiff } from '../markdown/unified-diff.js';
import { type Change, orderAdditionsFirst } from '../notes/changes/change.js';
import type { Notebook } from '../notes/notebook.js';

/** Formats changes as a unified diff, in the order in which they are made. A dry run prints it. */
export function formatChangesDiff(changes: readonly Change[], notebook: Notebook): string {
  const after = notebook.after(changes);
  const paths = [
    ...new Set(
      orderAdditionsFirst(changes).flatMap((change) =>
        change.kind === 'move' ? [change.path, change.to] : [change.path],
      ),
    ),
  ];
  return paths
    .map((path) => formatUnifiedDiff(path, notebook.note(path)?.text ?? null, after.note(path)?.text ?? null))
    .join('');
}
