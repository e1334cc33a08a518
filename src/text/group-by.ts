/** Things by key, in their order; a thing may stand under several keys. */
export function groupByKeys<K, T>(pairs: Iterable<readonly [K, T]>): ReadonlyMap<K, readonly T[]> {
  const all = new Map<K, T[]>();
  for (const [key, one] of pairs) {
    const known = all.get(key);
    if (known) known.push(one);
    else all.set(key, [one]);
  }
  return all;
}
