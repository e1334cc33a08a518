/** Quotes an argument so that a shell reads it as one word. */
export function quoteArgument(text: string): string {
  if (/^[\w@%+=:,./^~#-]+$/.test(text) && !/^[#~]/.test(text)) return text;
  if (!/["$`\\!\n]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const DISPLAY_OPTION = /^--(?:json|quiet|color(?:=.*)?|no-pager)$|^-q$/;

/** Removes the options that say how to print, with their values. */
export const dropDisplayOptions = (args: readonly string[]): readonly string[] =>
  args.filter((arg, at) => !DISPLAY_OPTION.test(arg) && args[at - 1] !== '--color');

/** The typed command line if it has text that would be tedious to type again, else null. */
export function formatTypedLine(args: readonly string[]): string | null {
  const shown = dropDisplayOptions(args);
  const hasText =
    shown.some((arg) => /\S\s+\S/.test(arg)) || shown.filter((arg) => !/^-/.test(arg)).length > 4;
  return hasText ? `daybook ${shown.map(quoteArgument).join(' ')}` : null;
}

/** True if a hint has every argument that is more than one word. */
export function isTextRepeated(args: readonly string[], hint: string): boolean {
  const texts = args.filter((arg) => /\S\s+\S/.test(arg));
  return texts.length > 0 && texts.every((text) => hint.includes(quoteArgument(text)));
}
