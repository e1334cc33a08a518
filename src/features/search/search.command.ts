import { addAtOption } from '../../command/as-of.js';
import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { defineFlag, defineNumber, defineText, defineTextList, defineWords } from '../../command/params.js';
import { isDate, parseInstant } from '../../dates/local-time.js';
import { appendPinTag, formatEntryText } from '../../notes/entries/entry.js';
import { ENTRY_TYPES, type EntryType, isNamedType } from '../../notes/entry-types.js';
import { KIND_NAMES } from '../../notes/kinds/index.js';
import { listIndexedWords } from '../../search/index/term.js';
import type { SearchHit, SearchQuery, SearchResults } from '../../search/query.js';
import { STATE_KINDS } from '../../search/search.js';
import { redactAll } from '../../security/secrets.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { searchTranscripts } from '../agent-sessions/search-transcripts.js';
import { demoteStale, queryFreshness } from '../freshness/assess-references.js';
import { isTaskNote, listTaskNotes } from '../tasks/expiry.js';
import { describeHit } from './describe-hit.js';
import { describeNothing } from './describe-nothing.js';
import { findLiteral, findNotes } from './find-literal.js';
import { findMisses, type Miss } from './find-misses.js';
import { findHitContext } from './hit-context.js';
import { removeCopies } from './imported-copies.js';
import { countOutside, mergeOutside, searchOutside } from './search-outside.js';

