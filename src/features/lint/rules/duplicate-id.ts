import type { Block, Outline } from '../../../markdown/outline.js';
import { removeBlocks } from '../../../markdown/section-edits.js';
import { createIdOfVersion, parseIdTime } from '../../../notes/entries/ids.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { resolveLinks } from '../../../notes/links/link-graph.js';
import { isUnmerged } from '../../../notes/note.js';
import { pluralize } from '../../../text/pluralize.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const duplicateId: LintRule = {
  name: 'duplicate-id',
  level: 'error',
  why: 'a link to an id that is used twice can lead to the wrong line',
  find(inspection) {
    const first = new Map<string, LocatedEntry>();
    const twice = new Map<string, LocatedEntry[]>();
    for (const note of inspection.notes.filter((one) => !isUnmerged(one)))
      for (const entry of inspection.entries(note)) {
        const isOfNote =
          !note.path.startsWith(`${inspection.wiki.content}/`) && parseIdTime(entry.id) === null;
        if (!entry.hasId || isOfNote) continue; // the id of a block in a person's note
        const before = first.get(entry.id);
        const at = twice.get(entry.id);
        if (at) at.push(entry);
        else if (before) twice.set(entry.id, [before, entry]);
        else first.set(entry.id, entry);
      }
    if (twice.size === 0) return [];
    const linked = linkedIds(inspection);
    return [...twice].flatMap(([id, at]) =>
      at.slice(0, MOST_LINES).map((entry, i) => finding(id, at, i, entry, inspection, linked)),
    );
  },
};

/** So many lines with the same id are listed at once. */
const MOST_LINES = 20;

/** The ids that links lead to, each with the path of its note. */
const linkedIds = ({ notes, wiki: notebook, resolver }: LintContext): ReadonlySet<string> =>
  new Set(
    notes.flatMap((note) =>
      resolveLinks(note, notebook, resolver).flatMap(({ block, to }) => (block ? `${to}#${block}` : [])),
    ),
  );

/** A later line goes where it is a copy of one in its note; else it gets an id of its own where nothing links to it. */
function finding(
  id: string,
  at: readonly LocatedEntry[],
  index: number,
  entry: LocatedEntry,
  { wiki: notebook, mint, hasUnknown }: LintContext,
  linked: ReadonlySet<string>,
): LintFinding {
  const others = at.slice(0, MOST_LINES).filter((one) => one !== entry);
  const more = at.length > MOST_LINES ? [pluralize(at.length - MOST_LINES, 'other line')] : [];
  const places = [...others.map(({ path, line }) => `${path}:${line}`), ...more];
  const message = `^${id} is used at ${places.join(' and ')} too`;
  const { path, line } = entry;
  const note = notebook.note(path);
  if (index === 0 || hasUnknown || !note) return { path, line, message };
  const source = ({ start, end }: LocatedEntry) => note.text.slice(start, end);
  const earlier = at.slice(0, index).filter((one) => one.path === path);
  const copy = earlier.find((one) => source(one).trimEnd() === source(entry).trimEnd());
  if (copy && /^[-*+] /.test(source(entry)) && source(entry).trimEnd().endsWith(`^${id}`)) {
    const splices = removeBlocks(note.text, notebook.outline(note), blocksAt(notebook.outline(note), entry));
    return { path, line, message, fix: { kind: 'edit', path, base: note.hash, splices, why: 'a copy goes' } };
  }
  const found = source(entry).lastIndexOf(`^${id}`);
  if (found < 0) return { path, line, message };
  const words = entry.why === null ? entry.text : `${entry.text}\n${entry.why}`;
  const isTaken = (own: string) => note.text.includes(`^${own}`);
  const isVersion = earlier.length > 0 && parseIdTime(id) !== null;
  const own = isVersion ? createIdOfVersion(id, words, isTaken) : mint();
  // Links lead to the first of several versions in a note. Elsewhere the linked line keeps its id.
  if (!isVersion && linked.has(`${path}#${id}`)) return { path, line, message };
  const splices = [{ at: entry.start + found + 1, old: id, new: own }];
  return {
    path,
    line,
    message,
    fix: { kind: 'edit', path, base: note.hash, splices, why: 'an id of its own' },
  };
}

const blocksAt = ({ blocks }: Outline, { start }: LocatedEntry): readonly Block[] =>
  blocks.filter((block) => block.start === start);
