import { kindOfNote } from '../../wiki/entries.js';
import { deadness, edgesOf } from '../../wiki/links/graph.js';
import type { Note } from '../../wiki/note.js';
import type { Wiki } from '../../wiki/wiki.js';
import type { Rule } from './rule.js';

/** In the failure graph a link is a name: what is related, or an alternative, need not have a page. */
const isGraph = ({ path }: Note, { content }: Wiki): boolean => kindOfNote(path, content).name === 'failures';

export const deadLink: Rule = {
  name: 'dead-link',
  level: 'error',
  why: 'a link that leads nowhere loses what it was to show',
  find: ({ notes, wiki, resolver }) =>
    notes
      .filter((note) => !isGraph(note, wiki))
      .flatMap((note) =>
        edgesOf(note, wiki, resolver).flatMap((edge) => {
          const why = deadness(edge, wiki);
          return why === null
            ? []
            : [{ path: note.path, line: edge.line, message: `${edge.written}: ${why}` }];
        }),
      ),
};
