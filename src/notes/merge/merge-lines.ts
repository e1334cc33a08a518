import { diffArrays } from 'diff';

/** A run of lines of a three-way merge: settled, or changed by both sides in their own way. */
export type MergedRun =
  | { readonly lines: readonly string[] }
  | {
      readonly base: readonly string[];
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

/** Merges lines three-way, as git does: what one side changed is taken, what both changed alike too. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly MergedRun[] {
  const [inOurs, inTheirs] = [matchLines(base, ours), matchLines(base, theirs)];
  const runs: MergedRun[] = [];
  const at = { base: 0, ours: 0, theirs: 0 };
  for (let line = 0; line <= base.length; line++) {
    const isEnd = line === base.length;
    const [mine, other] = isEnd ? [ours.length, theirs.length] : [inOurs[line], inTheirs[line]];
    if (mine === undefined || other === undefined) continue;
    const parts = {
      base: base.slice(at.base, line),
      ours: ours.slice(at.ours, mine),
      theirs: theirs.slice(at.theirs, other),
    };
    runs.push(settleRun(parts));
    if (!isEnd) runs.push({ lines: [base[line] as string] });
    Object.assign(at, { base: line + 1, ours: mine + 1, theirs: other + 1 });
  }
  return runs.filter((run) => !('lines' in run) || run.lines.length > 0);
}

/** Returns the merged lines, or null where both sides changed the same ones. */
export function mergeLinesCleanly(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] | null {
  const lines: string[] = [];
  for (const run of mergeLines(base, ours, theirs)) {
    if (!('lines' in run)) return null;
    for (const line of run.lines) lines.push(line);
  }
  return lines;
}

type Sides = Extract<MergedRun, { ours: unknown }>;

function settleRun({ base, ours, theirs }: Sides): MergedRun {
  if (isSame(ours, theirs) || isSame(base, theirs)) return { lines: ours };
  if (isSame(base, ours)) return { lines: theirs };
  return { base, ours, theirs };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, at) => line === other[at]);

/** Texts with more differences are not compared line by line: the time grows with the square. */
const MOST_DIFFERENCES = 4000;

/** Returns for each line of a text its place in a later one; undefined if it has none. */
function matchLines(from: readonly string[], to: readonly string[]): readonly (number | undefined)[] {
  const matches: (number | undefined)[] = new Array(from.length).fill(undefined);
  let [at, there] = [0, 0];
  const differences = diffArrays([...from], [...to], { maxEditLength: MOST_DIFFERENCES }) ?? [];
  for (const { added, removed, count } of differences) {
    if (added) there += count;
    else if (removed) at += count;
    else for (let n = 0; n < count; n++) matches[at++] = there++;
  }
  return matches;
}

/** Three versions of a text: what both sides began with, and theirs. */
export interface TextVersions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A merged text, and how many conflicts git's markers enclose in it. */
export interface MergedText {
  readonly text: string;
  readonly conflicts: number;
}

/** Merges three texts by their lines, as git does: what both sides changed goes into conflict markers. */
export function mergeTexts({ base, ours, theirs }: TextVersions): MergedText {
  const [first, left, right] = [base, ours, theirs].map(splitLines) as [string[], string[], string[]];
  let conflicts = 0;
  const parts = mergeLines(first, left, right).flatMap((run) => {
    if ('lines' in run) return run.lines;
    conflicts++;
    return [...mark('<<<<<<< ours', run.ours), ...mark('=======', run.theirs), '>>>>>>> theirs\n'];
  });
  return { text: parts.join(''), conflicts };
}

/** Returns a marker and the lines below it, each with a line ending. */
const mark = (marker: string, lines: readonly string[]): readonly string[] => [
  `${marker}\n`,
  ...lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)),
];

/** Splits a text into lines with their endings. */
const splitLines = (text: string): readonly string[] => text.split(/(?<=\n)/).filter((line) => line !== '');
