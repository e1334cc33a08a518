import { parseWordList, parseWordSet } from '../../text/word-list.js';
import { findActionIndex, findActionSynonyms, type NamedAction, readPattern } from './actions/index.js';
import { type CallToken, isCodeName, isFlag, parseCallTokens, stripWordEnding } from './call-tokens.js';
import * as table from './guard-words.data.js';

/** A word, a phrase or a doing that tells what a trap is about. */
export interface GuardTerm {
  /** One word, its root; whole words side by side (`phrase`) or anywhere (`all`); or what a doing is called by, in roots. */
  readonly is: string;
  readonly how: 'word' | 'phrase' | 'path' | 'all' | 'doing';
  readonly weight: number;
  /** It is the thing, or where and what for: of both something must be there. Null for what any work has to do with. */
  readonly part: 'thing' | 'around' | null;
  /** Other words that show it. */
  readonly also?: readonly string[];
  /** Regular expressions of a doing, as their sources. */
  readonly said?: string;
  readonly shows?: string;
  readonly files?: string;
  readonly edits?: string;
  /** True where all else must stand on the line that shows the doing. */
  readonly line?: true;
  /** True where it is done, too, by a change of a line that showed it before. */
  readonly changes?: true;
}

const WEIGHTS = {
  path: 1.5,
  flag: 2,
  span: 2,
  name: 1.5,
  word: 1,
  around: 0.75,
  beside: 0.4,
  tale: 0.8,
} as const;

/** True for what a call shows as it stands: code, a path, an option, a name, or a doing. */
export const isDirectlyVisible = ({ how, weight }: GuardTerm): boolean =>
  how !== 'word' || weight >= WEIGHTS.name;

export const SPAN = /`[^`\n]+`/g;
/** Behind these stands where, what for or by what; behind code and `to` what it was to do. */
const AROUND =
  /\s(?=(?:for|in|on|with|to|from|at|into|when|under|inside|around|over|of|against|between|that|which|past)\s)/i;
const PURPOSE = /^to\s/i;
/** `to mend an import`: what something was done for shows in no call. */
const INTENT =
  /^to\s+(?:(?:wait|debug|test|fix|save|free|make|get|speed|see|check|avoid|mend|unblock|keep|let|pass|stop|reduce|help|have|be|go|look|show|measure|work|find|build|clean|silence|try|reproduce)\b|[a-z]+\s+(?:an?|the|it|them|our|all)\b)/i;
/** The same in two words, behind what it was done to: `to free memory`. */
const PURPOSE_OF = /^to\s+[a-z]+\s+[a-z]+\s*$/;
/** Tests are a place that shows: by the paths of their files. */
const IN_TESTS = /^(?:in|for)\s+(?:the\s+)?(?:\w+\s+)?tests?(?:\s+(?:runs?|suites?))?\s*$/i;
const MEANS = /^with\s/i;
/** Everywhere is no place. */
const HERE = /\b(?:workspace|project|repo|repository|monorepo|code ?base)\b/i;

/** The terms of what an entry is about, its doings as `marked` gives them; none where nothing of it shows in a call. */
export function extractTerms(text: string, named: readonly NamedAction[]): readonly GuardTerm[] {
  const spans = (text.replace(SECOND, '$1').match(SPAN) ?? []).flatMap((span) => spanTerm(span.slice(1, -1)));
  const hasSpan = spans.length > 0;
  const [tale = '', rest = ''] = hasSpan ? halvesOf(text) : ['', text];
  const [head = '', ...around] = rest.replace(SPAN, ' , ').split(AROUND);
  const places = around.filter((one) => !hasSpan || !PURPOSE.test(one));
  const standing = (place: string, i: number): Standing => {
    if (PURPOSE_OF.test(place) && (i > 0 || head.includes('⟦'))) return BESIDE;
    if (INTENT.test(place)) return BESIDE;
    if (IN_TESTS.test(place)) return SETTING;
    if (spans.length > 1) return BESIDE;
    const { part, weight } = hasSpan ? NEAR : SETTING;
    return HERE.test(place) ? BESIDE : { part: MEANS.test(place) ? 'thing' : part, weight };
  };
  const all = [
    ...spans,
    ...tokensOf(tale, named).flatMap((one) => termOf(one, BESIDE)),
    ...tokensOf(head, named).flatMap((one) => termOf(one, hasSpan ? BESIDE : THING)),
    ...places.flatMap((place, i) =>
      withoutHead(tokensOf(place, named).flatMap((one) => termOf(one, standing(place, i)))),
    ),
  ];
  const found = compounded(all).filter(({ is }, i) => all.findIndex((other) => other.is === is) === i);
  const terms = hasSpan ? lightened(found) : found;
  return terms.some(({ part, how }) => part === 'thing' || how === 'doing') ? terms : [];
}

/** What is told before the first code, and the rest from there: only that can say where the code must not stand. */
const halvesOf = (text: string): readonly [tale: string, rest: string] => {
  const at = text.search(SPAN);
  return [text.slice(0, at), text.slice(at)];
};

/** What came of a command: `\`npm install\` and committed a \`package-lock.json\``. */
const SECOND = /^([^`]*`[^`]*\s[^`]*`[^`]*\band\b).*$/s;

