import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';

/** Output of Daybook itself: pasted into a day it is nothing new (FEATURES C11). */
const REGIONS: readonly RegExp[] = [
  /<!-- MIND:CONTEXT[\s\S]*?(?:<!-- MIND:END -->|$(?![\s\S]))/g,
  /<memory\b[^>]{0,1000}>[\s\S]*?(?:<\/memory>|$(?![\s\S]))/gi,
  /^## Memory[ \t]*\r?\n[\s\S]*?(?=^## (?!Memory)|^### (?:Tool|Decision|Obs|Error):|$(?![\s\S]))/gm,
  /^Kept by Daybook from this workspace[\s\S]*?(?=^## |^### (?:Tool|Decision|Obs|Error):|$(?![\s\S]))/gm,
];

/** The beginning of a reply of Daybook (a place, or a past tense) or of one of its commands. */
const REPLY =
  /^(?:\S{1,200}\.md:\d+\s|(?:Logged to|Known since|Already (?:recorded|noted|set)|Noted in|Settled:|Handed on as|Logged as FB-|A new session begins|(?:Undid|Took back) change|Comes up on|Mind th(?:is|ese)\b|\d+ more left out:|Memory: \d)|daybook [a-z]+\s)/;

/** The end of a line of a brief: its day, author and marks. */
const BRIEF_TAIL = /\s\((\d{4}-\d{2}-\d{2})(?:, [^()\n]{1,120})?\)$/;

/** Returns true for an entry that repeats output of Daybook. `day` is the note's own: a brief is of earlier ones. */
export function createEchoDetector({ text }: Note, day: string): (entry: LocatedEntry) => boolean {
  const spans = REGIONS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length })),
  );
  return ({ start, text: phrase, why }) => {
    const tail = BRIEF_TAIL.exec(why ?? phrase.split('\n', 1)[0] ?? '')?.[1];
    return (
      spans.some((span) => start >= span.start && start < span.end) ||
      REPLY.test(phrase) ||
      (tail !== undefined && tail < day)
    );
  };
}
