import { unifiedDiff } from './markdown/diff.js';
import { type Change, gainsFirst } from './wiki/change.js';
import type { Wiki } from './wiki/wiki.js';

/** The unified diff that changes would make, in the order in which they are made: what a dry run prints. */
export function changesDiff(changes: readonly Change[], wiki: Wiki): string {
  const after = wiki.after(changes);
  const paths = [
    ...new Set(
      gainsFirst(changes).flatMap((change) =>
        change.do === 'move' ? [change.path, change.to] : [change.path],
      ),
    ),
  ];
  return paths
    .map((path) => unifiedDiff(path, wiki.note(path)?.text ?? null, after.note(path)?.text ?? null))
    .join('');
}
