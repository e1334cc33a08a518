import { groupByKeys } from '../../text/group-by.js';
import { type AnalyzedWord, listWordStarts, memoize, type TextAnalysis } from './analyze-text.js';
import { isNamed, mayBeSaid } from './phrase-match.js';
import type { Topic } from './topic.js';
import { TOPICS } from './topic-table.data.js';

/** Groups of words of one meaning that a workspace adds (`search.synonyms`). */
export type SynonymGroups = readonly (readonly string[])[];

/** Such groups as topics: each word tells of the others. */
export const toTopics = (meanings: SynonymGroups): readonly Topic[] =>
  meanings.map((group) => {
    const words = group.filter(Boolean);
    return { names: words, things: words, everyday: [], nots: [] };
  });

/** The topics that some words name, side by side, e.g. `rate limits`; those of the workspace's own words too. */
export function findTopics(words: readonly AnalyzedWord[], more: readonly Topic[] = []): readonly Topic[] {
  const [first] = words;
  if (!first) return [];
  const own = more.filter(({ names }) => names.some((name) => isNamed(words, name)));
  const listed = listWordStarts(first).flatMap(namesFrom);
  const rows = listed.filter(({ name }) => isNamed(words, name)).map(({ row }) => row);
  return [...own, ...[...new Set(rows)].map(topicIn)];
}

/** All topics that a text may name or tell of: it holds the words of one of their phrases. */
export function findMentionedTopics(heard: TextAnalysis): readonly Topic[] {
  const beginning = beginningOf(heard);
  const found: Topic[] = [];
  while (beginning.test(TOPICS)) {
    if (!mayBeSaid(phraseAt(beginning.lastIndex), heard)) continue;
    found.push(topicIn(rowAround(beginning.lastIndex)));
    beginning.lastIndex = TOPICS.indexOf('\n', beginning.lastIndex);
  }
  return found;
}

/**
 * What stands before the phrases of the table that begin as a word does, or with a sign of the text. One pattern looks
 * through the table faster than a list of its phrases is made.
 */
function beginningOf({ starts, text }: TextAnalysis): RegExp {
  const plain = [...starts()].filter((start) => /^[a-z0-9]/.test(start));
  const byLetter = groupByKeys(plain.map((start) => [start.charAt(0), beginning(start)] as const));
  const words = [...byLetter].map(([letter, rest]) => `${letter}(?:${rest.join('|')})`);
  const signs = [...new Set(text.replace(/[\sa-z0-9]+/g, ''))].map(escaped).join('');
  return new RegExp(`(?:\\n|, |: | ! )\\(?=?(?=${[...words, `[${signs}]`].join('|')})`, 'g');
}

/** What follows the first letter; words of fewer than three are whole. */
const beginning = (start: string): string =>
  escaped(start.slice(1)) + (start.length < 3 ? '(?=[\\s,:?)])' : '');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const phraseAt = (at: number): string =>
  /^(?:(?!: | ! |[?)]?(?:,|$))[^\n])*/.exec(TOPICS.slice(at, at + LONGEST))?.[0] ?? '';

const rowAround = (at: number): string =>
  TOPICS.slice(TOPICS.lastIndexOf('\n', at - 1) + 1, TOPICS.indexOf('\n', at));

/** A name, and the row that it stands in. */
interface Name {
  readonly name: string;
  readonly row: string;
}

/** The names of all rows, one row a line. */
const heads = memoize(() => TOPICS.replace(/: .*/g, ''));

/** The three letters with which names begin, a dot apart. */
const starts = memoize(() => new Set(heads().match(/(?<=(?:\n|, |\()\.?)[^\s,()?.]{3}/g)));

/** Names that were looked up, by how they begin. */
const lookedUp = new Map<string, readonly Name[]>();
/** A server that runs for days hears ever new words: then it begins anew. */
const MOST_LOOKED_UP = 5000;

/** The names that begin so. Few beginnings are ever asked for: names of others are not taken apart. */
function namesFrom(start: string): readonly Name[] {
  const known = start.length < 3 || starts().has(start) ? lookedUp.get(start) : [];
  if (known) return known;
  const found: Name[] = [];
  const all = heads();
  for (let at = all.indexOf(start); at >= 0; at = all.indexOf(start, at + 1))
    if (/(?:\n|, )\(?\.?$/.test(all.slice(Math.max(0, at - 4), at))) found.push(nameAt(at));
  if (lookedUp.size >= MOST_LOOKED_UP) lookedUp.clear();
  lookedUp.set(start, found);
  return found;
}

function nameAt(at: number): Name {
  const all = heads();
  const from = all[at - 1] === '.' ? at - 1 : at;
  const [name = ''] = /^[^,\n]*/.exec(all.slice(from, from + LONGEST)) ?? [];
  const head = all.slice(all.lastIndexOf('\n', at), all.indexOf('\n', at));
  return { name: bare(name), row: rowAround(TOPICS.indexOf(`${head}: `) + 1) };
}

/** Characters; a test knows that no phrase of the table is longer. */
const LONGEST = 80;

const bare = (name: string): string => name.replace(/^\(|[)?]$/g, '');

const topics = new Map<string, Topic>();

function topicIn(row: string): Topic {
  const known = topics.get(row);
  if (known) return known;
  const end = row.indexOf(': ');
  const [things = '', nots = ''] = row.slice(end + 2).split(' ! ');
  const names = row.slice(0, end).split(', ');
  const topic = {
    names: names.map(bare),
    things: [...names.filter((name) => !/^\(|\?$/.test(name)), ...listed(things)],
    everyday: names.filter((name) => name.endsWith('?')).map(bare),
    nots: listed(nots),
  };
  topics.set(row, topic);
  return topic;
}

const listed = (text: string): readonly string[] => text.split(', ').filter(Boolean);
