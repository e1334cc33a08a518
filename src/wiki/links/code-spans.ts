import { isEscaped, type Span } from './link.js';

/** Fenced code whole, and code spans within a paragraph; an indented block keeps its links, as it may be in a list. */
export function codeSpans(text: string): Span[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const spans: Span[] = [];
  let open: { readonly mark: string; readonly start: number } | null = null;
  let prose = 0;
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    const [, mark = ''] = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (open && mark.startsWith(open.mark) && /^[\s>]*[`~]+[ \t]*$/.test(line)) {
      spans.push({ start: open.start, end: index + line.length });
      prose = index + line.length;
      open = null;
    } else if (!open && mark !== '') {
      spans.push(...inlineCode(text, prose, index));
      open = { mark, start: index };
    }
  }
  if (open) return [...spans, { start: open.start, end: text.length }];
  return [...spans, ...inlineCode(text, prose, text.length)];
}

/** Runs of backticks that pair within one paragraph. */
function inlineCode(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const { index, 0: paragraph } of text
    .slice(from, to)
    .matchAll(/(?:[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?)+/g)) {
    const runs = [...paragraph.matchAll(/`+/g)].filter((run) => !isEscaped(paragraph, run.index));
    const last = new Map(runs.map((run, i) => [run[0].length, i]));
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i] as RegExpExecArray;
      const size = run[0].length;
      if ((last.get(size) ?? i) <= i) continue;
      const close = runs.findIndex((other, j) => j > i && other[0].length === size);
      const end = runs[close] as RegExpExecArray;
      spans.push({ start: from + index + run.index, end: from + index + end.index + size });
      i = close;
    }
  }
  return spans;
}
