import { isStanding } from '../../../notes/entries/entry.js';
import { noteFolder } from '../../../notes/kinds/index.js';
import {
  assessFreshness,
  describeStaleness,
  isHistoricalType,
  rateFreshness,
} from '../../freshness/assess-references.js';
import type { LintFinding, LintRule } from '../rule.js';

/** Below this weight something that an entry names is gone; above, it only changed. */
const GONE = 0.8;

export const stale: LintRule = {
  name: 'stale',
  level: 'warning',
  why: 'an entry is misleading if the file, symbol or commit that it names has changed',
  find({ notes, entries, clock: { local }, findStatuses, wiki: notebook }) {
    const living = notes.filter(
      ({ path }) => !path.startsWith(`${notebook.content}/${noteFolder('archive')}`),
    );
    const references = living.flatMap((note) =>
      entries(note).filter((entry) => isStanding(entry) && !isHistoricalType(entry.type)),
    );
    const found = assessFreshness(references, local, findStatuses);
    return references.flatMap(({ id, path, line }, at): LintFinding[] => {
      const freshness = found[at] ?? null;
      const mark = describeStaleness(freshness);
      if (mark === null) return [];
      const handle = id.startsWith('~') ? id : `^${id}`;
      const message = `${mark}; if it is still valid: daybook amend ${handle} --verify`;
      return [{ path, line, message, level: rateFreshness(freshness) < GONE ? 'warning' : 'info' }];
    });
  },
};
