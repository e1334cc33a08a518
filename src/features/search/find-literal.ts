import type { CommandContext } from '../../command/define-command.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { createFingerprint } from '../../notes/entries/ids.js';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import type { SearchHit, SearchQuery, SearchResults } from '../../search/query.js';
import { findQuotedPhrases, hasPhrases } from '../../search/ranking/quoted-phrases.js';

/** So many entries are read at most. */
const MOST_READ = 20_000;

/**
 * Finds the entries that contain words or signs as they are written, in their text, heading or file name; those with all of
 * them in a row come first. For words that the index leaves out, such as `how to`.
 */
export function findLiteral(ctx: CommandContext, query: SearchQuery): SearchResults {
  const types = query.types?.length ? query.types : Object.keys(ENTRY_TYPES);
  const all = ctx.query('search', { ...query, words: '', types, limit: MOST_READ, byMeaning: false });
  const wanted = splitWords(query.words);
  const signs = query.words.trim();
  const rate = (hit: SearchHit): number => {
    const text = `${hit.path} ${hit.section ?? ''} ${formatEntryText(hit)} ${hit.why ?? ''}`;
    if (wanted.length === 0) return text.includes(signs) ? 1 : 0;
    const words = splitWords(text);
    if (!wanted.every((word) => words.includes(word))) return 0;
    return ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `) ? 2 : 1;
  };
  const hits = all.hits
    .map((hit) => ({ ...hit, score: rate(hit), matches: wanted }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return { hits: hits.slice(0, query.limit), total: hits.length, nearly: {} };
}

const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a note hides from its readers. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Finds the notes that have all words of a query in their name, a heading or the front matter, where no entry has them. */
export function findNotes(ctx: CommandContext, query: SearchQuery): SearchResults {
  const wanted = splitWords(query.words);
  const phrases = findQuotedPhrases(query.words);
  const hits = ctx.notebook.list().flatMap((path): readonly SearchHit[] => {
    const note = (ctx.notebook.note(path)?.text ?? '').replace(COMMENT, (text) =>
      text.replace(/[^\n]/g, ' '),
    );
    const lines = note.split('\n');
    const has = (text: string) => wanted.every((word) => splitWords(text).includes(word));
    if (wanted.length === 0 || !has(`${path} ${note}`) || !hasPhrases(note, phrases)) return [];
    const at = Math.max(
      0,
      lines.findIndex((line) => has(line)),
    );
    const text = lines[at]?.replace(/^\s*(?:#+|[-*+>])\s+|^---\s*$/g, '') || path;
    return [toNoteHit(ctx, path, at + 1, text, wanted)];
  });
  return { hits: hits.slice(0, query.limit), total: hits.length, nearly: {} };
}

/** A line of a note that is no entry, as a hit. */
const toNoteHit = (
  { notebook }: CommandContext,
  path: string,
  line: number,
  text: string,
  matches: readonly string[],
): SearchHit => ({
  ...NO_ENTRY,
  id: `~${createFingerprint(`${path}:${line}`)}`,
  kind: getNoteKind(path, notebook.content).name,
  path,
  line,
  text,
  matches,
});

const NO_ENTRY = {
  type: 'prose',
  why: null,
  alternatives: [],
  workaround: null,
  at: null,
  by: null,
  branch: null,
  tags: [],
  confidence: null,
  status: null,
  verified: null,
  superseded: null,
  from: null,
  section: null,
  score: 0,
} as const;
