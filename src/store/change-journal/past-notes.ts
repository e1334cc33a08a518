import { readPastTexts } from '../../git/past-versions.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import type { Note } from '../../notes/note.js';
import { computeHash } from '../../platform/encoding.js';
import type { NoteReader } from '../note-reader.js';
import type { Store } from '../store.js';

/** The notes as they were at a moment. */
export interface PastNotes extends NoteReader {
  /** Notes of which neither the journal nor git has a version of that moment. */
  readonly unproven: readonly string[];
}

/** One change of a note in the journal. */
interface NoteChange {
  readonly at: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** A version of a note. */
interface PastVersion {
  readonly at: number;
  readonly text: () => PastText;
}

/** A text; null if the note did not exist, undefined if its text is not stored any more. */
type PastText = string | null | undefined;

/**
 * Reads the notes as they were at a moment (ms): the newest version until then by the journal, the stored originals, git
 * and the time of the file. `clean` removes what must not be shown again.
 */
export function readPastNotes(
  { root, history, version, savedAt }: Store,
  now: NoteReader,
  at: number,
  clean: (text: string) => string,
): PastNotes {
  const folder = root.notes ?? root.content;
  const isNote = (path: string) =>
    path.endsWith('.md') &&
    !path.split('/').some((part) => part.startsWith('.')) &&
    (folder === '' || folder === '.' || path.startsWith(`${folder}/`));
  const changes = listNoteChanges(history());
  const git = readPastTexts(root.root, folder, at);
  const { listing, stats } = now.survey(null);
  const savedNow = new Map(listing.paths.map((path, row) => [path, stats[row * 2 + 1] ?? Number.NaN]));
  const inGit = [...(git?.times.keys() ?? [])].filter((path) =>
    root.notes === undefined ? true : path.startsWith(`${root.content}/`),
  );
  const paths = [...new Set([...listing.paths, ...changes.keys(), ...inGit])].filter(isNote).sort();
  const unproven: string[] = [];
  const notes = new Map<string, Note>();
  for (const path of paths) {
    const found = findVersion(path);
    if (found === undefined) unproven.push(path);
    else if (found !== null) notes.set(path, toNote(path, clean(found)));
  }
  return {
    unproven,
    note: (path) => notes.get(path) ?? null,
    source: (path) => notes.get(path) ?? null,
    list: () => [...notes.keys()],
    survey: () => ({
      listing: { paths: [...notes.keys()], folders: [] },
      stats: Float64Array.from([...notes.values()].flatMap(({ text }) => [Buffer.byteLength(text), at])),
    }),
    unchanged: ({ path }) => notes.get(path) ?? null,
    unmerged: () => [],
    unknown: () => null,
    hashOf: () => null,
    closedFolders: () => [],
    copies: () => [],
    allUnreadable: () => [],
    unreadable: [],
    reads: { notes: new Map(), listing: null },
  };

  /** Returns the newest version of a note until the moment. */
  function findVersion(path: string): PastText {
    const all = changes.get(path) ?? [];
    const index = all.findLastIndex((one) => one.at <= at);
    const [earlier, later] = [all[index], all[index + 1]];
    const byHand = later ? later.before : (now.note(path)?.hash ?? null);
    const savedByHand = later ? byHand && savedAt(byHand) : savedNow.get(path);
    const inCommit = git?.times.get(path);
    const versions: PastVersion[] = [
      ...(earlier ? [{ at: earlier.at, text: () => textOf(path, earlier.after) }] : []),
      ...(byHand !== null && byHand !== earlier?.after && savedByHand && savedByHand <= at
        ? [{ at: savedByHand, text: () => textOf(path, byHand) }]
        : []),
      ...(inCommit === undefined ? [] : [{ at: inCommit, text: () => git?.text(path) ?? null }]),
    ];
    const [newest] = versions.toSorted((one, other) => other.at - one.at);
    if (newest) return newest.text();
    return later?.before === null || (!later && byHand === null) ? null : undefined;
  }

  function textOf(path: string, hash: string | null): PastText {
    if (hash === null) return null;
    const here = now.note(path);
    return here?.hash === hash ? here.text : (version(hash) ?? undefined);
  }
}

const toNote = (path: string, text: string): Note => ({ path, text, bom: false, hash: computeHash(text) });

/** Lists the changes of each path, oldest first. */
function listNoteChanges(history: readonly HistoryRecord[]): ReadonlyMap<string, readonly NoteChange[]> {
  const changes = new Map<string, NoteChange[]>();
  const add = (path: string, change: NoteChange) =>
    void changes.set(path, [...(changes.get(path) ?? []), change]);
  for (const { at: moment, touched } of history.toReversed())
    for (const { path, to, before, after } of touched) {
      const at = Date.parse(moment);
      add(path, { at, before, after: to === undefined ? after : null });
      if (to !== undefined) add(to, { at, before: null, after });
    }
  return changes;
}
