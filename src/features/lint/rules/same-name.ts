import { getNoteKind } from '../../../notes/kinds/note-kind.js';
import { linkName } from '../../../notes/links/note-name.js';
import type { LintRule } from '../rule.js';

/** Pages of two folders may have one name; a link by that name alone leads to only one of them. */
export const sameName: LintRule = {
  name: 'same-name',
  level: 'warning',
  why: 'a link by the name alone leads to only one of two pages that have it',
  find({ notes, wiki: { content } }) {
    const first = new Map<string, string>();
    return notes.flatMap((note) => {
      const name = linkName(note.path.slice(note.path.lastIndexOf('/') + 1));
      const isNamed = getNoteKind(note.path, content).name === 'page' && !COMMON.test(name);
      if (!isNamed || note.path.includes('/imported/')) return [];
      const other = first.get(name);
      first.set(name, other ?? note.path);
      return other === undefined
        ? []
        : [
            {
              path: note.path,
              line: 1,
              message: `has the name of ${other}: rename one (daybook page rename)`,
            },
          ];
    });
  },
};

/** Names that each folder may have. */
const COMMON = /^(?:_?index|readme)(?:\.md)?$/;
