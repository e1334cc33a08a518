import { appendBlock } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Local } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { beginningOf } from './day-note.js';
import { blankDay, intoNote } from './into-note.js';
import { dayPath } from './paths.js';

/** A session that began: whose it is, and when. */
export interface Begun {
  readonly agent: string;
  readonly session: string;
  readonly at: Local;
}

/**
 * Plans to note at the end of a day that a session began (Mutable §Content Types): a heading with the time, and a line that
 * is no entry, since it tells nobody what to mind. Null where the day tells of that session already.
 */
export function noteBegun(
  { agent, session, at }: Begun,
  wiki: Wiki,
  template: (name: string) => string,
): Change | null {
  const path = dayPath(at.date, wiki);
  const line = `session \`${session}\` of ${agent}`;
  if (wiki.note(path)?.text.includes(line)) return null;
  const spot = { path, blank: () => blankDay(template, at.date), why: 'a session began' };
  const lines = [`## ${beginningOf(at)}`, '', line];
  return intoNote(spot, wiki, (note) => appendBlock(note.text, wiki.outline(note), lines));
}
