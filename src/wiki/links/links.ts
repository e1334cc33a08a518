/** A wikilink: `[[note#heading|alias]]`, `[[note#^block]]`, `![[embed]]`. */
export interface Link {
  /** Offsets of the whole link, the `!` of an embed included. */
  readonly start: number;
  readonly end: number;
  /** The note as written, '' for a link within its own note. */
  readonly note: string;
  readonly heading: string | null;
  /** The block's id without its caret. */
  readonly block: string | null;
  readonly alias: string | null;
  readonly embed: boolean;
}

/** All wikilinks that stand outside code, from left to right. Fences and code spans are read line by line. */
export function linksOf(text: string): Link[] {
  if (!text.includes('[[')) return [];
  const links: Link[] = [];
  const code = codeSpans(text);
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

/** How a link names its target: the path it is written for, and the words that differ by case only. */
export interface Resolver {
  /** The path that a link's note stands for, or null where there is none, or more than one that fits equally. */
  resolve(note: string, from: string): string | null;
}

/**
 * Resolves links among notes: by path, with or without `.md`; by name, the nearest to the linking note first; by the
 * aliases given. `[[index]]` is the front page, `_index.md`.
 */
export function createResolver(
  paths: readonly string[],
  aliases: ReadonlyMap<string, string> = new Map(),
): Resolver {
  const byPath = new Map<string, string>();
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const plain = bare(path);
    byPath.set(plain, path);
    const name = plain.slice(plain.lastIndexOf('/') + 1);
    for (const key of name === '_index' ? [name, 'index'] : [name])
      byName.set(key, [...(byName.get(key) ?? []), path]);
  }
  const byAlias = new Map([...aliases].map(([alias, path]) => [alias.toLowerCase(), path]));
  return {
    resolve(note, from) {
      if (note === '') return from;
      const wanted = bare(note);
      const folder = from.slice(0, from.lastIndexOf('/') + 1).toLowerCase();
      const exact = byPath.get(wanted) ?? byPath.get(folder + wanted);
      if (exact) return exact;
      const named = (byName.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []).filter((path) =>
        endsWithPath(path, wanted),
      );
      return nearest(named, from) ?? byAlias.get(wanted) ?? null;
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function linkAt(text: string, at: number): Link | null {
  const close = text.indexOf(']]', at);
  if (close < 0 || close - at > LONGEST) return null;
  const inner = text.slice(at + 2, close);
  if (/[[\]\r\n]/.test(inner) || isEscaped(text, at)) return null;
  const bar = inner.search(/\\?\|/);
  const target = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  const alias = bar < 0 ? null : inner.slice(inner.indexOf('|', bar) + 1).trim();
  const hash = target.indexOf('#');
  const note = hash < 0 ? target : target.slice(0, hash).trim();
  const part = hash < 0 ? '' : target.slice(hash + 1).trim();
  if (note === '' && part === '') return null;
  const embed = text[at - 1] === '!' && !isEscaped(text, at - 1);
  const block = part.startsWith('^') ? part.slice(1) : null;
  return {
    start: embed ? at - 1 : at,
    end: close + 2,
    note,
    heading: part === '' || block !== null ? null : part,
    block,
    alias,
    embed,
  };
}

/** Longer than any path with a heading and an alias. */
const LONGEST = 2000;

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Fenced code whole, and code spans within a paragraph; an indented block keeps its links, as it may be in a list. */
function codeSpans(text: string): Span[] {
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

const bare = (path: string): string =>
  path
    .replace(/\.md$/i, '')
    .replace(/^\.?\//, '')
    .toLowerCase();

const endsWithPath = (path: string, wanted: string): boolean => {
  const plain = bare(path);
  return !wanted.includes('/') || plain === wanted || plain.endsWith(`/${wanted}`);
};

/** The one that shares most folders with the linking note, then the shortest; null where two are equally near. */
function nearest(paths: readonly string[], from: string): string | null {
  if (paths.length < 2) return paths[0] ?? null;
  const ranked = paths
    .map((path) => ({ path, rank: sharedFolders(path, from) * 1000 - path.split('/').length }))
    .toSorted((a, b) => b.rank - a.rank);
  return ranked[0]?.rank === ranked[1]?.rank ? null : (ranked[0]?.path ?? null);
}

function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return shared;
}
