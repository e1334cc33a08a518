import { BACKSLASH, CLOSE_BRACKET, COLON, OPEN_BRACKET } from './char-codes.js';

// One line, nothing in it that could be escaped, quoted or continued otherwise.
const DEFINITION =
  /^ {0,3}\[(?=[^\]]*[^\s\]])[^[\]\\\r\n]+\]:[ \t]*[^\s<>()"'\\[\]\u0000-\u0020\u007f]+(?:[ \t]+"[^"\\\r\n]*")?[ \t]*(?:\r\n|\n|\r)?$/;
const LONGEST_DEFINITION = 1000;

/** True where `[label]:` may stand at an offset, before `end`. */
export function mayBeDefinition(text: string, from: number, end: number): boolean {
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN_BRACKET) return false;
    else if (code === CLOSE_BRACKET) return text.charCodeAt(at + 1) === COLON;
  }
  return false;
}

/** Splits a text into its lines; null unless each is a whole definition, none of whose parts could go on below. */
export function splitDefinitions(text: string): readonly string[] | null {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.every((line) => line.length <= LONGEST_DEFINITION && DEFINITION.test(line)) ? lines : null;
}
