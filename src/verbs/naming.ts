import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import { isId } from '../wiki/tail.js';
import { Refusal, type World } from './verb.js';

/** An entry that was named by its id or handle, and the note that it stands in. */
export interface Named {
  readonly entry: Located;
  readonly note: Note;
}

/** The id in what a user types for one: `^id`, `id`, `~handle`, or a link that ends in `#^id`. */
export const bareId = (text: string): string =>
  text
    .trim()
    .replace(/^\[\[|\]\]$/g, '')
    .replace(/^.*#(?=\^)/, '')
    .replace(/^\^/, '');

/** The one entry with an id or handle, through the catalogue. Refuses where there is none, or where two lines share it. */
export function entryNamed(world: World, text: string): Named {
  const id = bareId(text);
  if (!/^~[0-9a-f]{8}$/.test(id) && !isId(id)) {
    throw new Refusal(
      'bad-id',
      `\`${text}\` is no id and no handle`,
      'an id ends a line (^61k0y5k9xfs), a handle is ~ and 8 hex digits: daybook search WORDS --json shows both',
      {},
      2,
    );
  }
  const found = world.ask('places', id);
  const [first] = found;
  if (!first) throw unknown(id);
  if (found.length > 1) throw ambiguous(id, found);
  const note = world.wiki.note(first.path);
  if (!note) throw unknown(id);
  return { entry: first, note };
}

/** An id as it is written: with its caret, a handle without. */
export const shownId = (id: string): string => (id.startsWith('~') ? id : `^${id}`);

function unknown(id: string): Refusal {
  const handle = id.startsWith('~');
  return new Refusal(
    'unknown-id',
    `no entry has the ${handle ? 'handle' : 'id'} ${shownId(id)}`,
    handle
      ? 'a handle follows the text: it is another one since the line was edited; find it: daybook search WORDS --json'
      : 'find it: daybook search WORDS --json shows ids; what was removed: daybook history',
  );
}

function ambiguous(id: string, found: readonly Located[]): Refusal {
  const places = found.map(({ path, line }) => `${path}:${line}`);
  return new Refusal(
    'ambiguous-id',
    `${found.length} lines have the id ${shownId(id)}: ${places.join(', ')}`,
    'take it off the lines that were copied, then say it again',
    { places },
  );
}
