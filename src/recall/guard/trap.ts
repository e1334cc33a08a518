import { inEnglish } from './chinese.js';
import { isFlag, isName, root, type Token, tokens } from './terms.js';

/** A word or a phrase that tells what a trap is about. */
export interface Term {
  /** One word, its root; or whole words that stand side by side. */
  readonly is: string;
  readonly how: 'word' | 'phrase' | 'path';
  readonly weight: number;
  /** It is the thing, or where and what for: of both something must be there. Null for what any work has to do with. */
  readonly part: 'thing' | 'around' | null;
}

/** Something that went wrong before, as the guard holds it against what is about to be done. */
export interface Trap {
  readonly terms: readonly Term[];
  /** The share of the terms, by weight, from which a call does it. */
  readonly need: number;
  /** What was missing then. */
  readonly wants: readonly string[];
  /** What to do instead, each by its words. */
  readonly instead: readonly (readonly string[])[];
}

/** What memory says of it. */
export interface Known {
  readonly what: string;
  /** What to do instead, one each. */
  readonly instead: readonly string[];
  /** A trap warns of what comes of a thing, behind its name. */
  readonly kind: 'rejected' | 'mistake' | 'trap';
}

/** Of what tells what it is about, so much must be there. */
const MOST_OF_IT = 0.6;
/** Where something was missing, the rest is all there is to know it by. */
const NEARLY_ALL = 0.7;
const WEIGHTS = { path: 1.5, flag: 2, span: 2, word: 1, around: 0.75, beside: 0.4 } as const;

/** What to look for in a call; null where the words name nothing that a call could do. */
export function trapOf({ what, instead, kind }: Known): Trap | null {
  const said = thingOf(inEnglish(what), kind);
  const [, thing = said, missing = ''] = WITHOUT.exec(said) ?? [];
  const terms = termsIn(kind === 'trap' ? causeOf(thing) : thing);
  if (terms.length === 0) return null;
  const wants = wordsOf(missing);
  return {
    terms,
    need: wants.length > 0 ? NEARLY_ALL : MOST_OF_IT,
    wants,
    instead: instead.flatMap((one) => waysIn(one, terms)),
  };
}

