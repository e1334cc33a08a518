import { escapeTags, neutralise, quoteImports, splitCodeSpans } from './neutralize.js';

/** Removes invisible characters and those that change the reading direction; keeps line breaks, and NUL, which is refused elsewhere. */
export function stripHidden(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  hidden ??= hiddenPattern();
  return text.replace(hidden, '$1');
}

/** All but letters and signs of which none is taken away, as they stand in nearly every text. */
const SUSPICIOUS =
  /[^\t-\r -~\u0085\u00a0-\u00ac\u00ae-\u034e\u2010-\u2029\u2030-\u205f\u2070-\u3163\u3165-\ud7ff]/;

/** Compiled at first need: property escapes take time, and nearly no text needs them. */
let hidden: RegExp | undefined;

/** Arabic and Indic scripts and those of South East Asia, in which joiners shape words. */
const JOINED = '[\\u0600-\\u109f\\u1780-\\u1cff]';

/** What a legitimate text needs of the characters that are removed everywhere else. */
const KEPT = [
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[#*0-9])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
];

/** The flags of England, Scotland and Wales. */
const FLAGS =
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';

/** Default ignorable characters, controls but tab and line breaks, and annotations. */
const REMOVED =
  '[\\p{Default_Ignorable_Code_Point}\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\ufff9-\\ufffb]';

const hiddenPattern = (): RegExp => new RegExp(`(?=${REMOVED})(?:(${FLAGS})|(?!${KEPT.join('|')}).)`, 'gsu');

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

/** Cuts a text to a number of characters; a sign in its place says so. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

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
