import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { STOP_WORDS } from '../../text/english-words.js';
import { ENGLISH, type Language } from '../../text/language.js';
import type { TokenizedWord } from '../../text/tokenize.js';

/** Entries of fewer words are too short to be called the same by their words. */
const FEWEST = 4;
/** The share of all words of two entries that both have, from which they say the same. */
const SAME = 0.9;
/** The share of words written alike from which stems are looked at: they are dear, and few entries are so alike. */
const ALIKE = 0.5;

/** Lets what is said pass once, however often it stands in the notes. */
export class DuplicateFilter {
  readonly #passed: Said[] = [];

  constructor(readonly language: Language = ENGLISH) {}

  /** True for the first of those that say the same, by their words. */
  passes(words: readonly TokenizedWord[]): boolean {
    const said = new Said(words, this.language);
    if (this.#passed.some((other) => isSame(said, other))) return false;
    this.#passed.push(said);
    return true;
  }
}

/** What an entry says: what, and why. */
export const getEntryText = (entry: Entry): string =>
  [formatEntryText(entry), entry.why].filter(Boolean).join(' ');

/** The words that say something, as they are written, and their stems once somebody asks. */
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

/** True where the words that both have are such a share of all words. It ends at the first that is one too few. */
function areShared(a: ReadonlySet<string>, b: ReadonlySet<string>, share: number): boolean {
  const wanted = Math.ceil((share * (a.size + b.size)) / (1 + share) - ROUNDING);
  let lacking = a.size - wanted;
  for (const word of a) if (lacking < 0 || (!b.has(word) && --lacking < 0)) return false;
  return lacking >= 0;
}

const ROUNDING = 1e-9;
