import { getNoteKind } from '../../../notes/kinds/note-kind.js';
import { isForeignNote } from '../../../notes/kinds/note-paths.js';
import { explainBrokenLink, resolveLinks } from '../../../notes/links/link-graph.js';
import type { Note } from '../../../notes/note.js';
import type { Notebook } from '../../../notes/notebook.js';
import type { LintRule } from '../rule.js';

/** In the failure graph a link is a name: what is related, or an alternative, need not have a page. */
const isGraph = ({ path }: Note, { content }: Notebook): boolean =>
  getNoteKind(path, content).name === 'failures';

/** People link to notes that they mean to write. */
const PLANNED = { level: 'info' } as const;

export const deadLink: LintRule = {
  name: 'dead-link',
  level: 'error',
  why: 'a dead link no longer shows what it referred to',
  find: ({ notes, wiki: notebook, resolver }) =>
    notes
      .filter((note) => !isGraph(note, notebook) && !isForeignNote(note.path, notebook.content))
      .flatMap((note) =>
        resolveLinks(note, notebook, resolver).flatMap((edge) => {
          const why = explainBrokenLink(edge, notebook);
          if (why === null) return [];
          const message = `${edge.written}: ${why}`;
          const isPlanned = edge.form === 'wiki' && !note.path.startsWith(`${notebook.content}/`);
          return [{ path: note.path, line: edge.line, message, ...(isPlanned ? PLANNED : {}) }];
        }),
      ),
};