/** Searches entries in all kinds of notes, best match first. */
const searchEntries = defineCommand({
  name: 'search',
  description: 'find entries, best match first; without words, the newest',
  group: 'Every day',
  params: {
    words: defineWords(
      'what to look for; mistyped words find the nearest ones; without words the newest entries are listed',
    ),
    type: defineTextList('only entries of this type', 'TYPE'),
    kind: defineTextList('only notes of this kind', 'KIND'),
    tag: defineTextList('only entries with this tag', 'TAG'),
    task: defineText('only what was noted for this task', 'TASK'),
    after: defineText('only from this day on', 'DATE'),
    before: defineText('only up to this day', 'DATE'),
    limit: defineNumber('how many to show (10)'),
    explain: defineFlag('say which words matched and what each part gave'),
    misses: defineFlag('list near misses instead, each with the reason why it is no hit'),
    embed: defineFlag('compute the missing vectors with the command in `search.embed`'),
    sessions: defineFlag('search the transcripts of all agents'),
    'only-notes': defineFlag('leave out sessions of agents, and files of other tools that are not imported'),
    'all-clis': defineFlag('with --sessions: those of every folder'),
  },
  examples: [
    'daybook search',
    'daybook search "websocket timeout"',
    'daybook search auth --type decision --explain',
    'daybook search --type rule --limit 2',
    'daybook search "sessions redis" --type decision --misses',
    'daybook search polling --task station_feature',
    'daybook search cache --at 2026-06-01',
    'daybook search "rotating refresh tokens" --sessions',
  ],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { words = '', type, kind, tag, task, after, before, limit = 10, explain, misses, ...more }) {
    if (more.embed) return planEmbedding(ctx);
    const isBare =
      !(words.trim() || task || after || before) && [type, kind, tag].every(({ length }) => length === 0);
    oneOf('type', type, () => Object.keys(ENTRY_TYPES));
    oneOf('kind', kind, () => KIND_NAMES);
    const tags = tag.map((one) => one.replace(/^#/, ''));
    const isDated = type.includes('reminder') && !type.includes('todo');
    const filters = {
      types: isBare ? REMEMBERED_TYPES : isDated ? [...type, 'todo'] : type,
      kinds: kind,
      tags,
      ...(task ? { paths: pathsOf(ctx, task) } : {}),
    };
    const days = {
      ...(after ? { after: day('after', after) } : {}),
      ...(before ? { before: day('before', before) } : {}),
    };
    if (more.sessions)
      return searchTranscripts(ctx, {
        words: requireWords(words, { type, kind, tag }),
        limit,
        where: more['all-clis'] ? 'everywhere' : 'here',
        ...days,
      });
    requireCount(limit);
    const query = {
      words,
      limit: isDated ? MOST_TODOS : limit,
      explain,
      byMeaning: true,
      ...filters,
      ...days,
    };
    const isLiteral = words.trim() !== '' && listIndexedWords(words).length === 0;
    const indexed = isLiteral
      ? findLiteral(ctx, query)
      : words.trim() === ''
        ? listNewest(ctx, query)
        : ctx.query('search', query);
    const isLimited = [type, kind, tag].some(({ length }) => length > 0) || task !== undefined;
    const isNowhere = indexed.hits.length === 0 && !isLimited && !after && !before && words.trim() !== '';
    const found = isNowhere ? { ...findNotes(ctx, query), nearly: indexed.nearly } : indexed;
    if (misses && words.trim() !== '') return planMisses(ctx, query, found);
    const wanted = isDated ? found.hits.filter(hasDue) : found.hits;
    const single = removeCopies(wanted);
    const total = found.total - (found.hits.length - single.length);
    const fresh = queryFreshness(ctx, single);
    const hits = demoteLinkLists(demoteStale(single, fresh))
      .slice(0, limit)
      .map((hit) => redactAll(hit).value);
    const outside =
      isLimited || more['only-notes']
        ? []
        : searchOutside(ctx, { words, hits, ...days, most: Math.min(limit, MOST_OUTSIDE) });
    const beside = countOutside(outside);
    return {
      message:
        found.hits.length > 0
          ? `${summary({ ...found, hits, total })}${beside && `; ${beside}`}${isBare ? ', newest first' : ''}`
          : isBare
            ? NOTHING_YET
            : beside
              ? `Nothing in the notes; found in ${beside}`
              : describeNothing(ctx, query, found),
      items: mergeOutside(
        hits.map((hit) => asRow(hit, fresh.mark(hit), explain)),
        outside,
        ({ row }) => row,
      ).slice(0, limit),
      data: {
        get hits() {
          const entries = hits.map((hit): object => ({
            ...hit,
            ...toEntryJson(ctx, hit),
            freshness: fresh.of(hit),
            ...redactAll(findHitContext(ctx, hit)).value,
          }));
          return mergeOutside<object>(entries, outside, ({ data }) => redactAll(data).value).slice(0, limit);
        },
        total,
        nearly: found.nearly,
      },
      notices: found.embedderFailed
        ? [
            {
              level: 'warning',
              message: `ranked by words alone: the command of search.embed failed: ${found.embedderFailed}`,
            },
          ]
        : [],
    };
  },
});

/** The same for earlier notes, too. */
export const search = addAtOption(searchEntries, ['embed', 'sessions']);

/** So many todos are read to find those with a date. */
const MOST_TODOS = 500;

/** A todo with a date is a reminder, too. */
const hasDue = ({ type, due }: SearchHit): boolean => type !== 'todo' || due !== undefined;

/** Puts lines that are only a link behind the others: the note that they lead to has the text. */
function demoteLinkLists(hits: readonly SearchHit[]): readonly SearchHit[] {
  const isLinkOnly = ({ type, text }: SearchHit) =>
    type === 'prose' && /^\s*(?:!?\[[^\]]{0,200}\]\([^)]{0,500}\)|\[\[[^\]]{1,300}\]\])\s*$/.test(text);
  return [...hits.filter((hit) => !isLinkOnly(hit)), ...hits.filter(isLinkOnly)];
}

/** Hits outside the notes that are shown at most. */
const MOST_OUTSIDE = 5;

/** The plan of `--embed`: vectors lie in the cache, so nothing in the notes changes. */
function planEmbedding(ctx: CommandContext): CommandReply {
  const { vectors, entries } = ctx.query('fillVectors');
  return {
    message: `${vectors} vectors for ${entries} entries`,
    data: { hits: [], total: 0, nearly: {}, vectors, entries },
  };
}

