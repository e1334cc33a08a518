/** A part of somebody's file between two lines of ours. */
export interface SectionMarkers {
  readonly begin: string;
  readonly end: string;
}

/** The text with our part at its end, or in its old place; every other byte stays. */
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

/** True where our part stands in a text. */
export const hasMarkedSection = (text: string, marks: SectionMarkers): boolean =>
  spanOf(text, marks) !== null;

/** From the first letter of the first mark to the last of the second; each stands on a line of its own. */
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
