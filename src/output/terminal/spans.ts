/** What a part of a line means. */
export type Tone =
  | 'heading'
  | 'strong'
  | 'code'
  | 'type'
  | 'id'
  | 'quiet'
  | 'good'
  | 'bad'
  | 'warning'
  | 'added'
  | 'removed';

/** A part of a line with one meaning. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** The SGR codes that begin and end each meaning. */
const CODES: Readonly<Record<Tone, readonly [on: string, off: number]>> = {
  heading: ['1', 22],
  strong: ['1', 22],
  code: ['36', 39],
  type: ['34', 39],
  id: ['33', 39],
  quiet: ['2', 22],
  good: ['32', 39],
  bad: ['31', 39],
  warning: ['33', 39],
  added: ['32', 39],
  removed: ['31', 39],
};

/** Formats spans as one line, with escape sequences if `color` is set. */
export const formatSpans = (spans: readonly Span[], color: boolean): string =>
  spans.map(({ text, tone }) => (color && tone && text !== '' ? paint(text, tone) : text)).join('');

function paint(text: string, tone: Tone): string {
  const [on, off] = CODES[tone];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** Splits a line of Markdown into spans: headings, bold words, code, and ids of entries. */
export function parseMarkdownLine(line: string): readonly Span[] {
  const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? [];
  if (heading !== undefined) return [{ text: heading.replaceAll('**', ''), tone: 'heading' }];
  return line
    .split(/(\*\*[^*\n]+\*\*|`[^`\n]+`|(?<=^|\s)\^[0-9a-z]{11}(?=\s|$|[.,;:)]))/)
    .flatMap((part): Span[] => {
      if (part === '') return [];
      if (/^\*\*[^*]+\*\*$/.test(part)) return [{ text: part.slice(2, -2), tone: 'strong' }];
      if (/^`[^`]+`$/.test(part)) return [{ text: part, tone: 'code' }];
      if (/^\^[0-9a-z]{11}$/.test(part)) return [{ text: part, tone: 'id' }];
      return [{ text: part }];
    });
}
