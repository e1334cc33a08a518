import type { CommandContext } from '../../command/define-command.js';
import { parseAliases } from '../../notes/links/aliases.js';
import {
  createNotebookResolver,
  type ResolvedLink,
  resolveLink,
  resolveLinks,
} from '../../notes/links/link-graph.js';
import { linkName, listNoteNames } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';

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
