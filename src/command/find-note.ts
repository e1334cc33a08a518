import { joinFolder } from '../notes/kinds/note-paths.js';
import { createNotebookResolver, readAllNotes } from '../notes/links/link-graph.js';
import { linkName } from '../notes/links/note-name.js';
import { createResolver } from '../notes/links/resolve-link.js';
import type { Note } from '../notes/note.js';
import { suggestNames } from '../text/did-you-mean.js';
import { type CommandContext, UserError } from './define-command.js';

/** Finds a note by name, path or alias, as a link would. Throws UserError if none or several match. */
export function findNote({ notebook }: CommandContext, name: string): Note {
  const here = joinFolder(notebook.notes, '');
  const wanted = name.replace(/^\[\[|\]\]$/g, '').trim();
  const paths = notebook.list();
  const plain = createResolver(paths).resolve(wanted, here);
  const path = plain ?? createNotebookResolver(notebook, readAllNotes(notebook)).resolve(wanted, here);
  const note = path === null || wanted === '' ? null : notebook.note(path);
  if (note) return note;
  const unknown = path === null ? null : notebook.unknown(path);
  if (unknown)
    throw new UserError('unreadable', `${path} cannot be read: ${unknown.why}`, unknown.remedy, { path });
  const several = paths.filter((one) => linkName(one) === linkName(wanted));
  if (several.length > 1)
    throw new UserError(
      'ambiguous',
      `several notes are called \`${wanted}\``,
      `name one: ${several.join(', ')}`,
    );
  const [near] = suggestNames(wanted, paths.map(linkName));
  throw new UserError(
    'unknown-note',
    `no note \`${wanted}\``,
    near ? `did you mean: ${near}` : 'see: daybook page list',
  );
}
