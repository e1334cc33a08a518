import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { STOP_WORDS } from '../../text/stem.js';
import type { TokenizedWord } from '../../text/tokenize.js';

/** Entries with fewer words are too short to be compared by words. */
const FEWEST = 4;
/** Entries are duplicates from this Jaccard similarity of their stems. */
const SAME = 0.9;
/** Stems are compared only from this Jaccard similarity of the written words, because stemming is slow. */
const ALIKE = 0.5;
/** From so many entries on, only those are compared that share one of their first stems. */
const MANY = 60;

/** Drops hits that repeat the words of an earlier hit. */
export class DuplicateFilter {
  readonly #passed: Said[] = [];
  readonly #byStem = new Map<string, Said[]>();
  #indexed = 0;

  constructor(readonly language: Language = ENGLISH) {}

  /** Returns true if no earlier entry has the same words. */
  passes(words: readonly TokenizedWord[]): boolean {
    const said = new Said(words, this.language);
    const others = this.#passed.length < MANY ? this.#passed : this.#listSharing(said);
    if (others.some((other) => isSame(said, other))) return false;
    this.#passed.push(said);
    return true;
  }

  #listSharing(said: Said): readonly Said[] {
    for (const one of this.#passed.slice(this.#indexed))
      for (const stem of one.firstStems) {
        const known = this.#byStem.get(stem);
        if (known) known.push(one);
        else this.#byStem.set(stem, [one]);
      }
    this.#indexed = this.#passed.length;
    return said.firstStems.flatMap((stem) => this.#byStem.get(stem) ?? []);
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

  /** The first stems in the order of the alphabet, as many as two duplicates must share one of. */
  get firstStems(): readonly string[] {
    const { size } = this.keys;
    return [...this.keys].sort().slice(0, size - Math.ceil(SAME * size - ROUNDING) + 1);
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
