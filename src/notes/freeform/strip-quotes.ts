/** Replaces each character of code and quotations; no pattern matches it. */
const BLANK = '\uFFFC';

/** Code spans and quotations within one line, in the order in which they are matched. */
const QUOTED: readonly RegExp[] = [
  /(?<!`)(`{1,4})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g,
  /"[^"\n]{1,500}"|“[^”\n]{1,500}”|「[^」\n]{1,500}」|『[^』\n]{1,500}』|«[^»\n]{1,500}»/g,
  /(?<=^|[\s(])['‘][^'’\n]{1,200}['’](?=[\s,.;:!?)]|$)/gm,
];

/**
 * Blanks fences, quoted lines, code spans and quotations, and converts full-width punctuation (`：`, `，`) to ASCII.
 * Offsets do not change.
 */
export function stripQuotes(text: string): string {
  let out = narrow(lines(text));
  for (const pattern of QUOTED) out = out.replace(pattern, blank);
  return out;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}>/;

/** Blanks whole lines: fences, closed or not, and lines that begin with `>`. */
function lines(text: string): string {
  let fence = '';
  const judged = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const inside = fence !== '' || mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    return inside || QUOTE.test(line) ? blank(line) : line;
  });
  return judged.join('\n');
}

/** Converts full-width characters, which follow the order of ASCII from U+FF01. */
const narrow = (text: string): string =>
  text
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');

const blank = (found: string): string => BLANK.repeat(found.length);
