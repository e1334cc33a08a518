import { mergeLines } from './merge-lines.js';

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
