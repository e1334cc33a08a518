import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { CommandContext } from './define-command.js';

/** Returns the text of a passage as it is written, without its id. An entry would leave out its reason. */
export function readSourcePassage({ notebook }: CommandContext, { path, start, end }: LocatedEntry): string {
  const text = notebook.note(path)?.text.slice(start, end) ?? '';
  return text.trimEnd().replace(/[ \t]\^[\w-]+$/, '');
}
