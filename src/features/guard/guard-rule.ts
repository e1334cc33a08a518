import { markActions } from './actions/index.js';
import { isCodeName, isFlag, parseCallTokens, stripWordEnding } from './call-tokens.js';
import { formatCause, type GuardedMemory, splitSubjectAndCause, stripManner } from './entry-text.js';
import { extractTerms, type GuardTerm, isDirectlyVisible, SILENT, SPAN } from './terms.js';
import { translateChineseTerms } from './translate-chinese.js';

/** The version of the rules by which traps are made: a list that other rules made is made anew. Raise it with them. */
export const RULESET_VERSION = 8;

/** Something that went wrong before, as the guard holds it against what is about to be done. */
export interface GuardRule {
  readonly terms: readonly GuardTerm[];
  /** The share of the terms, by weight, from which a call does it. */
  readonly need: number;
  /** What was missing then. */
  readonly wants: readonly string[];
  /** What to do instead, each by its words. */
  readonly instead: readonly (readonly string[])[];
  /** True where a thing was rejected for all that it could serve, not where it was done in one place. */
  readonly anywhere: boolean;
}

/** Of what tells what it is about, so much must be there. */
const MOST_OF_IT = 0.6;
/** Where something was missing, the rest is all there is to know it by. */
const NEARLY_ALL = 0.7;

/** More of an entry is not looked at: what it is about stands first. */
const SAID = 300;

/** What to look for in a call; null where the words name nothing that a call could do. */
export function buildGuardRule({ what: said, instead, kind }: GuardedMemory): GuardRule | null {
  const what = said.replace(OBJECT, '$1$2');
  const { text, named } = markActions(stripManner(translateChineseTerms(what.slice(0, SAID))));
  const { thing, missing } = splitSubjectAndCause(text, kind);
  const terms = extractTerms(kind === 'trap' ? formatCause(thing) : thing, named);
  if (terms.length === 0) return null;
  const wants = wordsOf(missing);
  const ways = instead.flatMap((one) => waysIn(translateChineseTerms(one), terms));
  const isByOption =
    ways.length > 0 && ways.every(([way = '', ...more]) => more.length === 0 && way.startsWith('-'));
  return {
    terms: isByOption ? terms.filter((term) => !isPlace(term)) : terms,
    need: wants.length > 0 ? NEARLY_ALL : MOST_OF_IT,
    wants,
    anywhere: !PLACED.test(thing),
    instead: ways,
  };
}

/**
 * True where a call can hardly be known for what a text tells of, since that goes by several plain words or by nothing:
 * in a trade that taught nothing one such call of twelve was known, of the others a third (guide/agents.md › The
 * mistake guard).
 */
export function isHardToDetect(trap: GuardRule | null): boolean {
  if (trap === null) return true;
  const options = [...trap.wants, ...trap.instead.flat()].some((one) => one.startsWith('-'));
  const words = trap.terms.filter(({ part }) => part !== null);
  return words.length > FEW_WORDS && !options && !trap.terms.some(isDirectlyVisible);
}

/** So many words may stand in any call together. */
const FEW_WORDS = 2;

/** What something is done to, written as code: it is no command. */
const OBJECT = /(\s(?:on|of|in|to|from|at|into|under|for|with|the)\s)`([a-z]\w*)`/gi;

/** Where an option was missing, that tells more than where it was. */
const isPlace = ({ part, how }: GuardTerm): boolean => part === 'around' && how === 'word';

/** Behind these stands where something is done, or by what. */
const PLACED = /\s(?:in|on|at|inside|under|from|to|into|when|with)\s/i;

const wordsOf = (text: string): readonly string[] =>
  parseCallTokens(text.replaceAll('`', ' '))
    .filter(({ whole }) => !SILENT.has(whole))
    .map((one) => (isFlag(one) || isCodeName(one.whole) ? one.whole : stripWordEnding(one.whole)));

/** Ways to do it right that a text names: what stands in code, else flags, else its words where it has few. */
function waysIn(phrase: string, terms: readonly GuardTerm[]): readonly (readonly string[])[] {
  const text = phrase.replace(WHOSE, '$1');
  const known = new Set(
    terms.flatMap(({ is }) => is.split(' ').flatMap((one) => [one, stripWordEnding(one)])),
  );
  const fresh = (part: string) => wordsOf(part).filter((one) => !known.has(one));
  const spans = (text.match(SPAN) ?? []).map((span) => span.slice(1, -1));
  const flags = parseCallTokens(text.replace(SPAN, ' ')).filter(isFlag);
  const names = text.match(NAMED) ?? [];
  const said =
    flags.length > 0
      ? flags.map(({ whole }) => whole)
      : [...names, text, ...text.split(/[,;]|\sthen\s|\sor\s/)];
  const paths = spans.length > 0 ? [] : (text.match(PATH) ?? []).map((path) => [path.toLowerCase()]);
  const named = spans.length > 0 ? spans : said.filter((one) => !MANNER.test(one));
  const ways = [...paths, ...named.map(fresh)].filter((one) => one.length > 0);
  return spans.length > 0 || flags.length > 0 ? ways : ways.filter((one) => one.length <= FEW);
}

/** How it is done, not what: `rounded once`. */
const MANNER = /^\s*[a-z]+ed(?: \w+)?\s*$/;

/** Which one it is, written as code: no way to do it. */
const WHOSE = /(?<=\bthe )`([a-z]\w*)`(?= [a-z])/g;

/** A place on a disk. */
const PATH = /(?<=^|\s)[\w.~-]*\/[\w./-]+/g;

/** A name within a sentence. */
const NAMED = /(?<=[a-z] )[A-Z][a-z]\w+/g;

/** A way that is told in more words is told to people. */
const FEW = 3;
