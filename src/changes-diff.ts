import { unifiedDiff } from './markdown/diff.js';
import type { Change } from './wiki/change.js';
import type { Wiki } from './wiki/wiki.js';

/** The unified diff that changes would make: what a dry run prints. Several changes of one note are one diff. */
export function changesDiff(changes: readonly Change[], wiki: Wiki): string {
  const after = wiki.after(changes);
  const paths = [
    ...new Set(
      changes.flatMap((change) => (change.do === 'move' ? [change.path, change.to] : [change.path])),
    ),
  ];
  return paths
    .map((path) => unifiedDiff(path, wiki.note(path)?.text ?? null, after.note(path)?.text ?? null))
    .join('');
}
