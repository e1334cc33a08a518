import { burdenOf } from './markdown/burden.js';
import type { Outline } from './markdown/outline.js';
import { scan as scanText } from './markdown/scan.js';
import { loadPart, needed, type Parts, Wanted } from './parts.js';

/** The roots of texts, each looked at once however often it is asked for. */
export interface Outlines {
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
export function createOutlines(
  parts: Parts,
  lock: { readonly isOurs: boolean },
  look: Outlines['scan'] = scanText,
): Outlines {
  const scan = remembered(look, MOST_SCANS);
  const known = new Map<string, Outline>();
  const keep = (text: string, outline: Outline): Outline => {
    known.set(text, outline);
    return outline;
  };
  const readHere = async (text: string): Promise<void> => {
    await loadPart(parts, 'tree');
    keep(text, needed(parts, 'tree')(text));
  };
  const readAside = async (text: string): Promise<void> => {
    const thread = await import('./store/thread.js');
    const read = await thread.readAside(text);
    keep(text, typeof read === 'string' ? unjudged(scan(text), read) : read);
  };
  return {
    scan,
    outline(text) {
      const seen = scan(text);
      const read = seen.certain ? seen : known.get(text);
      if (read) return read;
      const burden = burdenOf(text);
      if (burden === 'too heavy') return keep(text, unjudged(seen, TOO_HEAVY));
      if (burden === 'heavy') throw new Wanted(() => readAside(text));
      if (lock.isOurs) throw new Wanted(() => readHere(text));
      return keep(text, needed(parts, 'tree')(text));
    },
  };
}

const TOO_HEAVY =
  'it is nested too deep, or holds too many marks that may pair, for its Markdown to be judged';

const unjudged = (seen: Outline, why: string): Outline => ({
  ...seen,
  doubts: seen.doubts.map((doubt) => ({ ...doubt, why })),
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
export const keptScan = (): Outlines['scan'] => remembered(scanText, MOST_KEPT);

/** Looks at each text once; what was asked for last is known longest. */
function remembered(look: Outlines['scan'], most: Most): Outlines['scan'] {
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
