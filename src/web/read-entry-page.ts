import type { PageDesk } from './desk.js';
import { entryLook } from './note-looks.js';
import type { EntryStory, ForgettableItem } from './pages/entry-page.js';

/**
 * Reads the data of an entry's page. The result of `why` needs git and is slow, so it is read only for `explained`; what
 * `forget` would remove only when the user opened the confirmation.
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
  if (!isForgetting) return { look, story, forgettable: [] };
  const { forgotten } = await desk.read<{ forgotten: { entries: readonly ForgettableItem[] } }>('forget', {
    what: look.entry.id,
  });
  return { look, story, forgettable: forgotten.entries };
}
