import type { Outline } from '../../markdown/outline.js';
import { findLinks, findVisibleLinks, type LineLink, type Link } from '../../notes/links/find-links.js';
import type { Note } from '../../notes/note.js';
import { ByteReader, type ByteWriter } from './byte-codec.js';
import type { LinkLine } from './document-types.js';

/** A line of more is read from its note. */
const MAX_LENGTH = 1000;

/**
 * Returns the lines of a note with links, so that backlinks are found without reading the note. Null if the note must be
 * read: the scanner is unsure, a link is too long, or it spans lines.
 */
export function extractLinkLines({ text }: Note, outline: Outline): readonly LinkLine[] | null {
  let request = false;
  const look = () => {
    request = true;
    return outline;
  };
  const links = findVisibleLinks(text, look).filter(({ note }) => note !== '');
  if (request && !outline.isCertain) return null;
  const lines: { line: number; text: string; links: [number, number][] }[] = [];
  for (const link of links) {
    const { start, end } = lineAround(text, link.start);
    if (link.end > end || end - start > MAX_LENGTH) return null;
    const last = lines.at(-1);
    const own =
      last?.line === link.line ? last : { line: link.line, text: text.slice(start, end), links: [] };
    if (own !== last) lines.push(own);
    own.links.push([link.start - start, link.end - start]);
  }
  return lines;
}

/** A line without blanks around it. */
function lineAround(text: string, at: number): { readonly start: number; readonly end: number } {
  let start = Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  while (isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return { start, end };
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

/** Linking lines as bytes; none at all for none. */
export function encodeLinkLines(lines: readonly LinkLine[] | null, into: ByteWriter): void {
  if (lines?.length === 0) return;
  into.number(lines === null ? 0 : lines.length);
  let before = 0;
  for (const { line, text, links } of lines ?? []) {
    into.number(line - before);
    into.text(text);
    into.number(links.length);
    for (const [start, end] of links) {
      into.number(start);
      into.number(end - start);
    }
    before = line;
  }
}

/** A link in the index, with its line. */
export interface IndexedLink extends LineLink {
  readonly around: string;
}

/** Reads what `packLinking` wrote. Most links to a note are written alike, so each writing is read once. */
export class LinkLineReader {
  readonly #read = new Map<string, Link | null>();

  /** The links of one note; null where the note must be read. */
  links(bytes: Uint8Array): readonly IndexedLink[] | null {
    if (bytes.length === 0) return [];
    const reader = new ByteReader(bytes);
    const count = reader.number();
    if (count === 0) return null;
    const found: IndexedLink[] = [];
    for (let i = 0, line = 0; i < count; i++) {
      line += reader.number();
      const around = reader.text();
      for (let left = reader.number(); left > 0; left--) {
        const start = reader.number();
        const written = around.slice(start, start + reader.number());
        const link = this.#linkIn(written);
        if (!link) return null;
        found.push({ ...link, line, written, around });
      }
    }
    return found;
  }

  /** The link that all of it is. */
  #linkIn(written: string): Link | null {
    const known = this.#read.get(written);
    if (known !== undefined) return known;
    const link = findLinks(written).find(({ start, end }) => start === 0 && end === written.length) ?? null;
    this.#read.set(written, link);
    return link;
  }
}
