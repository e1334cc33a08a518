/** Returns the section of an entry by an exponential search over the first entries of sections, from a section that begins at or before it. */
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
