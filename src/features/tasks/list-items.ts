import { scanBlocks } from '../../markdown/block-scanner.js';
import { EMPTY_LINE, formatLine, joinLines } from '../../notes/entries/entry-line.js';

/** Formats texts as list items; null if there are none, so that their section is left out. */
export const formatItems = (texts: readonly string[], bullet = '-'): string | undefined =>
  texts.length === 0 ? undefined : texts.map((text) => formatItem(text, bullet)).join('\n');

/** Texts as a numbered list. */
export const formatNumberedList = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : texts.map((text, at) => formatItem(text, `${at + 1}.`)).join('\n');

/** Formats a text as one list item: unchanged if Markdown reads it as one, else escaped or as a JSON string. */
export function formatItem(text: string, bullet = '-'): string {
  const one = joinLines(text).trim();
  const { blocks } = scanBlocks(`- ${one}`);
  if (blocks.length === 1 && blocks[0]?.kind === 'item' && blocks[0].text === one) return `${bullet} ${one}`;
  try {
    return formatLine({ ...EMPTY_LINE, text: one }, bullet);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${bullet} ${JSON.stringify(one).replace(/[<>[\]]/g, ' ')}`;
  }
}

/** A text as paragraphs: a line that would begin a heading, a fence, a comment or a rule gets a backslash. */
export const formatPassage = (text: string): string =>
  text.trim().replace(/^( {0,3})(?=#{1,6}(?:\s|$)|={2,}\s*$|-{2,}\s*$|`{3,}|~{3,}|<[!?/a-z])/gim, '$1\\');
