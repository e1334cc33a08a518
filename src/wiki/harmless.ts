/**
 * Text as an agent or a terminal may have it (guide/store.md › Words from outside): without characters that nobody sees, that turn the
 * reading direction, or that steer a terminal. What joins letters of other scripts, and the form of a sign, stays.
 * The notes keep their bytes: this is for what leaves.
 */
export function visible(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text.replace(HIDDEN, '').replace(BREAKS, ' ').replace(LONE_JOINERS, '').replace(LONE_SELECTORS, '');
}

/**
 * A line that may stand in a brief: visible, on one line, no comment opens or closes in it, no image is fetched for it,
 * and no `@path` makes an agent read that file.
 */
export function harmless(line: string): string {
  const one = visible(line)
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
  const inert = spansOf(one).map(({ text, isCode }) => (isCode ? text : withoutCalls(text)));
  return withoutComments(inert.join(''));
}

/** Text in which no HTML comment opens or closes, so that none can end the block that it stands in. */
export const withoutComments = (text: string): string =>
  text.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');

/** All but letters and signs of which none is taken away, as they stand in nearly every line. */
const SUSPICIOUS = /[^\t\n -~\u00a0-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205f\u2070-\u3163\u3165-\ud7ff]/;

/** Controls; soft hyphen, fillers, zero width; directions; invisible operators; annotations; notes of music; tags. */
const HIDDEN =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|\ud834[\udd73-\udd7a]|\udb40[\udc00-\udfff]/g;

/** What ends a line without being a line feed: a carriage return alone would let a terminal write over the line. */
const BREAKS = /[\u000b\u000c\u0085\u2028\u2029]|\r(?!\n)/g;

/** Joiners belong between two letters of scripts that join; anywhere else they only carry what nobody sees. */
const LONE_JOINERS =
  /(?<![\u0300-\u1fff\u2010-\uffff])[\u200c\u200d]|[\u200c\u200d](?![\u0300-\u1fff\u2010-\uffff])/g;

/** One selector behind a sign gives it its form. */
const LONE_SELECTORS = /(?<![#*0-9\u00a9\u00ae\u2010-\ufdff])[\ufe00-\ufe0f]/g;

/** `@path` at the beginning of a word is an import for an agent that reads CLAUDE.md; an image would be fetched. */
const withoutCalls = (text: string): string =>
  text.replace(/(?<![^\s("'*_[])@[\w~./\\-][^\s`]*/g, '`$&`').replaceAll('![', '[');

interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/** A line in its code spans and what lies between. With escapes or HTML in it nothing counts as code: that is always safe. */
function spansOf(line: string): Piece[] {
  if (!line.includes('`') || /[\\<]/.test(line)) return [{ text: line, isCode: false }];
  const parts = line.split(/(`+)/); // text, backticks, text, backticks … text
  const pieces: Piece[] = [{ text: parts[0] ?? '', isCode: false }];
  for (let at = 1; at < parts.length; at += 2) {
    const close = parts.findIndex((part, i) => i > at && i % 2 === 1 && part === parts[at]);
    const end = close < 0 ? at : close;
    pieces.push({ text: parts.slice(at, end + 1).join(''), isCode: true });
    pieces.push({ text: parts[end + 1] ?? '', isCode: false });
    at = end;
  }
  return pieces;
}
