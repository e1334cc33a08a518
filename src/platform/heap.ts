import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Keeps the young generation at its initial size, and collects the old one when it has grown by half. */
const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];

/**
 * Keeps the memory of a long-running process close to its live data; by default V8 lets garbage grow to a multiple. It
 * does not slow down a server or the scheduler. Takes about 10 ms.
 */
export function limitHeapGrowth(): void {
  for (const flag of [...SMALL, '--expose-gc']) setFlagsFromString(flag);
  const collect = runInNewContext('gc') as () => void;
  collect(); // V8's own first limit is some hundred megabytes
}
