import { parseDue } from '../../dates/due-date.js';
import { listEntryLabels } from '../../notes/entries/entry.js';
import { hasOwnHeadings } from '../../notes/kinds/index.js';
import type { SearchHit } from '../../search/query.js';
import { describeDue } from '../reminders/due-reminders.js';
import { findImportSource } from './imported-copies.js';

/** Lists what a reader should know about a hit besides its text. `isDue` if it is an open reminder, whose labels have its time. */
export function describeHit(hit: SearchHit) {
  const due = hit.status === 'open' && hit.due !== undefined ? parseDue(hit.due) : null;
  const [heading, source] = [formatHeading(hit), findImportSource(hit)];
  const labels = [
    ...(heading === null ? [] : [heading]),
    ...(due ? [`${'due' in due ? 'due ' : ''}${describeDue(due)}`] : listEntryLabels(hit)),
    ...(source === null ? [] : [`from ${source}`]),
  ];
  return { labels, isDue: due !== null };
}

/** Names the heading above a hit in a page, unless it is the title. */
function formatHeading({ kind, path, section }: SearchHit): string | null {
  const title = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const isShown = section !== null && hasOwnHeadings(kind) && section.toLowerCase() !== title.toLowerCase();
  return isShown ? `below ${section}` : null;
}
