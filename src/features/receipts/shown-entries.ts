import { formatEntryId } from '../../command/find-entry.js';
import type { HookRun } from '../../command/hook-records.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { groupByKeys } from '../../text/group-by.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { ENDED_LINES } from '../context-block/block-changes.js';
import { getShownText } from '../context-block/brief-lines.js';

/** Returns the text that a hook gave its agent, with the context block that the client had loaded. */
export const readShownText = ({ text = '', loaded = '' }: Pick<HookRun, 'text' | 'loaded'>): string =>
  `${text.split(ENDED_LINES)[0]}\n${loaded}`;

/** Creates a function that lists the entries whose lines a text has: by id, else by the longest text with which a line begins. */
export function createShownReader(
  entries: readonly LocatedEntry[],
): (text: string) => ReadonlySet<LocatedEntry> {
  const byId = groupByKeys(entries.map((entry) => [formatEntryId(entry.id), entry]));
  const byText = groupByKeys(entries.map((entry) => [sanitizeLine(getShownText(entry)), entry]));
  const readLine = (line: string): readonly LocatedEntry[] => {
    const [id = ''] = /[\^~][\w-]+(?=[\])]+$)/.exec(line) ?? [];
    const named = byId.get(id);
    if (named) return named;
    for (const body of [line.replace(/^- [\w ]+: /, ''), line.slice('- '.length)])
      for (const { index } of [...body.matchAll(/ — | \(| #key| \[|$/g)].toReversed()) {
        const found = index > 0 && byText.get(body.slice(0, index));
        if (found) return found;
      }
    return [];
  };
  return (text) => new Set(text.split('\n').flatMap((line) => (line.startsWith('- ') ? readLine(line) : [])));
}
