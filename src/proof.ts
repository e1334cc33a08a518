import type { Outline } from './markdown/outline.js';
import { proveEdit } from './markdown/prove.js';
import type { Change } from './wiki/change.js';
import type { Wiki } from './wiki/wiki.js';

/**
 * Why some edit is not proved to touch its own lines only, or null where all are. The scanner proves what it is certain
 * of; where it has doubts, `outline` (remark, in the end) is asked; what neither can prove is refused.
 */
export function unproven(
  changes: readonly Change[],
  wiki: Wiki,
  { scan, outline }: { scan: (text: string) => Outline; outline: (text: string) => Outline },
): string | null {
  for (const change of changes) {
    const note = change.do === 'edit' && change.path.endsWith('.md') ? wiki.note(change.path) : null;
    if (!note || change.do !== 'edit') continue;
    if (proveEdit(note.text, change.splices, scan).ok) continue;
    const proof = proveEdit(note.text, change.splices, outline);
    if (!proof.ok) return `${note.path}:${proof.line} is left alone: ${proof.why}`;
  }
  return null;
}
