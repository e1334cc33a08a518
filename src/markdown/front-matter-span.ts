/** Longer front matter is not read: a snapshot holds some long fields, but no note needs more. */
const LONGEST = 256 * 1024;

const FRONT_MATTER =
  /^(---[ \t]*(?:\r\n|\n|\r))((?:(?!---[ \t]*(?:[\r\n]|$))[^\r\n]*(?:\r\n|\n|\r))*)---[ \t]*(?:[\r\n]|$)/;

/** Where the lines between the two rules stand; null where there is no front matter, or one that is too long. */
export function frontMatterSpan(text: string): { readonly start: number; readonly end: number } | null {
  const found = FRONT_MATTER.exec(text.slice(0, LONGEST + 16));
  if (!found) return null;
  const [, opening = '', lines = ''] = found;
  return { start: opening.length, end: opening.length + lines.length };
}

/** True where a note begins with front matter that ends. */
export const closesFrontMatter = (text: string): boolean =>
  /^---[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?[\r\n])??---[ \t]*(?:[\r\n]|$)/.test(text);
