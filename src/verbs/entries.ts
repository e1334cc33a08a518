import type { EntryType } from '../kinds/types.js';
import type { Located } from '../wiki/entries.js';
import { bare, type Entry } from '../wiki/entry.js';
import { marksOf, withKey } from '../wiki/marks.js';
import { instant } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import type { Row, World } from './verb.js';

/** A reminder as `--json` shows it: an entry, and what it waits for. */
export const asReminder = (world: World, entry: Located) => ({
  ...asEntry(world, entry),
  due: entry.due,
  when: entry.when,
});

/** An entry in a list, the same in every face: what it is and says, its reason, and its marks. */
export const entryRow = (entry: Located, group: string): Row => ({
  path: entry.path,
  line: entry.line,
  group,
  what: withKey(`${entry.type}: ${firstLine(entry.text)}`, entry),
  why: [entry.why, ...marksOf(entry)].filter(Boolean).join(', ') || null,
  id: entry.id,
});

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** The entries of the note at a path, all or those of one type; none where there is no such note. */
export function entriesAt(world: World, wiki: Wiki, path: string, only?: EntryType): readonly Located[] {
  const note = wiki.note(path);
  return note ? world.entries(note, only) : [];
}

/** An entry as `--json` shows it. */
export function asEntry(world: World, entry: Entry): Entry {
  const time = entry.at === null ? null : instant(entry.at, world.local);
  return { ...bare(entry), at: time === null ? null : world.local(time).iso };
}
