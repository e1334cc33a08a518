import type { CommandContext, ResultItem } from '../../command/define-command.js';
import type { RankedSession, TextBeside } from '../../command/session-query.js';
import type { SearchHit } from '../../search/query.js';
import { getEntryText } from '../../search/ranking/dedupe.js';
import { isOverride } from '../../security/injection/classifier.js';
import { pluralize } from '../../text/pluralize.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import {
  formatSessionHit,
  listSearchableSessions,
  toSessionHitData,
  withholdForgottenHits,
} from '../agent-sessions/search-transcripts.js';
import { createOwnFileTest, type MemoryFile, readMemoryFiles } from '../import/read-memory-files.js';

/** A hit outside the notes: a session of an agent, or a file of another tool. */
export interface OutsideHit {
  /** How many of the entries that were found come before it. */
  readonly after: number;
  readonly row: ResultItem;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sort: 'session' | 'file';
}

/** What is searched for, and the entries that were found in the notes, best first. */
export interface OutsideSearch {
  readonly words: string;
  readonly hits: readonly SearchHit[];
  readonly after?: string;
  readonly before?: string;
  /** How many hits to return at most. */
  readonly most: number;
}

/** A hit below this share of the best score has hardly more than one word in common with the query. */
const LEAST_SHARE = 0.4;
/** Bytes of transcripts that a search of the notes reads, the newest first; `search --sessions` reads all. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Sessions, files and entries that are ranked. */
const MOST_RANKED = 60;

/**
 * Searches the transcripts of this project and the files of other tools that are not imported. Each hit is placed among the
 * entries by the words that it shares with the query; the entries keep their order.
 */
export function searchOutside(ctx: CommandContext, search: OutsideSearch): readonly OutsideHit[] {
  const { words, hits, most, ...days } = search;
  if (words.trim() === '' || most <= 0) return [];
  const { allowed, excluded } = listSearchableSessions(ctx);
  const files = days.after || days.before ? [] : readMemoryFiles(ctx);
  if (allowed.here.length + files.length === 0) return [];
  const entries = hits.map((hit, at) => toText(String(at), getEntryText(hit)));
  const texts = files.map((file, at) => toText(`${FILE}${at}`, formatFileText(file)));
  const ranked = ctx.query('sessionSearch', allowed.here, {
    words,
    ...days,
    limit: MOST_RANKED,
    excluded,
    texts: [...entries, ...texts],
    mostBytes: MOST_BYTES,
  });
  const scores = rateEntries(ranked.hits, hits.length);
  const known = [...hits.map(getEntryText), ...listImportedTexts(ctx)].map(toLetters);
  const isOwn = createOwnFileTest(ctx);
  const fileOf = ({ session }: { readonly session: SessionHeader | TextBeside }) =>
    isSession(session) ? undefined : files[Number(session.name.slice(FILE.length))];
  const outside = withholdForgottenHits(ctx, ranked.hits.filter(isOutside)).hits.filter((hit) => {
    const file = fileOf(hit);
    return (!file || isOwn(file)) && ![hit.passage.text, hit.partner?.text ?? ''].some(isOverride);
  });
  const once = new Set<string>();
  const least = LEAST_SHARE * Math.max(0, ...outside.map(({ score }) => score), ...scores);
  return outside
    .filter(({ score }) => score >= least)
    .filter((hit) => once.size < once.add(toLetters(fileOf(hit)?.text ?? hit.passage.text)).size)
    .flatMap((hit): readonly OutsideHit[] => {
      const after = scores.filter((score) => score >= hit.score).length;
      if (isSession(hit.session))
        return [
          {
            after,
            sort: 'session',
            row: formatSessionHit(ctx, { ...hit, session: hit.session }, words),
            data: toSessionHitData(ctx, { ...hit, session: hit.session }),
          },
        ];
      const file = fileOf(hit);
      if (!file || known.some((text) => text.includes(toLetters(file.text)))) return [];
      return [{ after, sort: 'file', row: formatFileRow(file), data: formatFileData(file, hit.score) }];
    })
    .slice(0, most);
}

/** The texts of pages that were imported from other tools. */
const listImportedTexts = ({ notebook }: CommandContext): readonly string[] =>
  notebook
    .list()
    .filter((path) => path.startsWith(`${notebook.content}/`) && path.includes('/imported/'))
    .flatMap((path) => notebook.note(path)?.text ?? []);

const FILE = 'file ';

const toText = (name: string, text: string): TextBeside => ({
  name,
  passages: [{ id: name, role: 'text', at: null, text }],
});

const isSession = (one: SessionHeader | TextBeside): one is SessionHeader => 'client' in one;

const isOutside = ({ session }: RankedSession<SessionHeader | TextBeside>): boolean =>
  isSession(session) || session.name.startsWith(FILE);

/** Returns the score of each entry; none is lower than that of a later one, so that their order stays. */
function rateEntries(ranked: readonly RankedSession<SessionHeader | TextBeside>[], count: number): number[] {
  const scores = Array.from({ length: count }, () => 0);
  for (const { session, score } of ranked)
    if (!isSession(session) && !session.name.startsWith(FILE)) scores[Number(session.name)] = score;
  for (let at = count - 2; at >= 0; at--) scores[at] = Math.max(scores[at] ?? 0, scores[at + 1] ?? 0);
  return scores;
}

const toLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const formatFileText = ({ above, text }: MemoryFile): string => `${above}\n${text}`;

/** What `--json` prints of a file. */
const formatFileData = ({ tool, file, line, heading, text, command }: MemoryFile, score: number) => ({
  tool,
  file,
  line,
  heading,
  text,
  command,
  score,
});

const formatFileRow = ({ file, line, tool, heading, text, command }: MemoryFile): ResultItem => ({
  type: 'file',
  what: `${file}:${line} ${heading === null ? '' : `${heading}: `}${text.replace(/\s+/g, ' ').slice(0, MAX_LENGTH)}`,
  why: `${tool}, not imported: ${command}`,
});

/** Characters of a shown passage. */
const MAX_LENGTH = 240;

/** Says how many hits are outside the notes: `2 sessions, 1 file`; '' for none. */
export function countOutside(found: readonly OutsideHit[]): string {
  const count = (sort: OutsideHit['sort']) => found.filter((hit) => hit.sort === sort).length;
  return (['session', 'file'] as const)
    .flatMap((sort) => (count(sort) === 0 ? [] : pluralize(count(sort), sort)))
    .join(', ');
}

/** Puts the hits outside the notes among rows of entries. */
export function mergeOutside<T>(
  entries: readonly T[],
  outside: readonly OutsideHit[],
  convert: (hit: OutsideHit) => T,
): readonly T[] {
  const merged = entries.flatMap((entry, at) => [
    ...outside.filter(({ after }) => after === at).map(convert),
    entry,
  ]);
  return [...merged, ...outside.filter(({ after }) => after >= entries.length).map(convert)];
}
