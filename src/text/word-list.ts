/** Returns the words of a table that is written as one text. */
export const parseWordList = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Returns the words of a table as a set. */
export const parseWordSet = (text: string): ReadonlySet<string> => new Set(parseWordList(text));

/** Returns the words of a table row by row; each line is a row. */
export const parseWordRows = (text: string): readonly (readonly string[])[] =>
  text.trim().split('\n').map(parseWordList);
