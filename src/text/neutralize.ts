/**
 * A text of many lines as an agent may have it: nothing in it imports a file or opens or closes a tag of a client.
 * Code keeps its tags but those that look like a client's own; behind a lone backtick nothing counts as code up to the
 * next blank line, since a lexer may pair it with a backtick of a later line. Done twice it changes nothing.
 */
export function neutralise(text: string): string {
  if (!/[@<&]/.test(text)) return text;
  let fence: string | null = null;
  let mayFence = true;
  let isPaired = true;
  const lines = text.split('\n').map((line) => {
    if (fence !== null) {
      if (isClosing(line, fence)) fence = null;
      return escapeTags({ text: line, isCode: true });
    }
    if (mayFence) fence = FENCE.exec(line)?.[1] ?? null;
    if (DEFINITION.test(line)) mayFence = false;
    if (line.trim() === '') isPaired = true;
    const pieces = splitCodeSpans(line);
    isPaired &&= pieces.every(({ text, isCode }) => isCode || !text.includes('`'));
    return quoteImports((isPaired ? pieces : [{ text: line, isCode: false }]).map(escapeTags).join(''));
  });
  return lines.join('\n');
}

/** Only a fence at the margin is in no list or quote that could end before it does. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;

/** The title of a link definition may run over a fence that opens below it. */
const DEFINITION = /^[\s>]*\[[^\]]*\]:/;

const isClosing = (line: string, fence: string): boolean =>
  line.trimStart().startsWith(fence) && /^ {0,3}[`~]+\s*$/.test(line);

/**
 * Quotes what an importer would take: Claude Code reads the file of each `@path` behind a blank or at the beginning of any
 * Markdown token, in code of a list item, too. Behind a quotation mark no token begins, so it cannot be one.
 */
export function quoteImports(text: string): string {
  if (!/[@&]/.test(text)) return text;
  return text
    .replace(ENTITY, '&amp;')
    .replace(
      importPattern(),
      (_, before: string, path: string) => `${before === '\\' ? '\\ ' : ''}'${path}'`,
    );
}

/** Entities by which an import can be written; lexers that decode them do it before the importer looks. */
const ENTITY = /&(?=#|(?:commat|period|sol);)/gi;

/** Behind letters, digits and signs that mark up nothing there is no import, where no backslash makes them a token. */
const importPattern = (): RegExp => {
  // Made at first need: V8 builds the sets of all letters when it evaluates the literal, which takes milliseconds.
  pattern ??=
    /(?:(?<![\p{L}\p{N}/'"=:,\\])|(?<=\\[/'"=:,])|(\\))(@(?:~\/|[\w./-])(?:[\w./+#%:-]*[\w/](?:(?<=[a-z0-9])@[\w.-]*\w)?)?)/giu;
  return pattern;
};

let pattern: RegExp | undefined;

/** A part of a line: in backticks, or not. */
interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Escapes what opens or closes a tag, a comment or an instruction; in code only tags with a name such as clients use,
 * so that `Map<string>` stays readable, and what closes any.
 */
export const escapeTags = ({ text, isCode }: Piece): string =>
  text.includes('<') ? text.replace(isCode ? CLIENT_TAG : TAG, '&lt;') : text;

const TAG = /<(?=[a-z/!?|\uff5c])/gi;
const CLIENT_TAG =
  /<(?=[|\uff5c]|\/[a-z]|[a-z]\w*[-_:][a-z]|(?:memory|system|user|human|assistant|thinking|invoke|parameter|instructions)\b)/gi;

/** A line in its code spans and what lies between. Behind a backslash before a backtick nothing counts as code. */
export function splitCodeSpans(line: string): readonly Piece[] {
  if (!line.includes('`')) return [{ text: line, isCode: false }];
  const parts = line.split(/(`+)/); // text, backticks, text, backticks … text
  const pieces: Piece[] = [{ text: parts[0] ?? '', isCode: false }];
  for (let at = 1; at < parts.length; at += 2) {
    if (parts[at - 1]?.endsWith('\\')) return [...pieces, { text: parts.slice(at).join(''), isCode: false }];
    const close = parts.findIndex((part, i) => i > at && i % 2 === 1 && part === parts[at]);
    const end = close < 0 ? at : close;
    pieces.push({ text: parts.slice(at, end + 1).join(''), isCode: close >= 0 });
    pieces.push({ text: parts[end + 1] ?? '', isCode: false });
    at = end;
  }
  return pieces;
}
