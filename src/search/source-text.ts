import type { Entry } from '../notes/entries/entry.js';
import { joinLines } from '../notes/entries/entry-line.js';
import { parseLineMetadata } from '../notes/entries/line-metadata.js';
import { isFactCheckLine, isProofLine } from '../notes/entries/proof.js';
import { getEntryText } from './ranking/dedupe.js';

/** An entry, and its lines in the note. */
type SourcedEntry = Entry & { readonly source: string };

/** Returns what an entry says: prose as it is written, others with what is below their first paragraph. */
export function getSourceText(entry: SourcedEntry): string {
  const { type, source } = entry;
  const isWhole = /^\s*(?:#|>|`{3}|~{3})/.test(source); // the text of such an entry has all lines
  if (isWhole || (type !== 'prose' && !source.trimEnd().includes('\n'))) return getEntryText(entry);
  const lines = source.split(/\r\n|\n|\r/);
  const next = lines.findIndex((line, at) => at > 0 && BEGINS.test(line));
  const end = next < 0 ? lines.length : next;
  const first = joinLines(lines.slice(0, end).join('\n').replace(MARKER, ''));
  const rest = lines.slice(end).filter((line) => !isProofLine(line) && !isFactCheckLine(line));
  const below = rest.join('\n').replace(MARKS, '').trim();
  const said = type === 'prose' ? parseLineMetadata(first).head.trim() : getEntryText(entry);
  const gap = lines[end]?.trim() === '' ? '\n\n' : '\n';
  return below === '' ? said : `${said}${gap}${below}`;
}

/** Ids, fields and sources of lines below the first paragraph. */
const MARKS = /[ \t]\^[\w-]+[ \t]*$|\[[a-z_]+::[^[\]\n]*\]|\[\[[^[\]\n]*#\^[^[\]\n]*\]\]/gm;
const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX-]\]\s+)?/;
/** A line that begins something else than a paragraph. */
const BEGINS = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s|[>|#]|```|~~~|$)/;
