/** Width of help text in a pipe, and its largest width on a terminal. */
export const HELP_WIDTH = 80;

/** Splits a text at spaces into lines of at most `width` characters. A longer word gets its own line. */
export const wrapText = (text: string, width: number): readonly string[] => wrapWords(text.split(' '), width);

/** Joins words with spaces into lines of at most `width` characters. */
function wrapWords(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Wraps a text after a prefix and indents the following lines by its width. */
export const wrapHanging = (start: string, text: string, width: number): readonly string[] =>
  wrapText(text, width - start.length).map(
    (line, at) => `${at === 0 ? start : ' '.repeat(start.length)}${line}`,
  );

/** Wraps a command between its shell words. Each line but the last ends with a backslash, so that it can be pasted. */
export function wrapCommand(command: string, indent: string, width: number): readonly string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [command];
  const pieces = wrapWords(words, width - indent.length - 4);
  return pieces.map(
    (piece, at) => `${indent}${at === 0 ? '' : '  '}${piece}${at < pieces.length - 1 ? ' \\' : ''}`,
  );
}
