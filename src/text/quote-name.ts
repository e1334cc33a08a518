const CONTROL = /\p{Cc}/u;

/** Returns true for a name of a file that would break the line in which it is printed. */
export const isOddName = (name: string): boolean => CONTROL.test(name);

/** Writes a name of a file on one line: with its control characters as JSON writes them. */
export const quoteName = (name: string): string =>
  isOddName(name) ? JSON.stringify(name).slice(1, -1) : name;
