import { nearest } from '../recall/nearest.js';
import { allNotes, resolverOf } from '../wiki/links/graph.js';
import { linkName } from '../wiki/links/link-name.js';
import { createResolver } from '../wiki/links/resolver.js';
import type { Note } from '../wiki/note.js';
import { Refusal, type World } from './verb.js';

/** The note that somebody names as a link would: by name, path or alias. Refuses where there is none, or are several. */
export function noteNamed({ wiki }: World, name: string): Note {
  const here = `${wiki.content}/`;
  const wanted = name.replace(/^\[\[|\]\]$/g, '').trim();
  const paths = wiki.list();
  const plain = createResolver(paths).resolve(wanted, here);
  const path = plain ?? resolverOf(wiki, allNotes(wiki)).resolve(wanted, here);
  const note = path === null || wanted === '' ? null : wiki.note(path);
  if (note) return note;
  const several = paths.filter((one) => linkName(one) === linkName(wanted));
  if (several.length > 1)
    throw new Refusal(
      'ambiguous',
      `several notes are called \`${wanted}\``,
      `name one: ${several.join(', ')}`,
    );
  const [near] = nearest(wanted, paths.map(linkName));
  throw new Refusal(
    'unknown-note',
    `no note \`${wanted}\``,
    near ? `did you mean: ${near}` : 'see: daybook page list',
  );
}
