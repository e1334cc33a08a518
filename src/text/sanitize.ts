import { stripHidden } from './hidden-characters.js';
import { escapeTags, neutralise, quoteImports, splitCodeSpans } from './neutralize.js';

/**
 * Text as an agent or a terminal may have it (guide/store.md › Untrusted text): without invisible characters, and without those that turn the
 * reading direction, or that steer a terminal. What joins letters of other scripts, and the form of a sign, stays.
 * The notes keep their bytes: this is for what leaves.
 */
export function stripInvisible(text: string): string {
  return stripHidden(text).replaceAll('\0', '').replace(BREAKS, ' ');
}

/** One visible line in which no comment opens or closes and no image is fetched, for what is written into notes. */
export function toPlainLine(text: string): string {
  return stripHtmlComments(withoutImages(oneLine(text)));
}

/** A line that may stand in a brief: as `plainLine`, and it imports no file and opens or closes no tag. */
export function sanitizeLine(text: string): string {
  const pieces = splitCodeSpans(withoutImages(oneLine(text)));
  return stripHtmlComments(quoteImports(pieces.map(escapeTags).join('')));
}

/** A text of one line or many as an agent may have it. */
export const toAgentText = (text: string): string => neutralise(stripInvisible(text));

const oneLine = (text: string): string =>
  stripInvisible(text)
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

/** Images outside code become links: a client would fetch them. */
const withoutImages = (line: string): string =>
  line.includes('![')
    ? splitCodeSpans(line)
        .map(({ text, isCode }) => (isCode ? text : text.replaceAll('![', '[')))
        .join('')
    : line;

/** Text in which no HTML comment opens or closes, so that none can end the block around it. */
export const stripHtmlComments = (text: string): string =>
  text.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');

/** What ends a line without being a line feed: a carriage return alone would let a terminal write over the line. */
const BREAKS = /[\u000b\u000c\u0085\u2028\u2029]|\r(?!\n)/g;

/** Returns true for a name of a file that would break the line in which it is printed. */
export const isOddName = (name: string): boolean => CONTROL.test(name);

/** Writes a name of a file on one line: with its control characters as JSON writes them. */
export const quoteName = (name: string): string =>
  isOddName(name) ? JSON.stringify(name).slice(1, -1) : name;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
