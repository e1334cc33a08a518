/** How strongly to warn of an approach, by its likeness to one that was rejected before (FEATURES A8). */
export const LOOP = { caution: 0.6, warning: 0.75, stop: 0.9 } as const;

/** The warning that a likeness calls for; null where the approach is a new one. */
export function loopLevel(likeness: number): keyof typeof LOOP | null {
  if (likeness >= LOOP.stop) return 'stop';
  if (likeness >= LOOP.warning) return 'warning';
  return likeness >= LOOP.caution ? 'caution' : null;
}
