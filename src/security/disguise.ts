/** A text without the characters that split its words invisibly, and where each of its own stood in the source. */
interface Plain {
  readonly text: string;
  /** The range of the source that a range of `text` was read from, edges without what was left out. */
  sourceRange(from: number, to: number): readonly [from: number, to: number];
  /** Line breaks of the source inside a range of `text` that were left out without a backslash before them. */
  breaksIn(from: number, to: number): readonly Break[];
}

/** A line break that was left out: where it is in the source, and where the next line's text begins. */
interface Break {
  readonly at: number;
  readonly next: number;
}

/** Character references that stand for signs which tokens have. */
const NAMED: Readonly<Record<string, string>> = {
  lowbar: '_',
  UnderBar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  sol: '/',
  plus: '+',
  equals: '=',
  colon: ':',
  tilde: '~',
  num: '#',
  excl: '!',
  quest: '?',
  commat: '@',
  percnt: '%',
  amp: '&',
};

/** A backslash before a line break or a sign; a character reference; what has no width; a break inside a run of token characters. */
const DISGUISE =
  /\\\r?\n[ \t]{0,40}|\\(?=[_\-.~+=/:])|&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z]{3,8});|<wbr>|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|(?<=[A-Za-z0-9_+/=.-]{4})\r?\n[ \t>|]{0,12}(?=[A-Za-z0-9_.~+/=-]{4})(?![A-Z]?[a-z]{1,80}(?![A-Za-z0-9_+/=-]))/g;

/** One of these is in each disguise that fills no more than a line. */
const SIGNS = /[\\&\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|<wbr>/i;

/** The text with all of that taken out; null where there is none of it. */
export function removeDisguise(source: string): Plain | null {
  if (!source.includes('\n') && !SIGNS.test(source)) return null;
  let text = '';
  let read = 0;
  const pieces: Piece[] = [];
  const breaks: (Break & { readonly plainAt: number })[] = [];
  for (const { 0: whole, index } of source.matchAll(DISGUISE)) {
    const shown = shownBy(whole);
    if (shown === whole) continue;
    pieces.push({ plainAt: text.length, sourceAt: read });
    text += source.slice(read, index);
    if (/^\r?\n/.test(whole)) breaks.push({ at: index, next: index + whole.length, plainAt: text.length });
    if (shown !== '') pieces.push({ plainAt: text.length, sourceAt: index, length: whole.length });
    text += shown;
    read = index + whole.length;
  }
  if (read === 0) return null;
  pieces.push({ plainAt: text.length, sourceAt: read });
  text += source.slice(read);
  return {
    text,
    sourceRange: (from, to) => [sourceAt(pieces, from).start, sourceAt(pieces, to - 1).end],
    breaksIn: (from, to) => breaks.filter(({ plainAt }) => plainAt > from && plainAt < to),
  };
}

/** A stretch of the plain text that was copied from the source, or the signs that `length` characters of it stand for. */
interface Piece {
  readonly plainAt: number;
  readonly sourceAt: number;
  readonly length?: number;
}

/** What a reader sees in the place of a match. */
function shownBy(whole: string): string {
  if (whole[0] !== '&') return '';
  const [, hex, decimal, name = ''] = /^&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));$/i.exec(whole) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : Number.NaN;
  if (Number.isNaN(code))
    return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : /^(?:shy|zwj|zwnj)$/.test(name) ? '' : whole;
  if (code > 0x10ffff) return whole;
  const shown = String.fromCodePoint(code);
  return /[!-~]/.test(shown) ? shown : HIDDEN.test(shown) ? '' : whole;
}

const HIDDEN = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/** Where one character of the plain text stood. */
function sourceAt(pieces: readonly Piece[], at: number): { readonly start: number; readonly end: number } {
  let low = 0;
  for (let high = pieces.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.plainAt ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const { plainAt, sourceAt: begin, length } = pieces[low] ?? { plainAt: 0, sourceAt: 0 };
  const start = length === undefined ? begin + at - plainAt : begin;
  return { start, end: start + (length ?? 1) };
}
