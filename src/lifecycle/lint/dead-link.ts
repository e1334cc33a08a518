import { deadness, edgesOf, written } from '../../wiki/links/graph.js';
import type { Rule } from './rule.js';

export const deadLink: Rule = {
  name: 'dead-link',
  level: 'error',
  why: 'a link that leads nowhere loses what it was to show',
  find: ({ notes, wiki, resolver }) =>
    notes.flatMap((note) =>
      edgesOf(note, wiki, resolver).flatMap((edge) => {
        const why = deadness(edge, wiki);
        return why === null
          ? []
          : [{ path: note.path, line: edge.line, message: `${written(note.text, edge)}: ${why}` }];
      }),
    ),
};
