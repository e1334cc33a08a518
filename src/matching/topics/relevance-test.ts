import { isSameWord } from './analyze-text.js';
import { createNameTest } from './shared-names.js';
import { findSharedWords, type SharedWord, type SubjectText, toSubjectText } from './shared-words.js';
import { isPlatform, isTool, isWeak } from './word-weight.js';

/** Options besides the words of the intent. */
interface RelevanceOptions {
  /** Files that will be edited: entries that name one are relevant. */
  readonly files?: readonly string[];
  /** True if the user did not ask: two shared words must both be strong, and a single one counts only if it names a tool. */
  readonly isUnasked?: boolean;
  readonly said?: SubjectText;
}

/**
 * Creates a test whether an entry is relevant to an intent: one names what the other has too, or they share words of what
 * both are about (FEATURES A8); or the entry names one of the files. The intent is analyzed once for all entries.
 */
export function createRelevanceTest(
  intent: string,
  { files = [], isUnasked = false, said: subject = toSubjectText(intent) }: RelevanceOptions = {},
): (known: string) => boolean {
  const byWords = findSharedWords(subject);
  const isNamed = createNameTest(intent);
  return (known) => {
    if (files.some((file) => names(known, file)) || isNamed(known)) return true;
    const trap = toSubjectText(known);
    const words = byWords(trap).filter(isSame);
    return words.length > 0 && isEnough(words, subject, trap, isUnasked);
  };
}

/** The share of words that must be common, of the text with fewer subject words. */
const SHARED = 0.3;
/** An intent with at most so many words is about each of them. */
const FEW = 2;

function isEnough(
  pairs: readonly SharedWord[],
  subject: SubjectText,
  trap: SubjectText,
  isUnasked: boolean,
): boolean {
  const strong = pairs.filter(({ aim, other }) => !isWeak(aim) && !isWeak(other));
  const shared = countShared(pairs);
  if (shared > 1)
    return (
      strong.length >= (isUnasked && shared < subject.telling().length ? 2 : 1) &&
      shared / Math.min(subject.telling().length, trap.telling().length) >= SHARED
    );
  return strong.some(
    ({ aim, other }) =>
      isTool(other) ||
      (!isPlatform(other) &&
        !isUnasked &&
        subject.telling().length <= FEW &&
        trap.telling()[0] === other &&
        isSameWord(aim, other)),
  );
}

/** The number of paired words on each side. */
const countShared = (pairs: readonly SharedWord[]): number =>
  Math.min(new Set(pairs.map(({ aim }) => aim)).size, new Set(pairs.map(({ other }) => other)).size);

/** A tool is meant only as it is written: no `stripes` for Stripe. */
const isSame = ({ aim, other }: SharedWord): boolean =>
  aim.form === other.form || !isSameWord(aim, other) || !(isTool(aim) || isTool(other));

/** True if a text names a file by its path or name. */
function names(text: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const at = name === '' ? -1 : text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}_-]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '));
}
