import type { PageDesk } from './desk.js';
import { type EntryLook, entryLook } from './note-looks.js';
import type { EntryActs, EntryStory, ForgettableItem } from './pages/entry-page.js';

/**
 * Reads what the page of an entry shows: the entry, and which acts this build has. What `why` tells takes git some time, so
 * it is read only for `explained`.
 */
export async function readEntryPage(
  desk: PageDesk,
  id: string,
  {
    explained = false,
    isForgetting = false,
  }: { readonly explained?: boolean; readonly isForgetting?: boolean } = {},
) {
  const look = await desk.read<EntryLook>(entryLook, { id });
  const story = explained ? (await desk.read<{ why: EntryStory }>('why', { id })).why : null;
  const acts: EntryActs = {
    pin: await desk.has('amend', 'pin'),
    forget: (await desk.has('forget')) ? await readForgettable(desk, look.entry.id, isForgetting) : null,
  };
  return { look, story, acts };
}

/** Reads what would go with the entry, where the page asks before it forgets. */
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