/** Beside code the words weigh less, the more there are: it is the code that decides, however long the tale is. */
function lightened(terms: readonly GuardTerm[]): readonly GuardTerm[] {
  const isBeside = ({ part, weight }: GuardTerm) => part === null && weight === WEIGHTS.beside;
  const all = terms.filter(isBeside).reduce((sum, { weight }) => sum + weight, 0);
  const share = Math.min(1, WEIGHTS.tale / all);
  return terms.map((term) => (isBeside(term) ? { ...term, weight: term.weight * share } : term));
}

/** What stands side by side is one word in names: `seatplan` for the seat plan. */
const compounded = (terms: readonly GuardTerm[]): readonly GuardTerm[] =>
  terms.map((term, i) => {
    const [before, behind] = [terms[i - 1], terms[i + 1]];
    const pairs = [
      ...(before && isPlain(before) ? [`${before.is}${term.is}`] : []),
      ...(behind && isPlain(behind) ? [`${term.is}${behind.is}`] : []),
    ];
    return isPlain(term) && pairs.length > 0 ? { ...term, also: [...(term.also ?? []), ...pairs] } : term;
  });

const isPlain = ({ is, how }: GuardTerm): boolean => how === 'word' && /^[a-z]{3,}$/.test(is);

/** Of `the production track` the place is production: a track only tells of what kind it is. */
function withoutHead(terms: readonly GuardTerm[]): readonly GuardTerm[] {
  const places = terms.filter(({ part, how }) => part === 'around' && how !== 'doing');
  const head = places.at(-1);
  if (places.length < 2 || head?.how !== 'word' || !PLACE_NOUNS.has(head.is)) return terms;
  return terms.map((one) => (one === head ? { ...one, part: null } : one));
}

type Standing = Pick<GuardTerm, 'part' | 'weight'>;
const SPANNED: Standing = { part: 'thing', weight: WEIGHTS.span };
const THING: Standing = { part: 'thing', weight: WEIGHTS.word };
const SETTING: Standing = { part: 'around', weight: WEIGHTS.around };
const NEAR: Standing = { part: 'around', weight: WEIGHTS.beside };
const BESIDE: Standing = { part: null, weight: WEIGHTS.beside };

/** What stands in code is the thing itself; its options may stand anywhere behind it. */
function spanTerm(span: string): GuardTerm[] {
  const words = parseCallTokens(span);
  const flags = words.filter(isFlag).map(flagTerm);
  const [first, ...more] = words.filter((one) => !isFlag(one)).map(({ whole }) => whole);
  if (first === undefined) return flags;
  if (GAP.test(span)) return [{ ...SPANNED, is: [first, ...more].join(' '), how: 'all' }, ...flags];
  if (more.length > 0) return [{ ...SPANNED, is: [first, ...more].join(' '), how: 'phrase' }, ...flags];
  if (first.includes('/') && !first.startsWith('@'))
    return [{ ...SPANNED, is: first, how: 'path' }, ...flags];
  return [{ ...SPANNED, is: isCodeName(span) ? first : stripWordEnding(first), how: 'word' }, ...flags];
}

