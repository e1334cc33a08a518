/** A range of text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A link to a note: a wikilink (`[[note#heading|alias]]`, `[[note#^block]]`, `![[embed]]`), or one of Markdown
 * (`[alias](note.md#heading)`, `![alias](note.md)`, and the definition `[alias]: note.md`).
 */
export interface Link extends TextRange {
  readonly form: 'wiki' | 'markdown';
  /** The range of the note's name. */
  readonly name: TextRange;
  /** The name of the note, unescaped; '' for a link within its own note. */
  readonly note: string;
  readonly heading: string | null;
  /** The block id without its caret. */
  readonly block: string | null;
  readonly alias: string | null;
  readonly embed: boolean;
}

/** Returns true if the character at an offset is escaped by a backslash. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Parses the heading or block after the `#` of a link. */
export function parseLinkTarget(part: string): Pick<Link, 'heading' | 'block'> {
  if (part.startsWith('^')) return { heading: null, block: part.slice(1) };
  return { heading: part === '' ? null : part, block: null };
}
