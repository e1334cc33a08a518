import type { Block } from '../../markdown/outline.js';
import { removeBlocks } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { createEdit } from '../../notes/changes/change.js';
import { createIdOfVersion, parseIdTime } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { isForeignNote } from '../../notes/kinds/note-paths.js';
import { explainBrokenLink, type ResolvedLink, resolveLinks } from '../../notes/links/link-graph.js';
import { linkName } from '../../notes/links/note-name.js';
import { isUnmerged, type Note } from '../../notes/note.js';
import { groupByKeys } from '../../text/group-by.js';
import { pluralize } from '../../text/pluralize.js';
import type { LintContext, LintFinding, LintRule } from './rule.js';

/** Rules about links and what they lead to. */
export const LINK_RULES: readonly LintRule[] = [
  {
    name: 'duplicate-id',
    level: 'error',
    why: 'a link to an id that is used twice can lead to the wrong line',
    find(lint) {
      const entries = lint.notes
        .filter((note) => !isUnmerged(note))
        .flatMap((note) => lint.ctx.entries(note).filter((entry) => isEntryId(entry, lint)));
      const twice = [...groupByKeys(entries.map((entry) => [entry.id, entry] as const))].filter(
        ([, same]) => same.length > 1,
      );
      if (twice.length === 0) return [];
      const linked = new Set(
        listLinks(lint).flatMap(({ block, to }) => (block === null ? [] : `${to}#${block}`)),
      );
      return twice.flatMap(([id, same]) =>
        same.slice(0, MAX_LINES).map((_, i) => reportDouble(id, same, i, lint, linked)),
      );
    },
  },
  {
    name: 'dead-link',
    level: 'error',
    why: 'a dead link no longer shows what it referred to',
    find: ({ notes, notebook, resolver }) =>
      notes
        .filter(
          ({ path }) =>
            // In the failure graph a link is a name: what is related, or an alternative, need not have a page.
            getNoteKind(path, notebook.content).name !== 'failures' && !isForeignNote(path, notebook.content),
        )
        .flatMap((note) =>
          resolveLinks(note, notebook, resolver).flatMap((edge): LintFinding[] => {
            const why = explainBrokenLink(edge, notebook);
            if (why === null) return [];
            const found = { path: note.path, line: edge.line, message: `${edge.written}: ${why}` };
            // People link to notes that they mean to write.
            const isPlanned = edge.form === 'wiki' && !note.path.startsWith(`${notebook.content}/`);
            return [isPlanned ? { ...found, level: 'info' } : found];
          }),
        ),
  },
  {
    name: 'same-name',
    level: 'warning',
    why: 'a link by the name alone leads to only one of two pages that have it',
    find({ notes, notebook }) {
      const first = new Map<string, string>();
      return notes.flatMap(({ path }) => {
        const name = linkName(path.slice(path.lastIndexOf('/') + 1));
        const isNamed = getNoteKind(path, notebook.content).name === 'page' && !COMMON.test(name);
        if (!isNamed || path.includes('/imported/')) return [];
        const other = first.get(name);
        first.set(name, other ?? path);
        const message = `has the name of ${other}: rename one (daybook page rename)`;
        return other === undefined ? [] : [{ path, line: 1, message }];
      });
    },
  },
  {
    name: 'orphan-marker',
    level: 'warning',
    why: 'a block id marks the block above it; without one, no link can use it',
    find: (lint) => lint.notes.flatMap((note) => findOrphans(note, lint)),
  },
];

/** So many lines with the same id are listed at once. */
const MAX_LINES = 20;

/** Names that each folder may have. */
const COMMON = /^(?:_?index|readme)(?:\.md)?$/;

const listLinks = ({ notes, notebook, resolver }: LintContext): ResolvedLink[] =>
  notes.flatMap((note) => resolveLinks(note, notebook, resolver));

/** The id of a block in a person's note is none of ours. */
const isEntryId = ({ hasId, id, path }: LocatedEntry, { notebook }: LintContext): boolean =>
  hasId && (path.startsWith(`${notebook.content}/`) || parseIdTime(id) !== null);

const createFix = (note: Note, splices: readonly TextEdit[], why: string): Pick<LintFinding, 'fix'> => {
  const [fix] = createEdit(note, splices, why);
  return fix ? { fix } : {};
};

/** A later line goes where it is a copy of one in its note; else it gets an id of its own where nothing links to it. */
function reportDouble(
  id: string,
  entries: readonly LocatedEntry[],
  index: number,
  { notebook, mint }: LintContext,
  linked: ReadonlySet<string>,
): LintFinding {
  const entry = entries[index]!;
  const { path, line } = entry;
  const others = entries.slice(0, MAX_LINES).filter((one) => one !== entry);
  const more = entries.length - MAX_LINES;
  const places = [
    ...others.map((other) => `${other.path}:${other.line}`),
    ...(more > 0 ? [pluralize(more, 'other line')] : []),
  ];
  const finding = { path, line, message: `^${id} is used at ${places.join(' and ')} too` };
  const note = notebook.note(path);
  if (index === 0 || notebook.allUnknown().length > 0 || !note) return finding;
  const source = ({ start, end }: LocatedEntry) => note.text.slice(start, end).trimEnd();
  const text = source(entry);
  const earlier = entries.slice(0, index).filter((one) => one.path === path);
  if (/^[-*+] /.test(text) && text.endsWith(`^${id}`) && earlier.some((one) => source(one) === text)) {
    const outline = notebook.outline(note);
    const copy = outline.blocks.filter(({ start }) => start === entry.start);
    return { ...finding, ...createFix(note, removeBlocks(note.text, outline, copy), 'a copy goes') };
  }
  const at = text.lastIndexOf(`^${id}`);
  if (at < 0) return finding;
  // Links lead to the first of several versions in a note. Elsewhere the linked line keeps its id.
  const isVersion = earlier.length > 0 && parseIdTime(id) !== null;
  const words = entry.why === null ? entry.text : `${entry.text}\n${entry.why}`;
  const own = isVersion ? createIdOfVersion(id, words, (one) => note.text.includes(`^${one}`)) : mint();
  if (!isVersion && linked.has(`${path}#${id}`)) return finding;
  const splices = [{ at: entry.start + at + 1, old: id, new: own }];
  return { ...finding, ...createFix(note, splices, 'an id of its own') };
}

const MARKER = /^\^[A-Za-z0-9-]+\s*$/;

function findOrphans(note: Note, lint: LintContext): LintFinding[] {
  if (!/^\^[A-Za-z0-9-]+[ \t]*$/m.test(note.text)) return [];
  const outline = lint.notebook.outline(note);
  return outline.blocks.flatMap((block, i): LintFinding[] => {
    const text = note.text.slice(block.start, block.end);
    if (block.kind !== 'paragraph' || !MARKER.test(text) || canBeMarked(outline.blocks[i - 1])) return [];
    const finding = { path: note.path, line: block.line, message: `${text.trim()} marks no block` };
    const id = text.trim().slice(1);
    if (lint.notebook.allUnknown().length > 0 || listLinks(lint).some((edge) => edge.block === id))
      return [finding];
    const splices = removeBlocks(note.text, outline, [block]);
    return [{ ...finding, ...createFix(note, splices, 'it marks no block') }];
  });
}

const canBeMarked = (block: Block | undefined): boolean =>
  block !== undefined && block.kind !== 'frontmatter' && block.kind !== 'rule' && block.kind !== 'definition';
