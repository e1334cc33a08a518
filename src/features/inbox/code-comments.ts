import type { EntryDeps } from '../../command/planning-deps.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { KnownLines } from '../promotion/known-lines.js';
import { isAlreadyProposed, propose } from './propose.js';

/** A `MEMORY:` comment of a source file: its text and line number, from 1. */
interface MemoryComment {
  readonly line: number;
  readonly text: string;
}

/**
 * The `MEMORY:` comments of a source file (FEATURES A4): behind a comment mark of any language, at the beginning of a
 * line or after code; never in a string, nor a `MEMORY:` key of a settings file.
 */
export function findMemoryComments(source: string): MemoryComment[] {
  if (!source.includes('MEMORY:')) return [];
  let open = '';
  return source.split(/\r\n|\n|\r/).flatMap((text, at) => {
    if (text.length > LONGEST_LINE) return [];
    const found = (open === '' ? null : INNER.exec(text)) ?? MARK.exec(text);
    open = findOpenBlock(text, open);
    if (!found || isQuoted(text.slice(0, found.index))) return [];
    const phrase = text
      .slice(found.index + found[0].length)
      .replace(CLOSING, '')
      .trim();
    return isSaying(phrase) ? [{ line: at + 1, text: phrase }] : [];
  });
}

/** Longer lines are minified code. */
const LONGEST_LINE = 2000;
const MARK = /(?<=^|\s)(?:\/\/+!?|\/\*+|#+|--|;+|%+|<!--|\(\*|"""|'''|REM\b|\*(?=\s))\s*@?MEMORY:\s*/;
const CLOSING = /(?<![\s*])\s*(?:\*+[/)]|-->|"""|''')\s*$/;

/** A line within a docstring or a block comment. */
const INNER = /^\s*@?MEMORY:\s*/;

/** The end that an open docstring or block comment waits for after a line; empty outside of one. */
function findOpenBlock(line: string, open: string): string {
  if (open !== '') return line.includes(open) ? '' : open;
  const [, start = '', rest = ''] = /^\s*[rbuRBU]?("""|'''|\/\*|<!--)(.*)$/.exec(line) ?? [];
  const end = start === '/*' ? '*/' : start === '<!--' ? '-->' : start;
  return end === '' || rest.includes(end) ? '' : end;
}

/** True where a quotation is still open; an apostrophe opens one only where a value may begin. */
const isQuoted = (before: string): boolean =>
  isOdd(before, '"') || isOdd(before, '`') || /[=(,[:]\s*'[^']*$/.test(before);

const isOdd = (text: string, mark: string): boolean =>
  text.replaceAll(`\\${mark}`, '').replaceAll(mark.repeat(3), '').split(mark).length % 2 === 0;

/** One word alone is a setting that was commented out: `# MEMORY: 512Mi`. */
const isSaying = (text: string): boolean =>
  /\p{Script=Han}{4}/u.test(text) ||
  text
    .trim()
    .split(/\s+/)
    .slice(0, -1)
    .some((word) => /\p{L}/u.test(word));

/** A source file as it is now. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/** A comment that was put into the inbox. */
export interface ProposedComment extends MemoryComment {
  readonly path: string;
}

/** Plans to propose the comments that are not in memory and were never proposed, even where they moved. */
export function proposeComments(
  files: readonly Source[],
  notebook: Notebook,
  deps: Pick<EntryDeps, 'ids' | 'template'> & { readonly known: readonly LocatedEntry[] },
) {
  const known = new KnownLines(deps.known);
  const comments = files.flatMap(({ path, text }) =>
    findMemoryComments(text).map((one) => ({ path, ...one })),
  );
  const proposed: ProposedComment[] = [];
  const changes = collectChanges(comments, notebook, (comment, now) => {
    const line = joinLines(comment.text);
    if (isAlreadyProposed(`keep «${line}», found in `, now) || known.findRepeated(line) !== null) return [];
    const made = propose({ act: 'keep', line, found: `${comment.path}:${comment.line}` }, now, deps);
    if (made.length > 0) proposed.push(comment);
    return made;
  });
  return { changes, proposed };
}
