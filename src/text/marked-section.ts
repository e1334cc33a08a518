/** The part of a user's file between two marker lines. */
export interface SectionMarkers {
  readonly begin: string;
  readonly end: string;
}

/** Returns the text with the marked part replaced, or added at the end; all other bytes stay. */
export function upsertMarkedSection(text: string, marks: SectionMarkers, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const part = [marks.begin, ...lines, marks.end].join(eol);
  const found = spanOf(text, marks);
  if (found) return text.slice(0, found.start) + part + text.slice(found.end);
  if (text === '' || /[\r\n]$/.test(text)) return `${text}${part}${eol}`;
  return `${text}${eol}${part}`;
}

/** The text as it was before `withMarked`; the same where there is no such part. */
export function removeMarkedSection(text: string, marks: SectionMarkers): string {
  const found = spanOf(text, marks);
  if (!found) return text;
  const [before, after] = [text.slice(0, found.start), text.slice(found.end)];
  if (after === '') return before.replace(/(\r\n|\n|\r)$/, '');
  return before + after.replace(/^(\r\n|\n|\r)/, '');
}

/** True if a text has the marked part. */
export const hasMarkedSection = (text: string, marks: SectionMarkers): boolean =>
  spanOf(text, marks) !== null;

/** Matches from the first marker to the end of the second; each is on its own line. */
function spanOf(
  text: string,
  { begin, end }: SectionMarkers,
): { readonly start: number; readonly end: number } | null {
  const start = lineAt(text, begin, 0);
  const last = start < 0 ? -1 : lineAt(text, end, start + begin.length);
  return last < 0 ? null : { start, end: last + end.length };
}

function lineAt(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    const [before, after] = [text[at - 1] ?? '\n', text[at + line.length] ?? '\n'];
    if (/[\r\n]/.test(before) && /[\r\n]/.test(after)) return at;
  }
  return -1;
}