/** The plan of `--misses`: entries that nearly matched, each with the reasons. The hits are in the data only. */
function planMisses(ctx: CommandContext, query: SearchQuery, found: SearchResults): CommandReply {
  const misses = findMisses(query, found, (other) => ctx.query('search', other));
  const many = misses.length === 0 ? 'nothing nearly matched' : `${misses.length} nearly matched`;
  return {
    message: `${found.hits.length === 0 ? 'No hit' : summary(found)}; ${many}`,
    items: misses.map((miss) => asMissRow(miss, query.explain === true)),
    data: {
      hits: found.hits.map((hit) => ({ ...hit, ...toEntryJson(ctx, hit) })),
      total: found.total,
      nearly: found.nearly,
      misses: misses.map(({ hit, reasons }) => ({ ...hit, ...toEntryJson(ctx, hit), reasons })),
    },
  };
}

function asMissRow({ hit, reasons }: Miss, explain: boolean): ResultItem {
  const reason = `not listed: ${reasons.join('; ')}`;
  return {
    ...asRow(hit, null, false),
    why: [reason, explain ? explanation(hit) : ''].filter(Boolean).join('; '),
  };
}

/** Throws UserError for a search through transcripts without words, or with filters that only entries have. */
function requireWords(
  words: string,
  filters: Readonly<Record<'type' | 'kind' | 'tag', readonly string[]>>,
): string {
  if (words.trim() === '') throw noWords();
  const unfit = Object.entries(filters).find(([, values]) => values.length > 0)?.[0];
  if (unfit === undefined) return words;
  throw new UserError(
    'usage',
    `--sessions searches transcripts, which have no --${unfit}`,
    'leave it out; --after and --before limit the days',
    {},
    2,
  );
}

/** The types listed without words and filters: all but prose, which has no date. */
const REMEMBERED_TYPES = Object.keys(ENTRY_TYPES).filter((type) => type !== 'prose');

/** Number of newest entries that are read at first, to sort those of one day by time. */
const SAME_DAY = 200;

/** Lists entries without words, newest first; those of one day by time. Entries without a day come last. */
function listNewest(ctx: CommandContext, query: SearchQuery): SearchResults {
  for (let limit = Math.max(query.limit, SAME_DAY); ; limit *= 4) {
    const found = ctx.query('search', { ...query, limit });
    const last = found.hits.at(-1);
    const isDayWhole = found.hits.length < limit || dayOf(last) < dayOf(found.hits[query.limit - 1]);
    if (isDayWhole || last?.at === null)
      return { ...found, hits: sortByTime(ctx, found.hits).slice(0, query.limit) };
  }
}

const dayOf = (hit: SearchHit | undefined): string => hit?.at?.slice(0, 10) ?? '';

function sortByTime(ctx: CommandContext, hits: readonly SearchHit[]): readonly SearchHit[] {
  const timed = hits.map((hit) => ({
    hit,
    day: dayOf(hit),
    time: hit.at === null ? 0 : (parseInstant(hit.at, ctx.local) ?? 0),
  }));
  timed.sort((a, b) => {
    if (a.day !== b.day) return a.day < b.day ? 1 : -1;
    return b.time - a.time || (a.day !== '' && a.hit.path === b.hit.path ? b.hit.line - a.hit.line : 0);
  });
  return timed.map(({ hit }) => hit);
}

const NOTHING_YET = 'Nothing is remembered yet. Begin with: `daybook log "decided X because Y"`.';

const noWords = (): UserError =>
  new UserError(
    'empty',
    'there is nothing to look for',
    'write: daybook search WORDS, or daybook search --type rule',
    {},
    2,
  );

/** The number of hits, and the words that replaced those that no entry has. */
function summary({ hits, total, nearly }: SearchResults): string {
  const many = total === 1 ? '1 entry' : `${hits.length} of ${total} entries`;
  const taken = Object.entries(nearly).map(([word, near]) => `\`${word}\` is taken for ${near.join(', ')}`);
  return [many, ...taken.slice(0, MOST_TAKEN)].join('; ');
}

