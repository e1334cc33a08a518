/** The order of keys in the version that both sides began with, and in theirs. */
export interface Orders {
  readonly base: readonly string[];
  readonly one: readonly string[];
  readonly other: readonly string[];
}

/**
 * Merges the order of the keys that stay. Keys of all three versions keep the order that one side gave them. A new key
 * stands behind the known one that it stands behind in its version; `sort` orders those that both sides put there.
 */
export function mergeOrder(
  { base, one, other }: Orders,
  stays: ReadonlySet<string>,
  sort: (mine: readonly string[], others: readonly string[]) => readonly string[],
): readonly string[] {
  const [left, right] = [new Set(one), new Set(other)];
  const isKnown = new Set(base.filter((key) => stays.has(key) && left.has(key) && right.has(key)));
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
    if (isPartOf(others, mine)) return mine;
    return isPartOf(mine, others) ? others : sort(mine, others);
  };
  return [...within(-1), ...known.flatMap((key, at) => [key, ...within(at)])];
}

/** The order that one side changed; if both changed it in their own way, the one that both began with. */
function pickOrder({ base, one, other }: Orders): readonly string[] {
  if (isSame(one, base)) return other;
  return isSame(other, base) || isSame(one, other) ? one : base;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((key, at) => key === other[at]);

/** Finds for each key that is not known everywhere the known one before it; of two the earlier. */
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

/** Returns true if all keys stand in a list in the same order. */
function isPartOf(keys: readonly string[], list: readonly string[]): boolean {
  let at = 0;
  for (const key of list) if (key === keys[at]) at++;
  return at === keys.length;
}
