/** A text without invisible characters in its words, with the source position of each character. */
interface Plain {
  readonly text: string;
  /** Returns the source range of a range of `text`, without removed characters at its edges. */
  sourceRange(from: number, to: number): readonly [from: number, to: number];
  /** Returns the removed line breaks inside a range of `text` that had no backslash before them. */
  breaksIn(from: number, to: number): readonly Break[];
}

/** A removed line break: its position in the source, and where the text of the next line begins. */
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

/** Matches a backslash before a line break or sign, a character reference, an encoded character of an address, the place where two strings are joined, zero-width characters, and a line break in a run of token characters. */
const DISGUISE =
  /\\\r?\n[ \t]{0,40}|\\(?=[_\-.~+=/:])|&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z]{3,8});|%[2-7][0-9a-fA-F]|<wbr>|(?<=[!-~]{4})["'`]\s{0,12}[+.&]?\s{0,12}["'`](?=[!-~]{4})|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|(?<=[A-Za-z0-9_+/=.-]{4})\r?\n[ \t>|]{0,12}(?=[A-Za-z0-9_.~+/=-]{4})(?![A-Z]?[a-z]{1,80}(?![A-Za-z0-9_+/=-]))/g;

/** Every disguise within a line has one of these characters. */
const SIGNS =
  /[\\&%\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|<wbr>|["'`]\s{0,12}[+.&]?\s{0,12}["'`]/i;

/** Removes all of these from a text; null if there are none. */
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

/** A part of the plain text: copied from the source, or decoded from `length` characters of it. */
interface Piece {
  readonly plainAt: number;
  readonly sourceAt: number;
  readonly length?: number;
}

/** The visible text of a match. */
function shownBy(whole: string): string {
  if (whole[0] === '%') return String.fromCodePoint(Number.parseInt(whole.slice(1), 16));
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

/** The source position of one character of the plain text. */
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
