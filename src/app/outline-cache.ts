import { scanBlocks as scanText } from '../markdown/block-scanner.js';
import type { Outline } from '../markdown/outline.js';
import { estimateParseCost } from '../markdown/parse-cost.js';
import { type LazyModules, loadModule, NotReadyError, requireModule } from './lazy-modules.js';

/** The roots of texts, each looked at once however often it is asked for. */
export interface OutlineCache {
  /** By the lines of a text alone. */
  scan(text: string): Outline;
  /** Certain: by its lines, or by remark where they do not suffice. Throws `Wanted` where remark must be waited for. */
  outline(text: string): Outline;
}

/**
 * Outlines by the scanner, and by remark where it has doubts. Remark never runs while the lock is ours, never reads a
 * heavy text in our own thread, and what is too heavy it does not read at all: then the scanner's doubts stay, and edits
 * near them are refused (guide/store.md › What is read).
 */
export function createOutlineCache(
  parts: LazyModules,
  lock: { readonly isOurs: boolean },
  look: OutlineCache['scan'] = scanText,
): OutlineCache {
  const scan = remembered(look, MOST_SCANS);
  const known = new Map<string, Outline>();
  const keep = (text: string, outline: Outline): Outline => {
    known.set(text, outline);
    return outline;
  };
  const readHere = async (text: string): Promise<void> => {
    await loadModule(parts, 'tree');
    keep(text, requireModule(parts, 'tree')(text));
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
      return keep(text, requireModule(parts, 'tree')(text));
    },
  };
}

const TOO_HEAVY =
  'it is nested too deep, or holds too many marks that may pair, for its Markdown to be judged';

const unjudged = (seen: Outline, why: string): Outline => ({
  ...seen,
  uncertainRanges: seen.uncertainRanges.map((doubt) => ({ ...doubt, why })),
});

/** How much is remembered: so many texts, of so many letters in all. */
interface Most {
  readonly texts: number;
  readonly letters: number;
}

/** Notes before and after an edit, and those beside them: neither a large wiki nor each state of a note that gains line by line. */
const MOST_SCANS: Most = { texts: 64, letters: 1_000_000 };
/** Of these a process keeps from one question to the next: the last change's note is the next one's. */
const MOST_KEPT: Most = { texts: 4, letters: 1_000_000 };

/** A scan for whoever asks many questions, each in a house of its own. */
export const createScanCache = (): OutlineCache['scan'] => remembered(scanText, MOST_KEPT);

/** Looks at each text once; what was asked for last is known longest. */
function remembered(look: OutlineCache['scan'], most: Most): OutlineCache['scan'] {
  const seen = new Map<string, Outline>();
  let letters = 0;
  const forget = (text: string) => {
    if (seen.delete(text)) letters -= text.length;
  };
  return (text) => {
    const outline = seen.get(text) ?? look(text);
    forget(text);
    seen.set(text, outline);
    letters += text.length;
    for (const oldest of seen.keys()) {
      if (oldest === text || (seen.size <= most.texts && letters <= most.letters)) break;
      forget(oldest);
    }
    return outline;
  };
}
