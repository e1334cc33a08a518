import { createIdOfVersion, parseIdTime } from '../../../notes/entries/ids.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import type { LintRule } from '../rule.js';

/** A merge can keep two versions of an entry; the second has an id made of its words. */
export const twoVersions: LintRule = {
  name: 'two-versions',
  level: 'warning',
  why: 'two people reworded one entry; both versions are shown until one is dropped',
  find: ({ notes, entries }) =>
    notes.flatMap((note) => {
      const own = entries(note).filter((entry) => entry.hasId && parseIdTime(entry.id) !== null);
      const byTime = new Map<string, LocatedEntry[]>();
      for (const entry of own)
        byTime.set(entry.id.slice(0, 6), [...(byTime.get(entry.id.slice(0, 6)) ?? []), entry]);
      return own.filter(isOpen).flatMap((second) => {
        const others = byTime.get(second.id.slice(0, 6)) ?? [];
        const first = findNearest(
          second,
          others.filter((one) => one !== second && isVersionOf(second, one)),
        );
        return first === undefined
          ? []
          : [
              {
                path: note.path,
                line: second.line,
                message: `is another version of ^${first.id} (line ${first.line}), since a merge: keep one (daybook amend ${second.id} --drop), or keep both (--verify)`,
              },
            ];
      });
    }),
};

/** A merge puts the second version behind the first. */
const findNearest = ({ line }: LocatedEntry, others: readonly LocatedEntry[]): LocatedEntry | undefined =>
  others.findLast((one) => one.line < line) ?? others[0];

const isVersionOf = ({ id, text, why }: LocatedEntry, first: LocatedEntry): boolean =>
  createIdOfVersion(first.id, why === null ? text : `${text}\n${why}`, () => false) === id;

const isOpen = ({ status, verified, superseded }: LocatedEntry): boolean =>
  verified === null && superseded === null && status !== 'done' && status !== 'dropped';
