/** How often each key comes, in their order. */
export function countEach<K>(keys: Iterable<K>): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

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
