/** One value in the version that both sides began with, and in theirs; undefined where there is none. */
export interface ValueVersions<T> {
  readonly base: T | undefined;
  readonly one: T | undefined;
  readonly other: T | undefined;
}

/** Returned where both sides changed a value, each in its own way. */
export const BOTH_CHANGED = Symbol('both changed');

/** Returns the value that one side changed, or that both have; `BOTH_CHANGED` where neither is so. */
export function pickChanged<T>({ base, one, other }: ValueVersions<T>): T | undefined | typeof BOTH_CHANGED {
  if (one === other || base === other) return one;
  return base === one ? other : BOTH_CHANGED;
}

/** Picks the value that one side changed; where both did, the one that exists, or the choice of `choose`. */
export function pickOrChoose<T>(versions: ValueVersions<T>, choose: (one: T, other: T) => T): T | undefined {
  const picked = pickChanged(versions);
  if (picked !== BOTH_CHANGED) return picked;
  const { one, other } = versions;
  return one === undefined || other === undefined ? (one ?? other) : choose(one, other);
}

export const chooseSmaller = <T extends string | number>(one: T, other: T): T => (one < other ? one : other);
export const chooseLarger = <T extends string | number>(one: T, other: T): T => (one > other ? one : other);

/** Merges two lists without order: what one side added or took out is. Items that stay come first, in their order. */
export function mergeSets(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] {
  const isIn = (list: readonly string[]) => (item: string) => list.includes(item);
  const stays = base.filter((item) => one.includes(item) && other.includes(item));
  const added = [...new Set([...one, ...other])].filter((item) => !isIn(base)(item)).sort();
  return [...stays, ...added];
}

/** How settled a state is: what one side finished is not open again because the other left it. */
const RANKS: Readonly<Record<string, number>> = { open: 0, dropped: 1, done: 2 };

/** Returns a number that is higher the more settled a state is. */
export const rankStatus = (status: string | null | undefined): number => RANKS[status ?? ''] ?? -1;

/** Chooses the more settled of two states. */
export function chooseSettled<T extends string>(one: T, other: T): T {
  const [first, second] = [rankStatus(one), rankStatus(other)];
  return first === second ? chooseSmaller(one, other) : first > second ? one : other;
}

/**
 * Merges the value of a field: counts add up, the later of two dates wins, lists take what either side added. Returns
 * null where both sides wrote a text of their own.
 */
export function mergeFieldValue({ base, one, other }: ValueVersions<string>): string | undefined | null {
  if (isCount(one) && isCount(other)) return addChanges(base, one, other);
  const picked = pickChanged({ base, one, other });
  if (picked !== BOTH_CHANGED) return picked;
  if (one === undefined || other === undefined) return one ?? other;
  if (DATE.test(one) && DATE.test(other)) return chooseLarger(one, other);
  if (FLAG.test(one) && FLAG.test(other)) return chooseSmaller(one, other);
  if (isConfidence(one) && isConfidence(other)) return chooseConfidence(one, other);
  return mergeLists(base ?? '', one, other);
}

const isCount = (value: string | undefined): value is string =>
  value !== undefined && /^\d{1,15}$/.test(value);
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\S+)?$/;
const FLAG = /^(?:true|false)$/;

const CONFIDENCES: readonly string[] = ['low', 'medium', 'high'];
const isConfidence = (value: string): boolean => CONFIDENCES.includes(value);
const chooseConfidence = (one: string, other: string): string =>
  CONFIDENCES.indexOf(one) > CONFIDENCES.indexOf(other) ? one : other;

/** Both sides counted on from the same number; two counts that began apart are one count of the same thing. */
const addChanges = (base: string | undefined, one: string, other: string): string =>
  isCount(base)
    ? String(Math.max(0, Number(one) + Number(other) - Number(base)))
    : String(Math.max(Number(one), Number(other)));

/** Merges lists of links, and texts to which both sides added; null for anything else. */
function mergeLists(base: string, one: string, other: string): string | null {
  for (const separator of ['; ', ', ']) {
    const split = (text: string) => (text === '' ? [] : text.split(separator));
    const [first, left, right] = [split(base), split(one), split(other)];
    const grew = first.every((item) => left.includes(item) && right.includes(item));
    const isList =
      separator === ', ' ? [...left, ...right].every((item) => /^\[\[[^[\]]+\]\]$/.test(item)) : grew;
    if (isList && (base !== '' || separator === ', ')) return mergeSets(first, left, right).join(separator);
  }
  return null;
}
