import { pathOf } from '../../kinds/index.js';
import { normalHeading } from '../../markdown/place.js';
import type { Note } from '../note.js';
import type { Wiki } from '../wiki.js';
import { aliasesOf } from './aliases.js';
import { createResolver, type Link, type Resolver } from './links.js';
import { type LineLink, trueLinks } from './true-links.js';

/** A link, where it stands, and the note that it leads to; null where there is none. */
export interface Edge extends LineLink {
  readonly path: string;
  readonly to: string | null;
}

/** The links of a note, resolved. */
export const edgesOf = (note: Note, wiki: Wiki, resolver: Resolver): Edge[] =>
  trueLinks(note.text, () => wiki.outline(note)).map((link) => ({
    ...link,
    path: note.path,
    to: resolver.resolve(link.note, note.path),
  }));

/** How links are resolved in a wiki, by the aliases of the notes that are given. */
export function resolverOf(wiki: Wiki, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) => aliasesOf(text).map((alias) => [alias, path] as const));
  return createResolver(wiki.list(), new Map(aliases));
}

/** All notes that can be read. */
export const allNotes = (wiki: Wiki): Note[] => wiki.list().flatMap((path) => wiki.note(path) ?? []);

/** Why a link leads nowhere, or null where it leads somewhere. */
export function deadness({ to, heading, block, note }: Edge, wiki: Wiki): string | null {
  if (block !== null && standsInSession(block, wiki)) return null;
  const target = to === null ? null : wiki.note(to);
  if (!target) return `no note \`${note}\``;
  if (block !== null) return hasBlock(target.text, block) ? null : `no block ^${block} in ${target.path}`;
  if (heading === null) return null;
  return hasHeading(target, heading, wiki) ? null : `no heading \`${heading}\` in ${target.path}`;
}

/** What rose from a session that has not ended links to the day into which the session will move. */
const standsInSession = (id: string, wiki: Wiki): boolean =>
  hasBlock(wiki.note(`${wiki.content}/${pathOf('session')}`)?.text ?? '', id);

const hasBlock = (text: string, id: string): boolean =>
  new RegExp(`(?:^|\\s)\\^${id.replace(/[^\w-]/g, '\\$&')}[ \\t]*$`, 'm').test(text);

/** Headings are compared as readers see them; of `[[note#A#B]]` the last part counts. */
function hasHeading(note: Note, heading: string, wiki: Wiki): boolean {
  const wanted = seen(heading.split('#').at(-1) ?? '');
  return wiki.outline(note).blocks.some(({ kind, text }) => kind === 'heading' && seen(text) === wanted);
}

const seen = (heading: string): string =>
  normalHeading(
    heading
      .replace(/[^\p{L}\p{N}\s]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** A link as it is written, without its brackets' insides changed. */
export const written = (text: string, { start, end }: Link): string => text.slice(start, end);
