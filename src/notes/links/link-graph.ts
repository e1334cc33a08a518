import { normalizeHeading } from '../../markdown/section-edits.js';
import { notePath } from '../kinds/index.js';
import type { Note } from '../note.js';
import type { Notebook } from '../notebook.js';
import { findVisibleLinks, type LineLink } from './find-links.js';
import { parseAliases } from './note-name.js';
import { createResolver, type Resolver, resolvePath, resolveTarget } from './resolve-link.js';

/** A link with its position and target; null if the target does not exist. */
export interface ResolvedLink extends LineLink {
  readonly path: string;
  readonly to: string | null;
}

/** Resolves the links of a note. */
export const resolveLinks = (note: Note, notebook: Notebook, resolver: Resolver): ResolvedLink[] =>
  findVisibleLinks(note.text, () => notebook.outline(note)).flatMap((link) =>
    resolveLink(link, note.path, notebook, resolver),
  );

/** Resolves a link of the note at a path. Returns nothing if it leads out of the notebook, as a Markdown path may. */
export function resolveLink<L extends LineLink>(
  link: L,
  path: string,
  { notes }: Pick<Notebook, 'notes'>,
  resolver: Resolver,
): (L & Pick<ResolvedLink, 'path' | 'to'>)[] {
  const to = resolveTarget(link, path, resolver);
  return to === null && leadsOut(link, path, notes) ? [] : [{ ...link, path, to }];
}

/** Returns true if a link may mean another file or folder: it does not end in `.md`, or points elsewhere. */
function leadsOut({ form, note }: LineLink, path: string, folder: string): boolean {
  if (form === 'wiki') return ATTACHMENT.test(note);
  const meant = note.startsWith('/') ? null : resolvePath(path.slice(0, path.lastIndexOf('/') + 1), note);
  return !/\.md$/i.test(note) || !meant?.startsWith(folder && `${folder}/`);
}

/** Files that Obsidian shows beside notes. A link to one leads to no note, and is not dead. */
const ATTACHMENT =
  /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf|canvas|base|csv|docx|pptx|xlsx|zip)$/i;

/** Creates a resolver for a notebook with the aliases of some notes. */
export function createNotebookResolver(notebook: Notebook, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) =>
    parseAliases(text).map((alias) => [alias, path] as const),
  );
  return createResolver(notebook.list(), new Map(aliases), notebook.notes);
}

/** Returns all readable notes. */
export const readAllNotes = (notebook: Notebook): Note[] =>
  notebook.list().flatMap((path) => notebook.note(path) ?? []);

/** Returns the reason why a link is broken, or null if it works. */
export function explainBrokenLink(
  { form, to, heading, block, note }: ResolvedLink,
  notebook: Notebook,
): string | null {
  if (block !== null && standsInSession(block, notebook)) return null;
  const target = to === null ? null : notebook.note(to);
  if (!target) return explainMissing(note, notebook);
  if (block !== null) return hasBlock(target.text, block) ? null : `no block ^${block} in ${target.path}`;
  if (heading === null) return null;
  const isThere =
    hasHeading(target, heading, notebook) || (form === 'markdown' && hasAnchor(target, heading, notebook));
  return isThere ? null : `no heading \`${heading}\` in ${target.path}`;
}

/** A link to a name that several equally near notes have leads to none of them. */
function explainMissing(note: string, notebook: Notebook): string {
  const end = `/${note.normalize('NFC').toLowerCase()}.md`;
  const named = notebook.list().filter((path) => path.normalize('NFC').toLowerCase().endsWith(end));
  return named.length < 2
    ? `no note \`${note}\``
    : `${named.length} notes are called \`${note}\`: ${named.slice(0, MOST_NAMED).join(', ')}; write the path`;
}

const MOST_NAMED = 3;

/**
 * Returns true if an id is in the current session. Entries promoted from it link to the day note that the session will
 * move to.
 */
const standsInSession = (id: string, notebook: Notebook): boolean =>
  hasBlock(notebook.note(`${notebook.content}/${notePath('session')}`)?.text ?? '', id);

const hasBlock = (text: string, id: string): boolean =>
  new RegExp(`(?:^|\\s)\\^${id.replace(/[^\w-]/g, '\\$&')}[ \\t]*$`, 'm').test(text);

/**
 * Returns true if a note has a heading. Headings are compared by their letters and digits, so `#13-what-is-it` matches
 * `1.3 What is it?`; of `[[note#A#B]]` the last part counts.
 */
function hasHeading(note: Note, heading: string, notebook: Notebook): boolean {
  const wanted = seen(heading.split('#').at(-1) ?? '');
  return notebook.outline(note).blocks.some(({ kind, text }) => kind === 'heading' && seen(text) === wanted);
}

/** Returns true for anchors that sites generate for repeated headings (`#notes-1`), and for HTML anchors. */
const hasAnchor = (note: Note, anchor: string, notebook: Notebook): boolean =>
  hasHeading(note, anchor.replace(/-\d+$/, ''), notebook) ||
  [`"${anchor}"`, `{#${anchor}}`].some((one) => note.text.includes(one));

/** Returns true if two headings look the same to a reader. */
export const isSameHeading = (one: string, other: string): boolean => seen(one) === seen(other);

const seen = (heading: string): string =>
  normalizeHeading(heading.replace(/\]\([^()\s]*\)|<[^<>]*>/g, '').replace(/[^\p{L}\p{N}]/gu, ''));
