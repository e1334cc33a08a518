import type { Change } from '../../notes/changes/change.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { archiveSettled } from '../inbox/apply-answers.js';

/** Plans to end an open proposal about a fact, as its proof holds again. */
export function settleFactProposal(
  entry: LocatedEntry,
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): readonly Change[] {
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`);
  const mark = `amend ~${createFingerprint(entry.text)} in `;
  const open = (inbox ? entries(inbox) : []).filter(
    ({ status, text }) => status === 'open' && text.startsWith(mark),
  );
  const settled = open.map((proposal) => ({ proposal, how: 'stale' as const }));
  return inbox ? archiveSettled(settled, inbox, notebook) : [];
}
