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
      for (const entry of own) {
        const others = byTime.get(entry.id.slice(0, 6));
        if (others) others.push(entry);
        else byTime.set(entry.id.slice(0, 6), [entry]);
      }
      return own
        .filter((entry) => isOpen(entry) && isVersion(entry))
        .flatMap((second) => {
          const first = findNearest(second, byTime.get(second.id.slice(0, 6)) ?? []);
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
const findNearest = (second: LocatedEntry, all: readonly LocatedEntry[]): LocatedEntry | undefined =>
  all.findLast(({ line }) => line < second.line) ?? all.find((one) => one !== second);

/** Returns true if the id is made of the words of its entry. */
const isVersion = ({ id, text, why }: LocatedEntry): boolean =>
  createIdOfVersion(id, why === null ? text : `${text}\n${why}`, () => false) === id;

const isOpen = ({ status, verified, superseded }: LocatedEntry): boolean =>
  verified === null && superseded === null && status !== 'done' && status !== 'dropped';