/** How people begin to say what they tried, rejected or got wrong. */
const LEAD =
  /^(?:(?:we|i|it|the agent)\s+)?(?:(?:decided|voted) against:?|tried(?: out| to)?|rejected:?|ruled out|gave up on|abandoned|do not use|don['’]t use|never use|avoid|no|ran|runs|running|used|using|use|edited|editing|changed|wrote(?: to)?|left|called|put|set|made|added|hard-?coded|deleted files with|started)\s+|^(?:我们)?(?:决定|尝试|试过|直接|手动|运行|执行|不要|不再|不|别|禁止|使用|采用|用)+\s*/i;

/** The thing itself, without how it is begun and what came of it. */
function thingOf(what: string, kind: Known['kind']): string {
  const [first = ''] = what.split(
    /\n|[,;]\s|\s[—–-]\s|\.\s|\s(?:because|since|but|as it|and it|before|after|until|while)\s/i,
  );
  const thing = first.replace(LEAD, '').replace(LEAD, '');
  if (kind !== 'mistake' || !/\s/.test(thing)) return thing;
  return SHOWS.test(thing) ? thing.replace(SHOWS, '$1 of ') : thing.replace(DID, '');
}

/** What somebody did, in one word, shows in no call; that they took something away does. */
const DID = /^(?!(?:delet|remov|wip|eras))[a-z]+ed\s+(?!(?:to|from|into|onto|on|in|at)\s)/i;

/** What somebody did that does show: of it and of what it was done to something must be there. */
const SHOWS =
  /^(logged|printed|pushed|merged|rebased|reverted|committed|rebooted|restarted|reloaded|stopped|killed|installed|upgraded|downgraded|dropped|truncated|migrated|deployed|published|renamed|copied|mocked)\s+(?!(?:to|from|into|onto|on|in|at)\s)/i;

const WITHOUT =
  /^([\s\S]*?)\s(?:without|instead of|rather than|missing|lacking|forgetting|and forgot)\s+([\s\S]+)$/i;

/** What comes of a thing begins with such a word; or with one that ends as what somebody does. */
const EFFECT =
  /\s(?:need|lose|fail|break|do(?: not|n['’]t)|does(?: not|n['’]t)|is|are|has|must|can(?:not|['’]t)|[a-z]{2,}[a-rt-z]s)\s/;

/** The machine that something happens on is no part of the command. */
const MACHINE = /^(?:on )?(?:macos|linux|windows|ubuntu|debian)\s/i;

/** The cause that a trap names, as code where it is a command or a short thing; else all of it. */
function causeOf(text: string): string {
  const [span] = text.match(SPAN) ?? [];
  if (span) return span;
  const bare = text.replace(MACHINE, '');
  const [head = ''] = bare.split(EFFECT);
  const isShort =
    head !== bare && !/\b(?:the|an?|our|all|every|each|this)\b/i.test(head) && head.split(/\s+/).length <= 4;
  if (!isShort) return text;
  const flags = tokens(bare.slice(head.length)).filter(isFlag);
  return [`\`${head}\``, ...flags.map(({ whole }) => whole)].join(' ');
}

const SPAN = /`[^`\n]+`/g;
/** Behind these stands where, what for or by what; behind code and `to` what it was to do. */
const AROUND = /\s(?=(?:for|in|on|with|to|from|at|into|when|under|inside|around|over|of)\s)/i;
const PURPOSE = /^to\s/i;
/** `to mend an import`: what something was done for shows in no call. */
const INTENT = /^to\s+(?:wait\b|[a-z]+\s+(?:an?|the|it|them|our|all)\b)/i;
/** The same in two words, behind what it was done to: `to free memory`. */
const PURPOSE_OF = /^to\s+[a-z]+\s+[a-z]+\s*$/;
/** Tests are a place that shows: by the paths of their files. */
const IN_TESTS = /^in\s+(?:the\s+)?tests?\s*$/i;
const MEANS = /^with\s/i;
/** Everywhere is no place. */
const HERE = /\b(?:workspace|project|repo|repository|monorepo|code ?base)\b/i;

function termsIn(text: string): readonly Term[] {
  const spans = (text.match(SPAN) ?? []).flatMap((span) => spanTerm(span.slice(1, -1)));
  const [head = '', ...around] = text.replace(SPAN, ' , ').split(AROUND);
  const hasSpan = spans.length > 0;
  const places = around.filter((one) => !hasSpan || !PURPOSE.test(one));
  const standing = (place: string, i: number): Standing => {
    if (PURPOSE_OF.test(place) && i > 0) return BESIDE;
    if (INTENT.test(place)) return BESIDE;
    if (IN_TESTS.test(place)) return SETTING;
    const { part, weight } = hasSpan ? NEAR : SETTING;
    return HERE.test(place) ? BESIDE : { part: MEANS.test(place) ? 'thing' : part, weight };
  };
  const all = [
    ...spans,
    ...tokensOf(head).flatMap((one) => termOf(one, hasSpan ? BESIDE : THING)),
    ...places.flatMap((place, i) => tokensOf(place).flatMap((one) => termOf(one, standing(place, i)))),
  ];
  const terms = all.filter(({ is }, i) => all.findIndex((other) => other.is === is) === i);
  return terms.some(({ part }) => part !== null) ? terms : [];
}

type Standing = Pick<Term, 'part' | 'weight'>;
const SPANNED: Standing = { part: 'thing', weight: WEIGHTS.span };
const THING: Standing = { part: 'thing', weight: WEIGHTS.word };
const SETTING: Standing = { part: 'around', weight: WEIGHTS.around };
const NEAR: Standing = { part: 'around', weight: WEIGHTS.beside };
const BESIDE: Standing = { part: null, weight: WEIGHTS.beside };

/** What stands in code is the thing itself; its options may stand anywhere behind it. */
function spanTerm(span: string): Term[] {
  const words = tokens(span);
  const flags = words.filter(isFlag).map(({ whole }): Term => ({ ...SPANNED, is: whole, how: 'word' }));
  const [first, ...more] = words.filter((one) => !isFlag(one)).map(({ whole }) => whole);
  if (first === undefined) return flags;
  if (more.length > 0) return [{ ...SPANNED, is: [first, ...more].join(' '), how: 'phrase' }, ...flags];
  if (first.includes('/')) return [{ ...SPANNED, is: first, how: 'path' }];
  return [{ ...SPANNED, is: isName(span) ? first : root(first), how: 'word' }, ...flags];
}

interface Said extends Token {
  readonly written: string;
}

const tokensOf = (text: string): readonly Said[] =>
  (text.match(/\S+/g) ?? []).flatMap((word) => tokens(word).map((one) => ({ ...one, written: word })));

function termOf(word: Said, standing: Standing): Term[] {
  const { whole, written } = word;
  if (isFlag(word)) return [{ ...standing, is: whole, how: 'word', weight: WEIGHTS.flag }];
  if (SILENT.has(whole) || whole.length < 2) return [];
  if (whole.includes('/')) return [{ ...standing, is: whole, how: 'path', weight: WEIGHTS.path }];
  if (/^[a-z]+-[a-z]+(?:ed|ing)$/.test(whole))
    return whole.split('-').map((part): Term => ({ ...standing, is: root(part), how: 'word' }));
  if (isName(written)) return [{ ...standing, is: whole.replace(/\.(?:js|py)$/, ''), how: 'word' }];
  const isVague = VAGUE.has(root(whole)) && !(standing === SETTING && root(whole) === 'test');
  return [{ ...(isVague ? BESIDE : standing), is: root(whole), how: 'word' }];
}

/** They carry the grammar. */
const SILENT: ReadonlySet<string> = new Set(
  'a an the this that these those it its is are was were be been being we our us you your he she they them their there here of in on at to for from by with as into onto and or also too then so such do does did doing done has have had not no hand only just when while again any some all new'.split(
    ' ',
  ),
);

/** Nouns that any work has to do with. */
const VAGUE: ReadonlySet<string> = new Set(
  'file folder directory code test suite page component module function class thing way package project workspace config script job call line value change name version app part feature'
    .split(' ')
    .map(root),
);

const wordsOf = (text: string): readonly string[] =>
  tokens(text.replaceAll('`', ' '))
    .filter(({ whole }) => !SILENT.has(whole))
    .map((one) => (isFlag(one) || isName(one.whole) ? one.whole : root(one.whole)));

/** Ways to do it right that a text names: what stands in code, else flags, else its words where it has few. */
function waysIn(text: string, terms: readonly Term[]): readonly (readonly string[])[] {
  const known = new Set(terms.flatMap(({ is }) => is.split(' ').flatMap((one) => [one, root(one)])));
  const fresh = (part: string) => wordsOf(part).filter((one) => !known.has(one));
  const spans = (text.match(SPAN) ?? []).map((span) => span.slice(1, -1));
  const flags = tokens(text.replace(SPAN, ' ')).filter(isFlag);
  const names = text.match(NAMED) ?? [];
  const said = flags.length > 0 ? flags.map(({ whole }) => whole) : [...names, text];
  const parts = spans.length > 0 ? spans : said;
  const ways = parts.map(fresh).filter((one) => one.length > 0);
  return spans.length > 0 || flags.length > 0 ? ways : ways.filter((one) => one.length <= FEW);
}

/** A name within a sentence. */
const NAMED = /(?<=[a-z] )[A-Z][a-z]\w+/g;

/** A way that is told in more words is told to people. */
const FEW = 3;