/** Maximum number of replaced words in the summary. */
const MOST_TAKEN = 3;

function asRow(hit: SearchHit, mark: string | null, explain: boolean): ResultItem {
  const { path, line, type, id, why, at, by, matches, passage } = hit;
  const isQuoted = type === 'prose' && passage !== undefined; // the passage has the reason
  const { labels, isDue } = describeHit(hit);
  const tail = [isQuoted ? null : why, ...labels].filter(Boolean).join(', ');
  const reason = explain ? [tail, explanation(hit)].filter(Boolean).join('; ') : tail;
  const what = appendPinTag(emphasized(passage ?? formatEntryText(hit), matches), hit);
  return {
    path,
    line,
    type: getShownType(hit),
    id,
    what,
    why: reason || null,
    at: isDue ? null : at, // its label has the due date
    by,
    state: mark ?? (hit.kind === 'source' ? 'from a document' : null),
  };
}

/** The word before a hit; text of a page has none. */
function getShownType({ type, kind }: SearchHit): string | null {
  if (type === 'failure') return 'rejected';
  if (STATE_KINDS.has(kind)) return kind;
  return isNamedType(type) ? type : null;
}

/** The score and its parts, largest first, with the words that matched. */
function explanation({ score, parts = {}, matches }: SearchHit): string {
  const shown = Object.entries(parts).filter(([, gave]) => Math.abs(gave) >= 0.005);
  const gaveOf = ([part, gave]: readonly [string, number]) =>
    `${part} ${gave.toFixed(2)}${part === 'words' && matches.length > 0 ? ` (${matches.join(', ')})` : ''}`;
  return shown.length === 0 ? '' : `score ${score.toFixed(2)} = ${shown.map(gaveOf).join(' + ')}`;
}

/** Sets the matched words in bold, whole words only. Matches by separators: a pattern over all letters takes ten times as long. */
function emphasized(text: string, matches: readonly string[]): string {
  const wanted = new Set(matches.map((word) => word.toLowerCase()));
  return text.replace(/[^\s,;:!?()[\]{}"`«»“”—、。，；：！？（）]+/g, (word) =>
    wanted.has(word.toLowerCase()) ? `**${word}**` : word,
  );
}

/** The notes of a long task; refuses where there is none. */
function pathsOf(ctx: CommandContext, task: string): readonly string[] {
  const all = listTaskNotes(ctx);
  const paths = all.filter((one) => isTaskNote(one, task)).map(({ path }) => path);
  if (paths.length > 0) return paths;
  const known = [...new Set(all.map((one) => one.task))].filter(Boolean);
  const [near] = suggestNames(task, known);
  throw new UserError(
    'unknown-task',
    `nothing was noted for a task \`${task}\``,
    near ? `did you mean: --task ${near}` : known.length > 0 ? `there are: ${known.join(', ')}` : NO_TASKS,
  );
}

const NO_TASKS = 'begin one: daybook plan TASK --objective "…"';

function oneOf(name: string, names: readonly string[], all: () => readonly string[]): void {
  for (const one of names) {
    const known = all();
    if (known.includes(one as EntryType)) continue;
    const [near] = suggestNames(one, known);
    throw new UserError(
      `unknown-${name}`,
      `no ${name} \`${one}\``,
      near ? `did you mean: --${name} ${near}` : `one of: ${known.join(', ')}`,
      {},
      2,
    );
  }
}

function requireCount(limit: number): void {
  if (Number.isInteger(limit) && limit > 0) return;
  throw new UserError(
    'usage',
    `--limit takes a whole number from 1, found ${limit}`,
    'write: --limit 10',
    {},
    2,
  );
}

function day(name: string, text: string): string {
  if (isDate(text)) return text;
  throw new UserError(
    'bad-date',
    `--${name} takes a day, found \`${text}\``,
    `write: --${name} 2026-06-07`,
    {},
    2,
  );
}
