/** True where a few letters put in, left out, taken for another or swapped make one word of the other (Damerau 1964). */
export function isWithinOneEdit(a: string, b: string, most: number): boolean {
  return differsFrom(a, 0, b, 0, most);
}

/** The distance of the rests after a common prefix. */
function differsFrom(a: string, i: number, b: string, j: number, most: number): boolean {
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i++;
    j++;
  }
  const more = a.length - i - (b.length - j);
  if (more > most || -more > most) return false;
  if (i === a.length || j === b.length) return true;
  if (most === 0) return false;
  return (
    differsFrom(a, i + 1, b, j + 1, most - 1) ||
    differsFrom(a, i + 1, b, j, most - 1) ||
    differsFrom(a, i, b, j + 1, most - 1) ||
    (isSwapped(a, i, b, j) && differsFrom(a, i + 2, b, j + 2, most - 1))
  );
}

const isSwapped = (a: string, i: number, b: string, j: number): boolean =>
  a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j);

/** Shorter words have too many neighbours to guess at a slip of the keys. */
const SHORTEST = 5;
/** From this length on a letter more or less is a slip; below, only a doubled one or two that changed places. */
const SHORTEST_FOR_ONE_MORE = 6;
/** From this length on any other letter may be a slip; below, only one beside it on the keyboard. */
const SHORTEST_FOR_ANOTHER = 9;

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** True where one word is the other with one slip of the keys; the first letter is hardly ever the wrong one. */
export function isKeyboardTypo(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (
    short.length < SHORTEST - 1 ||
    long.length < SHORTEST ||
    long.length - short.length > 1 ||
    a[0] !== b[0]
  )
    return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  if (long.length > short.length) return isOneMore(long, short, at);
  if (long[at] === short[at + 1] && long[at + 1] === short[at])
    return long.slice(at + 2) === short.slice(at + 2);
  if (long.slice(at + 1) !== short.slice(at + 1)) return false;
  return long.length >= SHORTEST_FOR_ANOTHER || areBeside(long[at] ?? '', short[at] ?? '');
}

function isOneMore(long: string, short: string, at: number): boolean {
  if (long.slice(at + 1) !== short.slice(at)) return false;
  return short.length >= SHORTEST_FOR_ONE_MORE || long[at] === long[at - 1];
}

function areBeside(a: string, b: string): boolean {
  const [one, two] = [keyAt(a), keyAt(b)];
  return one !== null && two !== null && Math.abs(one.row - two.row) <= 1 && Math.abs(one.at - two.at) <= 1;
}

/** Row of a key on the keyboard, and its place; each row is shifted by half a key. */
function keyAt(letter: string): { readonly row: number; readonly at: number } | null {
  const row = ROWS.findIndex((keys) => keys.includes(letter));
  return row < 0 ? null : { row, at: (ROWS[row] ?? '').indexOf(letter) + row / 2 };
}
