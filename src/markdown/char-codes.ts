/* Characters that mean something in Markdown, by their code. */

export const TAB = 9;
export const SPACE = 32;
export const HASH = 35;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const ONE = 49;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const TILDE = 126;

export const isBlank = (code: number): boolean => code === SPACE || code === TAB;
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
export const isBullet = (code: number): boolean => code === DASH || code === STAR || code === PLUS;
/** A character that begins no block but a paragraph. */
export const isPlain = (code: number): boolean => isLetter(code) || code > 127;
