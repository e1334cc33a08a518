/** The section of an entry, by where sections begin: searched in growing steps from one that does not begin behind it. */
export function findSection(firsts: Uint32Array, sections: number, from: number, entry: number): number {
  let step = 1;
  while (from + step < sections && firsts[from + step]! <= entry) step *= 2;
  let low = from + (step >> 1);
  let high = Math.min(from + step, sections);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firsts[middle]! <= entry) low = middle;
    else high = middle;
  }
  return low;
}
