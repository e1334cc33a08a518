import type { PageDesk } from './desk.js';
import { entryLook } from './note-looks.js';
import type { EntryActs, EntryStory, ForgettableItem } from './pages/entry-page.js';

/**
 * Reads the data of an entry's page: the entry and the acts of this build. The result of `why` needs git and is slow, so it
 * is read only for `explained`.
 */
export async function readEntryPage(
  desk: PageDesk,
  id: string,
  {
    explained = false,
    isForgetting = false,
  }: { readonly explained?: boolean; readonly isForgetting?: boolean } = {},
) {
  const look = await desk.read(entryLook, { id });
  const story = explained ? (await desk.read<{ why: EntryStory }>('why', { id })).why : null;
  const acts: EntryActs = {
    pin: await desk.has('amend', 'pin'),
    forget: (await desk.has('forget')) ? await readForgettable(desk, look.entry.id, isForgetting) : null,
  };
  return { look, story, acts };
}

/** Lists the entries that `forget` would remove; empty unless the user opened the confirmation. */
async function readForgettable(
  desk: PageDesk,
  id: string,
  isForgetting: boolean,
): Promise<readonly ForgettableItem[]> {
  if (!isForgetting) return [];
  const { forgotten } = await desk.read<{ forgotten: { entries: readonly ForgettableItem[] } }>('forget', {
    what: id,
  });
  return forgotten.entries;
}
