/** True where a few letters put in, left out, taken for another or swapped make one word of the other. */
export function differsLittle(a: string, b: string, most: number): boolean {
  let from = 0;
  let endA = a.length;
  let endB = b.length;
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++;
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  if (Math.max(endA, endB) - from <= 1) return most > 0;
  return slips(a.slice(from, endA), b.slice(from, endB), most) <= most;
}

/** Optimal string alignment (Damerau 1964), along the diagonal only; more than `most` where it is more. */
function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let last: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + other);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, last[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most + 1) return most + 1;
    last = before;
    before = row;
  }
  return before[b.length]!;
}
