import type { KnownLines } from './known-lines.js';

/** From which likeness on a fresh line is linked to a known one, takes its place, or is not written (FEATURES A6). */
export const NOVELTY_THRESHOLDS = { link: 0.5, supersede: 0.7, skip: 0.9 } as const;

/** What to do with a fresh line, and the known one that it is nearest to. */
interface Novelty<Line> {
  readonly kind: 'add' | 'link' | 'supersede' | 'skip';
  /** The nearest known line; null where none is near enough to link. */
  readonly nearest: Line | null;
  readonly similarity: number;
}

/** Judges a line against what is known. Lines that share too few words are passed over unread: quick for thousands. */
export function assessNovelty<Line extends { readonly text: string }>(
  text: string,
  known: KnownLines<Line>,
): Novelty<Line> {
  let nearest: Line | null = null;
  let best = 0;
  for (const [line, similarity] of known.likenesses(text))
    if (similarity > best) [nearest, best] = [line, similarity];
  const kind = kindOf(best);
  return { kind, nearest: kind === 'add' ? null : nearest, similarity: best };
}

function kindOf(similarity: number): Novelty<unknown>['kind'] {
  if (similarity > NOVELTY_THRESHOLDS.skip) return 'skip';
  if (similarity >= NOVELTY_THRESHOLDS.supersede) return 'supersede';
  return similarity >= NOVELTY_THRESHOLDS.link ? 'link' : 'add';
}
