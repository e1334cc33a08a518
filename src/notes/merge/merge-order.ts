/** The order of keys in the version that both sides began with, and in theirs. */
export interface Orders {
  readonly base: readonly string[];
  readonly one: readonly string[];
  readonly other: readonly string[];
}

/**
 * Merges the order of the keys that stay. Keys that both sides have keep the order that one side gave them. Any other
 * comes after the one of these that it follows in its version; `sort` orders those that both sides put there.
 */
export function mergeOrder(
  { base, one, other }: Orders,
  stays: ReadonlySet<string>,
  sort: (mine: readonly string[], others: readonly string[]) => readonly string[],
): readonly string[] {
  const right = new Set(other);
  const isKnown = new Set(one.filter((key) => stays.has(key) && right.has(key)));
  const known = pickOrder({
    base: base.filter((key) => isKnown.has(key)),
    one: one.filter((key) => isKnown.has(key)),
    other: other.filter((key) => isKnown.has(key)),
  });
  const places = new Map(known.map((key, at) => [key, at]));
  const anchors = findAnchors([one, other], stays, places);
  const gaps = new Map<number, { readonly mine: string[]; readonly others: string[] }>();
  const put = (side: 'mine' | 'others', keys: readonly string[]) => {
    for (const key of keys) {
      const anchor = anchors.get(key);
      if (anchor === undefined) continue;
      const gap = gaps.get(anchor) ?? { mine: [], others: [] };
      gap[side].push(key);
      gaps.set(anchor, gap);
    }
  };
  put('mine', one);
  put('others', other);
  const within = (at: number): readonly string[] => {
    const { mine, others } = gaps.get(at) ?? { mine: [], others: [] };
    return mine.length === 0 || others.length === 0 ? [...mine, ...others] : sort(mine, others);
  };
  return [...within(-1), ...known.flatMap((key, at) => [key, ...within(at)])];
}

/** The order of one side where the other left what both began with in its order; else the smaller of the two. */
function pickOrder({ base, one, other }: Orders): readonly string[] {
  if (isPartOf(base, one)) return other;
  if (isPartOf(base, other)) return one;
  return one.join('\n') < other.join('\n') ? one : other;
}

/** Finds for each key that only one side has the known one before it. */
function findAnchors(
  orders: readonly (readonly string[])[],
  stays: ReadonlySet<string>,
  places: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const anchors = new Map<string, number>();
  for (const keys of orders) {
    let anchor = -1;
    for (const key of keys) {
      const place = places.get(key);
      if (place !== undefined) anchor = place;
      else if (stays.has(key)) anchors.set(key, Math.min(anchor, anchors.get(key) ?? anchor));
    }
  }
  return anchors;
}

/** Returns true if a list has all keys in the same order. */
function isPartOf(keys: readonly string[], list: readonly string[]): boolean {
  let at = 0;
  for (const key of list) if (key === keys[at]) at++;
  return at === keys.length;
}
