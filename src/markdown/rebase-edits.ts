import { type ChangeObject, diffChars, diffLines } from 'diff';
import type { TextEdit } from './text-edit.js';

/**
 * Moves splices of the text `from` to the same spans in the text `to`; null if one of the spans changed. An insertion
 * needs unchanged text on one side, and stays at a line start if it was at one.
 */
export function rebaseEdits(
  splices: readonly TextEdit[],
  from: string,
  to: string,
): readonly TextEdit[] | null {
  if (from === to) return splices;
  const runs = commonRuns(from, to);
  const moved: TextEdit[] = [];
  for (const one of splices) {
    const at = one.old === '' ? placeOfPoint(one.at, from, to, runs) : placeOfSpan(one, runs);
    if (at === null || !fits(one, at, from, to)) return null;
    moved.push({ ...one, at });
  }
  return moved;
}

/** A run of text that both have, in the same order. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

function placeOfSpan({ at, old }: TextEdit, runs: readonly Run[]): number | null {
  const run = runs.find((one) => one.from <= at && at + old.length <= one.from + one.length);
  return run ? run.to + at - run.from : null;
}

/** Places an insertion after its left neighbour if that is unchanged; else before its right one. */
function placeOfPoint(at: number, from: string, to: string, runs: readonly Run[]): number | null {
  const left = runs.find((run) => run.from < at && at <= run.from + run.length);
  if (left) return left.to + at - left.from;
  const right = runs.find((run) => run.from <= at && at < run.from + run.length);
  if (right) return right.to + at - right.from;
  if (at === 0 && from !== '') return null;
  return from === '' && to === '' ? 0 : null;
}

/** Keeps insertions of whole lines at line starts. */
function fits({ at, old, new: fresh }: TextEdit, place: number, from: string, to: string): boolean {
  if (startsLine(from, at) !== startsLine(to, place)) return false;
  const endsOpen = fresh !== '' && !/[\r\n]$/.test(fresh);
  return !endsOpen || endsLine(from, at + old.length) === endsLine(to, place + old.length);
}

const startsLine = (text: string, at: number): boolean => at === 0 || /[\r\n]/.test(text[at - 1]!);
const endsLine = (text: string, at: number): boolean => at === text.length || /[\r\n]/.test(text[at]!);

/** Texts that differ in more lines are not compared; this bounds the time. */
const MOST_EDITS = 4000;

function commonRuns(from: string, to: string): readonly Run[] {
  const parts = diffLines(from, to, { maxEditLength: MOST_EDITS, newlineIsToken: false });
  return parts ? joined(runsOf(parts, charRuns)) : [];
}

/** A changed line may still contain the span: its characters are compared if enough of them are equal. */
const LONGEST_FOR_CHARS = 4000;
const LEAST_ALIKE = 0.5;

function charRuns(from: string, to: string): readonly Run[] {
  if (Math.max(from.length, to.length) > LONGEST_FOR_CHARS) return [];
  const parts = diffChars(from, to, { maxEditLength: MOST_EDITS });
  const runs = parts ? runsOf(parts, () => []) : [];
  const alike = runs.reduce((sum, { length }) => sum + length, 0);
  return alike >= LEAST_ALIKE * Math.max(from.length, to.length) ? runs : [];
}

type Finer = (from: string, to: string) => readonly Run[];

function runsOf(parts: readonly ChangeObject<string>[], finer: Finer): readonly Run[] {
  const runs: Run[] = [];
  const place = { from: 0, to: 0 };
  const gone = { from: '', to: '' };
  const close = () => {
    for (const run of gone.from && gone.to ? finer(gone.from, gone.to) : []) {
      runs.push({ from: place.from + run.from, to: place.to + run.to, length: run.length });
    }
    place.from += gone.from.length;
    place.to += gone.to.length;
    gone.from = gone.to = '';
  };
  for (const { added, removed, value } of parts) {
    if (removed) gone.from += value;
    else if (added) gone.to += value;
    else {
      close();
      runs.push({ ...place, length: value.length });
      place.from += value.length;
      place.to += value.length;
    }
  }
  close();
  return runs;
}

/** Joins runs that touch in both texts. */
function joined(runs: readonly Run[]): readonly Run[] {
  const out: Run[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    const touches = last && last.from + last.length === run.from && last.to + last.length === run.to;
    if (touches) out[out.length - 1] = { ...last, length: last.length + run.length };
    else out.push(run);
  }
  return out;
}
