import { compared } from '../recall/likeness/likeness.js';
import { folded, STOP } from '../recall/likeness/sameness.js';
import { readSaying } from '../recall/likeness/saying.js';
import { stem } from '../recall/words/stem.js';

/** From which likeness on a fresh line is linked to a known one, takes its place, or is not written (FEATURES A6). */
export const NOVELTY = { link: 0.5, supersede: 0.7, skip: 0.9 } as const;

/** What to do with a fresh line, and the known one that it is nearest to. */
export interface Novelty {
  readonly kind: 'add' | 'link' | 'supersede' | 'skip';
  /** Index of the nearest known line; null where none is near enough to link. */
  readonly nearest: number | null;
  readonly likeness: number;
}

/** Judges a line against what is known. Lines that share too few words are passed over unread: quick for thousands. */
export function novelty(text: string, known: readonly { readonly text: string }[]): Novelty {
  const fresh = readSaying(text);
  let nearest: number | null = null;
  let best = 0;
  for (const index of candidates(text, known)) {
    const { likeness } = compared(fresh, readSaying(known[index]?.text ?? ''));
    if (likeness > best) [nearest, best] = [index, likeness];
  }
  const kind = kindOf(best);
  return { kind, nearest: kind === 'add' ? null : nearest, likeness: best };
}

function kindOf(likeness: number): Novelty['kind'] {
  if (likeness > NOVELTY.skip) return 'skip';
  if (likeness >= NOVELTY.supersede) return 'supersede';
  return likeness >= NOVELTY.link ? 'link' : 'add';
}

/** So many lines are compared in full; those beyond share fewer words. */
const MOST_COMPARED = 64;
/** At half a likeness the shorter line has this part of its rough words in the other one, slips of the keys aside. */
const LEAST_SHARED = 0.25;

/** Indices of the lines that share words, those that share most first; of equals, the later line first. */
export function candidates(text: string, known: readonly { readonly text: string }[]): number[] {
  const mine = new Set(roughWords(text));
  const found: { index: number; shared: number }[] = [];
  for (const [index, { text: other }] of known.entries()) {
    const theirs = roughWords(other);
    const both = theirs.filter((word) => mine.has(word)).length;
    const shared = other === text ? 2 : both / Math.max(1, Math.min(mine.size, theirs.length));
    if (shared >= LEAST_SHARED) found.push({ index, shared: shared + both / 1000 });
  }
  found.sort((a, b) => b.shared - a.shared || b.index - a.index);
  return found.slice(0, MOST_COMPARED).map(({ index }) => index);
}

/** Stems and single Chinese characters: cheap, and never fewer in common than likeness sees. */
const roughWords = (text: string): string[] => [
  ...new Set(
    [...text.toLowerCase().matchAll(/\p{Script=Han}|[\p{L}\p{N}]+/gu)]
      .map(([word]) => folded(word))
      .filter((word) => !STOP.has(word))
      .map((word) => folded(stem(word))),
  ),
];
