/** True where a few letters put in, left out, taken for another or swapped make one word of the other (Damerau 1964). */
export function differsLittle(a: string, b: string, most: number): boolean {
  return differsFrom(a, 0, b, 0, most);
}

/** The same of what stands behind so many letters of each. Few words are alike further than their first slip. */
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
