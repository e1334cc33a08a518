import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { createNotebookResolver, readAllNotes, resolveLinks } from '../../notes/links/link-graph.js';
import { findLiveLists } from '../../notes/live-lists.js';
import type { Notebook } from '../../notes/notebook.js';

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
