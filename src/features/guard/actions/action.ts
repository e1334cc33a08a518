/** Something that is done, by what people call it and by what shows it in a command or in code. */
export interface Action {
  /** What people call it, in English, whole words. */
  readonly said: RegExp;
  /** What shows it in a command line or in new code; upper and lower case are one. */
  readonly shows?: RegExp;
  /** Files that it writes to. */
  readonly files?: RegExp;
  /** Files that were there before it changes them. */
  readonly edits?: RegExp;
  /** True where a change of a line that showed it before does it again. */
  readonly changes?: true;
  /** True where all else that an entry names must stand on the very line that shows it. */
  readonly line?: true;
}
