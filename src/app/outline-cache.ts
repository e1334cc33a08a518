import { scanBlocks } from '../markdown/block-scanner.js';
import type { Outline } from '../markdown/outline.js';
import { estimateParseCost } from '../markdown/parse-cost.js';
import { loadModule, NotReadyError, requireModule } from './lazy-modules.js';

/** The outlines of texts, each parsed once. */
export interface OutlineCache {
  /** Returns the outline from the line scanner only. */
  scan(text: string): Outline;
  /**
   * Returns a certain outline: from the line scanner, or from remark where the scanner is not sure. Throws
   * NotReadyError if remark must be waited for.
   */
  outline(text: string): Outline;
}

/**
 * Creates a cache of outlines from the scanner, and from remark where the scanner is not sure. Remark never runs while
 * the lock is held, and never parses a large text in the main thread. Texts that are too large for it keep the
 * scanner's doubts, and edits near them are refused (guide/store.md › What is read).
 */
export function createOutlineCache(lock: { readonly isOurs: boolean }): OutlineCache {
  const scan = createScanner();
  const known = new Map<string, Outline>();
  const keep = (text: string, outline: Outline): Outline => {
    known.set(text, outline);
    return outline;
  };
  const readHere = async (text: string): Promise<void> => {
    await loadModule('tree');
    keep(text, requireModule('tree')(text));
  };
  const readAside = async (text: string): Promise<void> => {
    const thread = await import('../platform/remark-worker.js');
    const read = await thread.parseInWorker(text);
    keep(text, typeof read === 'string' ? unjudged(scan(text), read) : read);
  };
  return {
    scan,
    outline(text) {
      const seen = scan(text);
      const read = seen.isCertain ? seen : known.get(text);
      if (read) return read;
      const burden = estimateParseCost(text);
      if (burden === 'too heavy') return keep(text, unjudged(seen, TOO_HEAVY));
      if (burden === 'heavy') throw new NotReadyError(() => readAside(text));
      if (lock.isOurs) throw new NotReadyError(() => readHere(text));
      return keep(text, requireModule('tree')(text));
    },
  };
}

const TOO_HEAVY =
  'it is nested too deep, or has too many brackets or emphasis marks in one paragraph, to parse its Markdown';

const unjudged = (seen: Outline, why: string): Outline => ({
  ...seen,
  uncertainRanges: seen.uncertainRanges.map((doubt) => ({ ...doubt, why })),
});

/** Enough for notes before and after an edit, but not for a large notebook or every state of a growing note. */
const MOST_TEXTS = 64;
const MOST_CHARS = 1_000_000;

/** Creates a scanner that remembers outlines; the least recently used texts are dropped. */
function createScanner(): OutlineCache['scan'] {
  const seen = new Map<string, Outline>();
  let chars = 0;
  const forget = (text: string) => {
    if (seen.delete(text)) chars -= text.length;
  };
  return (text) => {
    const outline = seen.get(text) ?? scanBlocks(text);
    forget(text);
    seen.set(text, outline);
    chars += text.length;
    for (const oldest of seen.keys()) {
      if (oldest === text || (seen.size <= MOST_TEXTS && chars <= MOST_CHARS)) break;
      forget(oldest);
    }
    return outline;
  };
}
