const ASCII = /^[\x00-\x7f]*$/;

/** True for a text without any letter beyond ASCII, as most are. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/**
 * A pattern in two forms: one for ASCII alone, and one for all letters, which finds the same in ASCII. The second takes
 * V8 a hundred times as long to make, so it is made for the first text that needs it.
 */
export function createFastRegex(plain: RegExp, makeAny: () => RegExp): (text: string) => RegExp {
  let any: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) return plain;
    any ??= makeAny();
    return any;
  };
}
