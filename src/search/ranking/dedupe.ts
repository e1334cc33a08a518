import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { STOP_WORDS } from '../../text/english-words.js';
import { ENGLISH, type Language } from '../../text/language.js';
import type { TokenizedWord } from '../../text/tokenize.js';

/** Entries with fewer words are too short to be compared by words. */
const FEWEST = 4;
/** Entries are duplicates from this Jaccard similarity of their stems. */
const SAME = 0.9;
/** Stems are compared only from this Jaccard similarity of the written words, because stemming is slow. */
const ALIKE = 0.5;

/** Drops hits that repeat the words of an earlier hit. */
export class DuplicateFilter {
  readonly #passed: Said[] = [];

  constructor(readonly language: Language = ENGLISH) {}

  /** Returns true if no earlier entry has the same words. */
  passes(words: readonly TokenizedWord[]): boolean {
    const said = new Said(words, this.language);
    if (this.#passed.some((other) => isSame(said, other))) return false;
    this.#passed.push(said);
    return true;
  }
}

/** Returns the text of an entry with its reason. */
export const getEntryText = (entry: Entry): string =>
  [formatEntryText(entry), entry.why].filter(Boolean).join(' ');

/** The words of an entry without stop words, and their stems, computed on first use. */
class Said {
  readonly forms = new Set<string>();
  readonly #language: Language;
  #keys: ReadonlySet<string> | undefined;

  constructor(words: readonly TokenizedWord[], language: Language) {
    this.#language = language;
    for (const { text } of words) if (!STOP_WORDS.has(text)) this.forms.add(text);
  }

  get keys(): ReadonlySet<string> {
    this.#keys ??= new Set(Array.from(this.forms, this.#language.stem));
    return this.#keys;
  }
}

const isSame = (a: Said, b: Said): boolean =>
  areShared(a.forms, b.forms, ALIKE) &&
  Math.min(a.keys.size, b.keys.size) >= FEWEST &&
  areShared(a.keys, b.keys, SAME);

/** True if the Jaccard similarity of two sets is at least `share`. Stops as soon as it cannot be reached. */
function areShared(a: ReadonlySet<string>, b: ReadonlySet<string>, share: number): boolean {
  const wanted = Math.ceil((share * (a.size + b.size)) / (1 + share) - ROUNDING);
  let lacking = a.size - wanted;
  for (const word of a) if (lacking < 0 || (!b.has(word) && --lacking < 0)) return false;
  return lacking >= 0;
}

const ROUNDING = 1e-9;
