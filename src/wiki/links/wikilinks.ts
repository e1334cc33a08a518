import { isEscaped, type Link, partOf, type Span } from './link.js';

/** Longer than any path with a heading and an alias. */
const LONGEST = 2000;

/** The wikilinks that stand outside the spans of code, from left to right. */
export function wikilinks(text: string, code: readonly Span[]): Link[] {
  const links: Link[] = [];
  let next = 0;
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', at)) {
    while (next < code.length && (code[next] as Span).end <= at) next++;
    const span = code[next];
    if (span && span.start <= at) {
      at = span.end;
      continue;
    }
    const link = linkAt(text, at);
    if (link) links.push(link);
    at = link ? link.end : at + 1;
  }
  return links;
}

function linkAt(text: string, at: number): Link | null {
  const close = text.indexOf(']]', at);
  if (close < 0 || close - at > LONGEST) return null;
  const inner = text.slice(at + 2, close);
  if (/[[\]\r\n]/.test(inner) || isEscaped(text, at)) return null;
  const bar = inner.search(/\\?\|/);
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const hash = target.indexOf('#');
  const named = hash < 0 ? target : target.slice(0, hash);
  const [note, part] = [named.trim(), hash < 0 ? '' : target.slice(hash + 1).trim()];
  if (note === '' && part === '') return null;
  const embed = text[at - 1] === '!' && !isEscaped(text, at - 1);
  const start = at + 2 + named.indexOf(note);
  return {
    form: 'wiki',
    start: embed ? at - 1 : at,
    end: close + 2,
    name: { start, end: start + note.length },
    note,
    ...partOf(part),
    alias: bar < 0 ? null : inner.slice(inner.indexOf('|', bar) + 1).trim(),
    embed,
  };
}