/** Something between that may be anything. */
const GAP = /…|\.\.\.(?=\s)/;

/** An option; of letters that stand together each: `-fdx` is `-xdf` too. */
const flagTerm = ({ whole, roots }: CallToken): GuardTerm =>
  roots.length > 1 && /^-\w{2,4}$/.test(whole)
    ? { ...SPANNED, is: roots.slice(1).join(' '), how: 'all' }
    : { ...SPANNED, is: whole, how: 'word' };

interface Said extends CallToken {
  readonly written: string;
  readonly named?: NamedAction;
}

const tokensOf = (text: string, named: readonly NamedAction[]): readonly Said[] =>
  (text.match(/\S+/g) ?? []).flatMap((word): readonly Said[] => {
    const place = findActionIndex(word);
    if (place === null) return parseCallTokens(word).map((one) => ({ ...one, written: word }));
    return [{ whole: word, roots: [], written: word, ...(named[place] ? { named: named[place] } : {}) }];
  });

function termOf(word: Said, standing: Standing): GuardTerm[] {
  const { whole, written, named } = word;
  if (named) return [doingTerm(named, standing)];
  if (/^\(?\*\.[\w.]+[),]*$/.test(written)) return [{ ...BESIDE, is: whole, how: 'word' }];
  if (isFlag(word)) return [{ ...standing, is: whole, how: 'word', weight: WEIGHTS.flag }];
  if (SILENT.has(whole) || whole.length < 2) return [];
  if (whole.includes('/')) return [{ ...standing, is: whole, how: 'path', weight: WEIGHTS.path }];
  if (/^[a-z]+-[a-z]+(?:ed|ing)$/.test(whole))
    return whole
      .split('-')
      .map((part): GuardTerm => ({ ...standing, is: stripWordEnding(part), how: 'word' }));
  const also = alikeOf(whole);
  if (isCodeName(written)) {
    const weight = standing === THING ? WEIGHTS.name : standing.weight;
    return [{ ...standing, is: whole.replace(/\.(?:js|py)$/, ''), how: 'word', weight, ...also }];
  }
  const isVague =
    VAGUE.has(stripWordEnding(whole)) && !(standing === SETTING && stripWordEnding(whole) === 'test');
  return [{ ...(isVague ? BESIDE : standing), is: stripWordEnding(whole), how: 'word', ...also }];
}

function alikeOf(word: string): Pick<GuardTerm, 'also'> {
  const also = [
    ...new Set([word, word.replace(/s$/, ''), word.replace(/es$/, '')].flatMap(findActionSynonyms)),
  ];
  return also.length > 0 ? { also } : {};
}

const doingTerm = ({ action, words }: NamedAction, { part }: Standing): GuardTerm => ({
  is: parseCallTokens(words)
    .filter(({ whole }) => !SILENT.has(whole))
    .map((one) => (isFlag(one) ? one.whole : stripWordEnding(one.whole)))
    .join(' '),
  how: 'doing',
  weight: WEIGHTS.span,
  part: part ?? 'thing',
  said: action.said.source,
  ...(action.shows ? { shows: readPattern(action.shows) } : {}),
  ...(action.files ? { files: readPattern(action.files) } : {}),
  ...(action.edits ? { edits: readPattern(action.edits) } : {}),
  ...(action.line ? { line: true } : {}),
  ...(action.changes ? { changes: true } : {}),
});

function findRoots(words: string): ReadonlySet<string> {
  return new Set(parseWordList(words).map(stripWordEnding));
}

/** Words of the grammar. */
export const SILENT = parseWordSet(table.SILENT_WORDS);

/** Nouns that any work has to do with, and what is said of things but does not show. */
const VAGUE = findRoots(table.VAGUE);

/** What kind of place it is, where that has a name. */
const PLACE_NOUNS = findRoots(table.PLACE_NOUNS);
