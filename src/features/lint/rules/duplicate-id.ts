import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { resolveLinks } from '../../../notes/links/link-graph.js';
import { isUnmerged } from '../../../notes/note.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const duplicateId: LintRule = {
  name: 'duplicate-id',
  level: 'error',
  why: 'a link to an id that stands twice may lead to the wrong line',
  find(inspection) {
    const first = new Map<string, LocatedEntry>();
    const twice = new Map<string, LocatedEntry[]>();
    for (const note of inspection.notes.filter((one) => !isUnmerged(one)))
      for (const entry of inspection.entries(note)) {
        if (!entry.hasId) continue;
        const before = first.get(entry.id);
        if (before) twice.set(entry.id, [...(twice.get(entry.id) ?? [before]), entry]);
        else first.set(entry.id, entry);
      }
    if (twice.size === 0) return [];
    const linked = linkedIds(inspection);
    return [...twice].flatMap(([id, at]) =>
      at.map((entry, i) => finding(id, at, i, entry, inspection, linked)),
    );
  },
};

const linkedIds = ({ notes, wiki: notebook, resolver }: LintContext): ReadonlySet<string> =>
  new Set(
    notes.flatMap((note) => resolveLinks(note, notebook, resolver).flatMap(({ block }) => block ?? [])),
  );

/** A later line gets an id of its own where nothing links to the one it has. */
function finding(
  id: string,
  at: readonly LocatedEntry[],
  index: number,
  entry: LocatedEntry,
  { wiki: notebook, mint, hasUnknown }: LintContext,
  linked: ReadonlySet<string>,
): LintFinding {
  const others = at.filter((one) => one !== entry).map(({ path, line }) => `${path}:${line}`);
  const message = `^${id} stands at ${others.join(' and ')} too`;
  const { path, line } = entry;
  const note = notebook.note(path);
  if (index === 0 || hasUnknown || linked.has(id) || !note) return { path, line, message };
  const found = note.text.slice(entry.start, entry.end).lastIndexOf(`^${id}`);
  if (found < 0) return { path, line, message };
  const splices = [{ at: entry.start + found + 1, old: id, new: mint() }];
  return {
    path,
    line,
    message,
    fix: { kind: 'edit', path, base: note.hash, splices, why: 'an id of its own' },
  };
}
