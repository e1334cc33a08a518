/** Stands for each character that is code or somebody else's words; no pattern matches it. */
const BLANK = '\uFFFC';

/** Code spans and quotations, within one line, in the order in which they are looked for. */
const QUOTED: readonly RegExp[] = [
  /(?<!`)(`{1,4})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g,
  /"[^"\n]{1,500}"|“[^”\n]{1,500}”|「[^」\n]{1,500}」|『[^』\n]{1,500}』|«[^»\n]{1,500}»/g,
  /(?<=^|[\s(])['‘][^'’\n]{1,200}['’](?=[\s,.;:!?)]|$)/gm,
];

/**
 * The text with fences, quoted lines, code spans and quotations blanked, and full-width marks (`：`, `，`) as their
 * narrow twins. Every character keeps its offset.
 */
export function stripQuotes(text: string): string {
  let out = narrow(lines(text));
  for (const pattern of QUOTED) out = out.replace(pattern, blank);
  return out;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}>/;

/** Blanks whole lines: those of a fence, closed or not, and those that begin with `>`. */
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

/** From U+FF01 on, the full-width forms stand in the order of ASCII. */
const narrow = (text: string): string =>
  text
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');

const blank = (found: string): string => BLANK.repeat(found.length);
