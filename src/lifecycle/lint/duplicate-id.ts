import type { Located } from '../../wiki/entries.js';
import { edgesOf } from '../../wiki/links/graph.js';
import type { Finding, Inspection, Rule } from './rule.js';

export const duplicateId: Rule = {
  name: 'duplicate-id',
  level: 'error',
  why: 'a link to an id that stands twice may lead to the wrong line',
  find(inspection) {
    const first = new Map<string, Located>();
    const twice = new Map<string, Located[]>();
    for (const note of inspection.notes)
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

const linkedIds = ({ notes, wiki, resolver }: Inspection): ReadonlySet<string> =>
  new Set(notes.flatMap((note) => edgesOf(note, wiki, resolver).flatMap(({ block }) => block ?? [])));

/** A later line gets an id of its own where nothing links to the one it has. */
function finding(
  id: string,
  at: readonly Located[],
  index: number,
  entry: Located,
  { wiki, mint, hasUnknown }: Inspection,
  linked: ReadonlySet<string>,
): Finding {
  const others = at.filter((one) => one !== entry).map(({ path, line }) => `${path}:${line}`);
  const message = `^${id} stands at ${others.join(' and ')} too`;
  const { path, line } = entry;
  const note = wiki.note(path);
  if (index === 0 || hasUnknown || linked.has(id) || !note) return { path, line, message };
  const found = note.text.slice(entry.start, entry.end).lastIndexOf(`^${id}`);
  if (found < 0) return { path, line, message };
  const splices = [{ at: entry.start + found + 1, old: id, new: mint() }];
  return {
    path,
    line,
    message,
    fix: { do: 'edit', path, base: note.hash, splices, why: 'an id of its own' },
  };
}
