import { folderOf } from '../../kinds/index.js';
import { isCurrent } from '../../recall/brief/brief.js';
import { freshnessesOf, isRecord, weightLeft } from '../freshness/freshness.js';
import { staleness } from '../freshness/staleness.js';
import type { Finding, Rule } from './rule.js';

/** Below this weight something that an entry names is gone; above, it only changed. */
const GONE = 0.8;

export const stale: Rule = {
  name: 'stale',
  level: 'warning',
  why: 'what names a file, a symbol or a commit that is not as it was leads its reader astray',
  find({ notes, entries, clock: { local }, became, wiki }) {
    const living = notes.filter(({ path }) => !path.startsWith(`${wiki.content}/${folderOf('archive')}`));
    const told = living.flatMap((note) =>
      entries(note).filter((entry) => isCurrent(entry) && !isRecord(entry.type)),
    );
    const found = freshnessesOf(told, local, became);
    return told.flatMap(({ id, path, line }, at): Finding[] => {
      const freshness = found[at] ?? null;
      const mark = staleness(freshness);
      if (mark === null) return [];
      const handle = id.startsWith('~') ? id : `^${id}`;
      const message = `${mark}; where it holds still: daybook amend ${handle} --verify`;
      return [{ path, line, message, level: weightLeft(freshness) < GONE ? 'warning' : 'info' }];
    });
  },
};
