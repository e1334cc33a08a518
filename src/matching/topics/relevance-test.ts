import { type AnalyzedWord, isSameWord, memoize } from './analyze-text.js';
import {
  findSharedTopics,
  findSharedWords,
  type SharedWord,
  type SubjectText,
  toSubjectText,
} from './shared-words.js';
import { findMentionedTopics, type SynonymGroups, toTopics } from './topic-lookup.js';
import { isPlatform, isTool, isWeak } from './word-weight.js';

/**
 * Whether a known trap bears on an intent: they share what both are about, by any of its names, and not only words of
 * all work (FEATURES A8); or the trap names one of the files that will be touched. The intent is heard once for all traps.
 */
export function createRelevanceTest(
  intent: string | SubjectText,
  files: readonly string[] = [],
  meanings: SynonymGroups = [],
): (known: string) => boolean {
  const said = typeof intent === 'string' ? toSubjectText(intent) : intent;
  const byWords = findSharedWords(said);
  const byTopics = memoize(() =>
    findSharedTopics(said, [...toTopics(meanings), ...findMentionedTopics(said.heard)]),
  );
  return (known) => {
    if (files.some((file) => names(known, file))) return true;
    const trap = toSubjectText(known);
    const words = byWords(trap).filter(isSame);
    if (manyShared(words) > 1 && isEnough(words, said, trap)) return true; // more in common changes nothing
    const pairs = [...words, ...byTopics()(trap).filter(isSame)];
    return pairs.length > 0 && isEnough(pairs, said, trap);
  };
}

/** Of the shorter of two sayings, this share must be in the other where they share several words. */
const SHARED = 0.3;
/** An intent of so few words is about each of them. */
const FEW = 2;
/** Of a trap so many first words are its subject. */
const SUBJECT = 2;

function isEnough(pairs: readonly SharedWord[], said: SubjectText, trap: SubjectText): boolean {
  const strong = pairs.filter(({ aim, other }) => !isWeak(aim) && !isWeak(other));
  const shared = manyShared(pairs);
  if (shared > 1)
    return strong.length > 0 && shared / Math.min(said.telling().length, trap.telling().length) >= SHARED;
  return strong.some((pair) => suffices(pair, pairs, said, trap));
}

/** How many words of each are among the pairs. */
const manyShared = (pairs: readonly SharedWord[]): number =>
  Math.min(new Set(pairs.map(({ aim }) => aim)).size, new Set(pairs.map(({ other }) => other)).size);

/** Whether one thing in common is enough: the intent is about little else, or the trap is about nothing else. */
function suffices(
  { aim, other, by }: SharedWord,
  pairs: readonly SharedWord[],
  said: SubjectText,
  trap: SubjectText,
): boolean {
  if (by === 'word')
    return (
      said.telling().length <= FEW ||
      isTool(other) ||
      said.heard.isName(aim) ||
      trap.heard.isName(other) ||
      (!isPlatform(other) &&
        pairs.some((pair) => pair.by === 'topic' && pair.aim === aim && isTold(pair.other, other, trap)))
    );
  return trap.telling().slice(0, SUBJECT).includes(other) && isSameWord(aim, other) && !isPlatform(other);
}

/** A second word of the trap tells of what is shared. */
const isTold = (word: AnalyzedWord, other: AnalyzedWord, { telling }: SubjectText): boolean =>
  word !== other && telling().includes(word) && !isWeak(word);

/** A tool is meant only as it is written: no `stripes` for Stripe. */
const isSame = ({ aim, other }: SharedWord): boolean =>
  aim.form === other.form || !isSameWord(aim, other) || !(isTool(aim) || isTool(other));

/** True where a text names a file: by its path or its name. */
function names(text: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const at = name === '' ? -1 : text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}_-]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '));
}
