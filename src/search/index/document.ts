import type { Outline } from '../../markdown/outline.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { findLinks, type Link } from '../../notes/links/find-links.js';
import type { Note } from '../../notes/note.js';
import type { IndexedEntry, SearchDocument } from './document-types.js';
import { createHeadingReader } from './headings.js';
import { extractLinkLines } from './link-index.js';

/** A parsed note. */
export interface ParsedNote {
  readonly kind: string;
  readonly outline: Outline;
  readonly entries: readonly LocatedEntry[];
}

/** Parses a note into its kind, outline and entries. */
export type ParseNote = (note: Note) => ParsedNote;

/** Fields that are not searched: ids, sources, times. */
const MARKS =
  /\s\^[\w-]+(?=\s|$)|\[\[[^[\]\n]*#\^[^[\]\n]*\]\]|\[(?:at|verified|superseded|status|branch)::[^[\]\n]*\]/g;
const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX-]\]\s+)?|^#{1,6}\s+/;

/** A note as search sees it. */
export function toSearchDocument(note: Note, { kind, outline, entries }: ParsedNote): SearchDocument {
  const section = sectionCounter(outline, entries);
  const headings = createHeadingReader(note, kind, outline);
  const linked = linksBy(findLinks(note.text), entries);
  const passages = entries.map(
    ({ id, type, tags, at, by, superseded, line, start, end }, i): IndexedEntry => {
      const raw = note.text.slice(start, end);
      const links = linked[i] ?? [];
      const text = raw.replace(MARKER, '').replace(MARKS, ' ').trim();
      return {
        id,
        type,
        text,
        tags,
        above: headings(line),
        by,
        isSuperseded: superseded !== null,
        links,
        day: at?.slice(0, 10) ?? null,
        section: section(line),
        line,
        lines: linesIn(raw),
      };
    },
  );
  return {
    path: note.path,
    kind,
    plain: isPlain(note, outline),
    passages,
    linking: extractLinkLines(note, outline),
  };
}

/** Returns the link targets of each entry; a link outside of entries counts for the entry before it, or for the first. */
function linksBy(links: readonly Link[], entries: readonly LocatedEntry[]): readonly (readonly string[])[] {
  const found: string[][] = entries.map(() => []);
  let at = 0;
  for (const { start, note } of links) {
    while (at + 1 < entries.length && (entries[at + 1] as LocatedEntry).start <= start) at++;
    found[at]?.push(note);
  }
  return found;
}

/** A part of a note has no hash of its own, and to compute that of the whole note would take too long. */
const NONE = '';

/**
 * One entry of a plain note, read from its own lines and the headings above it, so that the rest of the note is
 * never parsed. Null where nothing is found there.
 */
export function readSingleEntry(
  note: Note,
  starts: readonly number[],
  { line, lines }: { readonly line: number; readonly lines: number },
  read: ParseNote,
): LocatedEntry | null {
  const start = starts[line - 1] ?? note.text.length;
  const end = starts[line - 1 + lines] ?? note.text.length;
  const text = `${headingsOver(note.text, starts, line - 1).join('\n')}\n${note.text.slice(start, end)}`;
  const entry = read({ path: note.path, text, bom: note.bom, hash: NONE }).entries.at(-1);
  return entry ? { ...entry, line, start, end: end + entry.end - text.length } : null;
}

/** Where each line of a text begins. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The headings above a line, by its place among all, the outermost first: one a level, each above those of deeper ones. */
function headingsOver(text: string, starts: readonly number[], line: number): string[] {
  const found: string[] = [];
  let level = 7;
  for (let above = Math.min(line, starts.length) - 1; above >= 0 && level > 1; above--) {
    const at = starts[above]!;
    if (text.charCodeAt(at) !== HASH) continue;
    const [heading = '', signs = ''] = HEADING.exec(text.slice(at, text.indexOf('\n', at))) ?? [];
    if (heading === '' || signs.length >= level) continue;
    level = signs.length;
    found.unshift(heading);
  }
  return found;
}

const HASH = 0x23;

const HEADING = /^(#{1,6})(?:[ \t].*)?$/m;
const HEADINGS = new RegExp(HEADING, 'gm');

/** True if all headings can be found line by line. */
function isPlain({ text }: Note, { blocks, isCertain: certain, eol }: Outline): boolean {
  if (!certain || eol === '\r') return false;
  const lines: number[] = [];
  for (let line = 1, at = 0, found = HEADINGS.exec(text); found; found = HEADINGS.exec(text)) {
    for (; at < found.index; line++) at = text.indexOf('\n', at) + 1;
    lines.push(line);
  }
  const seen = blocks.filter(({ kind }) => kind === 'heading').map(({ line }) => line);
  return lines.length === seen.length && lines.every((line, i) => line === seen[i]);
}

/** Returns a function that counts the headings above a line, without headings that are entries. Call it with ascending lines. */
function sectionCounter({ blocks }: Outline, entries: readonly LocatedEntry[]): (line: number) => number {
  const own = new Set(entries.map(({ line }) => line));
  const headings = blocks.filter(({ kind, line }) => kind === 'heading' && !own.has(line));
  let above = 0;
  return (line) => {
    while (above < headings.length && headings[above]!.line <= line) above++;
    return above;
  };
}

function linesIn(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
