import type { CommandContext } from '../../command/define-command.js';
import { readSourcePassage } from '../../command/read-source-passage.js';
import { findStatingSentences } from '../../matching/similarity/source-passage.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isForeignNote } from '../../notes/kinds/note-paths.js';
import { getForgottenText } from './find-forgettable.js';

/** Below this share of its words an entry does not come from a passage that it does not name. */
const LEAST_SHARE = 0.4;

/** Returns the passages of documents and imports, from which an entry may be derived. */
export const listSourcePassages = ({ notebook, entries }: CommandContext): readonly LocatedEntry[] =>
  notebook
    .list()
    .filter((path) => isForeignNote(path, notebook.content))
    .flatMap((path) => {
      const note = notebook.note(path);
      return note ? entries(note) : [];
    });

/** Returns the sentences that an entry was derived from: of the passage that it names, else of the nearest one. */
export function findSourceSentences(
  ctx: CommandContext,
  entry: LocatedEntry,
  passages: readonly LocatedEntry[],
): readonly string[] {
  const statement = [getForgottenText(entry), entry.why].filter(Boolean).join(' because ');
  const id = /#\^([\w-]+)/.exec(entry.from ?? '')?.[1];
  const named = id === undefined ? undefined : ctx.query('entriesById', id)[0];
  const found = named
    ? findStatingSentences(statement, readSourcePassage(ctx, named))
    : passages
        .filter((one) => one.path !== entry.path || one.start !== entry.start)
        .map((one) => findStatingSentences(statement, readSourcePassage(ctx, one)))
        .filter(([best]) => best !== undefined && best.share >= LEAST_SHARE)
        .toSorted(([a], [b]) => (b?.weight ?? 0) - (a?.weight ?? 0))[0];
  return (found ?? []).map(({ sentence }) => sentence);
}
