import type { Properties } from '../../markdown/front-matter-scanner.js';
import { scanFrontMatter } from '../../markdown/front-matter-scanner.js';
import { listNotePaths } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { asTextList, parseSnapshot } from './snapshot-record.js';
import { readSnapshotTime, type StoredSnapshot } from './snapshot-retention.js';

/** Reads the front matter of a text; null where it cannot be read. */
export type ReadProperties = (text: string) => Properties | null;

/** Lists all snapshots with readable front matter, newest first. */
export const listSnapshots = (notebook: Notebook, read: ReadProperties): readonly StoredSnapshot[] =>
  shelved(listNotePaths('snapshot', notebook), notebook, read);

/** Lists archived snapshots, newest first. */
export const listArchivedSnapshots = (notebook: Notebook, read: ReadProperties): readonly StoredSnapshot[] =>
  shelved(listNotePaths('snapshot', notebook, 'archived'), notebook, read);

function shelved(
  paths: readonly string[],
  notebook: Notebook,
  read: ReadProperties,
): readonly StoredSnapshot[] {
  return paths
    .flatMap((path) => {
      const note = notebook.note(path);
      const found = note && readSnapshot(note, read);
      return found ? [{ path, snapshot: found }] : [];
    })
    .toSorted(
      (a, b) =>
        readSnapshotTime(b) - readSnapshotTime(a) || turnOf(b) - turnOf(a) || (a.path < b.path ? 1 : -1),
    );
}

/** The number behind a name that was taken: of two from one second the higher is newer. */
const turnOf = ({ path }: StoredSnapshot): number =>
  Number(/-(\d+)\.md$/.exec(path.replace(/_\d{4}-\d{2}-\d{2}/, ''))?.[1] ?? 1);

/** Reads a snapshot note; null if its front matter cannot be read. */
export function readSnapshot({ path, text }: Pick<Note, 'path' | 'text'>, read: ReadProperties) {
  const data = read(text);
  const id = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return data && data.size > 0 ? parseSnapshot(data, id, rawConstraints(text)) : null;
}

/** The ungrouped constraints, if the front matter groups them. */
function rawConstraints(text: string): readonly string[] {
  const fence = /^## Layer 2: Constraints, word for word\s+```yaml\r?\n([\s\S]*?)^```/m.exec(text)?.[1];
  return fence === undefined ? [] : asTextList(scanFrontMatter(`---\n${fence}---\n`)?.get('constraints'));
}

/** The cold archive of a note: everything below its heading; '' if there is none. */
export const readColdArchive = (text: string): string =>
  /^## Layer 3: Cold Archive[^\n]*\n([\s\S]*)/m.exec(text)?.[1]?.trim() ?? '';
