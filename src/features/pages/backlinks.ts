import type { CommandContext } from '../../command/define-command.js';
import { splitLines } from '../../markdown/text-edit.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { findLinks } from '../../notes/links/find-links.js';
import {
  createNotebookResolver,
  type ResolvedLink,
  readAllNotes,
  resolveLink,
  resolveLinks,
} from '../../notes/links/link-graph.js';
import { linkName, listNoteNames, parseAliases, readTitle } from '../../notes/links/note-name.js';
import { findLiveLists } from '../../notes/live-lists.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

function lineAt(text: string, { start }: ResolvedLink): string {
  const from = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  return (/^[^\r\n]*/.exec(text.slice(from))?.[0] ?? '').trim();
}

/** A link to a note, with the line around it. */
export type Backlink = ResolvedLink & { readonly around: string };

/** Finds the links to a note, or to one of its headings or blocks, in the catalogue; notes that it is unsure of are parsed. */
export function findBacklinks(ctx: CommandContext, note: Note, part: string | null = null): Backlink[] {
  const { notebook, query: ask } = ctx;
  const names = [...listNoteNames(note.path), ...parseAliases(note.text).map(linkName)];
  const resolver = createNotebookResolver(notebook, [note]);
  return ask('backlinks', names)
    .flatMap(({ path, links: known }) => {
      if (known) return known.flatMap((link) => resolveLink(link, path, notebook, resolver));
      const from = notebook.note(path);
      return from
        ? resolveLinks(from, notebook, resolver).map((one) => ({ ...one, around: lineAt(from.text, one) }))
        : [];
    })
    .filter(({ to, path, note: named }) => to === note.path && !(path === to && named === ''))
    .filter(({ heading, block }) => part === null || part === heading || part === `^${block}`);
}

/** A link in JSON. */
export const toLinkJson = ({ path, line, written, to, heading, block, alias, embed }: ResolvedLink) => ({
  path,
  line,
  link: written,
  to,
  heading,
  block,
  alias,
  embed,
});

/** Lists the paths of pages that no note links to. Links in live lists do not count: a list of orphans links to each. */
export function listOrphans(notebook: Notebook): readonly string[] {
  const notes = readAllNotes(notebook);
  const resolver = createNotebookResolver(notebook, notes);
  const linked = new Set(
    notes.flatMap((note) => {
      const lists = findLiveLists(note.text, notebook.outline(note));
      return resolveLinks(note, notebook, resolver).flatMap(({ to, path, start }) =>
        to === path || lists.some((list) => list.start <= start && start < list.end) ? [] : to,
      );
    }),
  );
  return notes.filter(({ path }) => isPage(notebook, path) && !linked.has(path)).map(({ path }) => path);
}

/** The front page is the start, so it is no orphan. */
export const isPage = ({ content }: Notebook, path: string): boolean =>
  getNoteKind(path, content).name === 'page' && !/(?:^|\/)_index\.md$/.test(path);

/** A shorter name occurs by chance. */
const SHORTEST = 3;

/** Finds the lines that name a note by its file name, title or alias, outside links and code fences. */
export function findMentions(notebook: Notebook, note: Note) {
  const stem = note.path.slice(note.path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const names = [...new Set([stem, readTitle(note.text, note.path), ...parseAliases(note.text)])].filter(
    (name) => name.length >= SHORTEST || /\p{Script=Han}{2}/u.test(name),
  );
  const patterns = names.map((name) => createPattern(name.normalize('NFC')));
  return readAllNotes(notebook)
    .filter(({ path }) => path !== note.path)
    .flatMap((one) => mentionsIn(one, notebook, patterns));
}

function createPattern(name: string): RegExp {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const isLetter = (sign: string | undefined) =>
    /[\p{L}\p{N}_]/u.test(sign ?? '') && !/\p{Script=Han}/u.test(sign ?? '');
  const [left, right] = [
    isLetter(name[0]) ? '(?<![\\p{L}\\p{N}_])' : '',
    isLetter(name.at(-1)) ? '(?![\\p{L}\\p{N}_])' : '',
  ];
  return new RegExp(`${left}${words}${right}`, 'iu');
}

function mentionsIn(note: Note, notebook: Notebook, patterns: readonly RegExp[]) {
  const text = note.text.normalize('NFC');
  if (!patterns.some((one) => one.test(text))) return [];
  let plain = note.text;
  for (const { start, end } of findLinks(plain))
    plain = plain.slice(0, start) + plain.slice(start, end).replace(/[^\n]/g, ' ') + plain.slice(end);
  const lines = splitLines(plain.normalize('NFC'));
  const written = splitLines(text);
  return notebook
    .outline(note)
    .blocks.flatMap(({ kind, line, lastLine }) =>
      kind === 'code' || kind === 'frontmatter'
        ? []
        : lines
            .slice(line - 1, lastLine)
            .flatMap((own, at) =>
              patterns.some((one) => one.test(own))
                ? [{ path: note.path, line: line + at, text: written[line + at - 1]?.trim() ?? '' }]
                : [],
            ),
    );
}
