/** What two sides began with, both sides, and the text that a merge made of them. */
interface LineMerge {
  readonly earlier: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  readonly merged: readonly string[];
}

/** Returns true if a merge has every line that a side added, and no line that neither side has: it was not edited by hand. */
export function isMergedByLines({ earlier, ours, theirs, merged }: LineMerge): boolean {
  const [before, there] = [listLines(earlier), listLines(merged)];
  const sides = listLines([ours, theirs]);
  const isThere = [...sides].every((line) => before.has(line) || there.has(line));
  return isThere && [...there].every((line) => sides.has(line));
}

/** The same, if the merge has every line that both sides have too. */
export function isLeftByGit(merge: LineMerge): boolean {
  const [other, there] = [listLines([merge.theirs]), listLines(merge.merged)];
  const common = [...listLines([merge.ours])].filter((line) => other.has(line));
  return common.every((line) => there.has(line)) && isMergedByLines(merge);
}

type Lines = ReadonlySet<string>;

const listLines = (texts: readonly string[]): Lines => new Set(texts.flatMap((text) => text.split(/\r?\n/)));
