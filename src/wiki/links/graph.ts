import { pathOf } from '../../kinds/index.js';
import { normalHeading } from '../../markdown/place.js';
import type { Note } from '../note.js';
import type { Wiki } from '../wiki.js';
import { aliasesOf } from './aliases.js';
import { createResolver, pathFrom, type Resolver, targetOf } from './resolver.js';
import { type LineLink, trueLinks } from './true-links.js';

/** A link, where it stands, and the note that it leads to; null where there is none. */
export interface Edge extends LineLink {
  readonly path: string;
  readonly to: string | null;
}

/** The links of a note, resolved. */
export const edgesOf = (note: Note, wiki: Wiki, resolver: Resolver): Edge[] =>
  trueLinks(note.text, () => wiki.outline(note)).flatMap((link) => edge(link, note.path, wiki, resolver));

/** A link of the note at a path, resolved; none where it leads out of the wiki, as a path of Markdown may. */
export function edge<L extends LineLink>(
  link: L,
  path: string,
  { content }: Pick<Wiki, 'content'>,
  resolver: Resolver,
): (L & Pick<Edge, 'path' | 'to'>)[] {
  const to = targetOf(link, path, resolver);
  return to === null && leadsOut(link, path, content) ? [] : [{ ...link, path, to }];
}

/** Other files and folders may be meant by what does not end in `.md`, or lies elsewhere. */
function leadsOut({ form, note }: LineLink, path: string, content: string): boolean {
  if (form === 'wiki') return false;
  const meant = note.startsWith('/') ? null : pathFrom(path.slice(0, path.lastIndexOf('/') + 1), note);
  return !/\.md$/i.test(note) || !meant?.startsWith(`${content}/`);
}

/** How links are resolved in a wiki, by the aliases of the notes that are given. */
export function resolverOf(wiki: Wiki, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) => aliasesOf(text).map((alias) => [alias, path] as const));
  return createResolver(wiki.list(), new Map(aliases), wiki.content);
}

/** All notes that can be read. */
export const allNotes = (wiki: Wiki): Note[] => wiki.list().flatMap((path) => wiki.note(path) ?? []);

/** Why a link leads nowhere, or null where it leads somewhere. */
export function deadness({ form, to, heading, block, note }: Edge, wiki: Wiki): string | null {
  if (block !== null && standsInSession(block, wiki)) return null;
  const target = to === null ? null : wiki.note(to);
  if (!target) return `no note \`${note}\``;
  if (block !== null) return hasBlock(target.text, block) ? null : `no block ^${block} in ${target.path}`;
  if (heading === null) return null;
  const isThere =
    hasHeading(target, heading, wiki) || (form === 'markdown' && hasAnchor(target, heading, wiki));
  return isThere ? null : `no heading \`${heading}\` in ${target.path}`;
}

/** What rose from a session that has not ended links to the day into which the session will move. */
const standsInSession = (id: string, wiki: Wiki): boolean =>
  hasBlock(wiki.note(`${wiki.content}/${pathOf('session')}`)?.text ?? '', id);

const hasBlock = (text: string, id: string): boolean =>
  new RegExp(`(?:^|\\s)\\^${id.replace(/[^\w-]/g, '\\$&')}[ \\t]*$`, 'm').test(text);

/** Headings are compared as readers see them, so that `#what-is-it` is `What is it?`; of `[[note#A#B]]` the last part counts. */
function hasHeading(note: Note, heading: string, wiki: Wiki): boolean {
  const wanted = seen(heading.split('#').at(-1) ?? '');
  return wiki.outline(note).blocks.some(({ kind, text }) => kind === 'heading' && seen(text) === wanted);
}

/** Pages number what is called the same (`#notes-1`), and HTML has anchors of its own. */
const hasAnchor = (note: Note, anchor: string, wiki: Wiki): boolean =>
  hasHeading(note, anchor.replace(/-\d+$/, ''), wiki) ||
  [`"${anchor}"`, `{#${anchor}}`].some((one) => note.text.includes(one));

const seen = (heading: string): string =>
  normalHeading(
    heading
      .replace(/\]\([^()\s]*\)|<[^<>]*>/g, ' ')
      .replace(/[^\p{L}\p{N}\s]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
