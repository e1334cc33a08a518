import { findTitleEnd, parseDestination, skipBlanks, toNoteLink } from './destination.js';
import type { Link, TextRange } from './link.js';

/** `[label]: destination "title"` and the note link it makes, if any. */
interface Definition extends TextRange {
  /** In lower case, with white space collapsed. */
  readonly label: string;
  readonly link: Link | null;
}

const LONGEST_LABEL = 999;
/** Block markers before a definition, then its label. */
const LEAD = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)\[((?:\\.|[^[\]\\])+)\]$/;

/**
 * Finds the link definitions of a text outside code (CommonMark §Link reference definitions). A definition cannot
 * interrupt a paragraph. Footnotes, whose label begins with `^`, do not count.
 */
export function findDefinitions(text: string, code: readonly TextRange[]): Definition[] {
  const found: Definition[] = [];
  let next = 0;
  let before = -1; // end of the previous definition
  let [line, seen] = [0, 0]; // start of the line at `seen`
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', at + 2)) {
    while (next < code.length && (code[next] as TextRange).end <= at) next++;
    if ((code[next]?.start ?? at + 1) <= at) continue;
    const passed = text.slice(seen, at);
    const lineBreak = Math.max(passed.lastIndexOf('\n'), passed.lastIndexOf('\r'));
    if (lineBreak >= 0) line = seen + lineBreak + 1;
    seen = at;
    if (at - line > LONGEST_LABEL) continue;
    const [, lead = '', label = ''] = LEAD.exec(text.slice(line, at + 1)) ?? [];
    if (label === '' || label.startsWith('^') || !mayBegin(text, line, lead, before)) continue;
    const read = readFrom(text, line + lead.length, at + 2);
    if (!read) continue;
    before = read.end;
    const note = toNoteLink(text, read.target);
    const span = { start: line + lead.length, end: read.end };
    found.push({
      ...span,
      label: label.trim().replace(/\s+/g, ' ').toLowerCase(),
      link: note && { form: 'markdown', ...span, ...note, alias: label, embed: false },
    });
  }
  return found;
}

/** Parses the text after the colon up to the end of its line. A title that does not end there may be ordinary text. */
function readFrom(
  text: string,
  start: number,
  at: number,
): { readonly target: TextRange; readonly end: number } | null {
  const target = parseDestination(text, skipBlanks(text, at));
  if (!target || target.behind <= start) return null;
  const bare = lineEnd(text, target.behind);
  const gap = skipBlanks(text, target.behind);
  const titled = gap > target.behind ? findTitleEnd(text, gap) : null;
  const whole = titled === null ? null : lineEnd(text, titled);
  const end = whole === null ? (bare === null ? null : target.behind) : titled;
  return end === null ? null : { target, end };
}

/** Returns the end of the line if only spaces are left, else null. */
function lineEnd(text: string, at: number): number | null {
  let i = at;
  while (text[i] === ' ' || text[i] === '\t') i++;
  return i >= text.length || text[i] === '\n' || text[i] === '\r' ? i : null;
}

/** Returns true if a definition may start on a line: it starts a block, or no paragraph precedes it. */
function mayBegin(text: string, line: number, lead: string, before: number): boolean {
  if (/[-*+.)]/.test(lead) || line === 0) return true;
  const above = text.slice(Math.max(0, line - LONGEST_LABEL), line).replace(/(?:\r\n|\n|\r)$/, '');
  const last = above.slice(Math.max(above.lastIndexOf('\n'), above.lastIndexOf('\r')) + 1);
  if (before >= 0 && text.slice(before, line).trim() === '') return true;
  return ENDS.test(last.replace(/^[ \t>]+/, ''));
}

/** Lines that end a paragraph: blank, a heading or its underline, a rule, a fence, a tag, an empty item. */
const ENDS =
  /^(?:$|#{1,6}(?:[ \t]|$)|=+[ \t]*$|(?:[-*_][ \t]*){2,}$|`{3,}|~{3,}|<.*>[ \t]*$|(?:[-*+]|\d{1,9}[.)])[ \t]*$)/;
