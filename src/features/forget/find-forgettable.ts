import type { CommandContext } from '../../command/define-command.js';
import { findEntry } from '../../command/find-entry.js';
import { readSourcePassage } from '../../command/read-source-passage.js';
import { listWords } from '../../matching/similarity/sketch.js';
import { findStatingSentences } from '../../matching/similarity/source-passage.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { isId } from '../../notes/entries/line-metadata.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isForeignNote } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import { stem } from '../../text/stem.js';

/** An entry to forget, and why: it was named, was derived from such an entry, or says the same. */
export interface ForgettableEntry {
  readonly entry: LocatedEntry;
  readonly note: Note;
  readonly how: 'named' | 'derived' | 'copy';
}

/** The result of the search. */
export interface Forgettable {
  readonly entries: readonly ForgettableEntry[];
  /** Texts to remove wherever else they appear. */
  readonly texts: readonly string[];
}

/** Returns the text of an entry as written in its line, without the reason. */
export const getForgottenText = (entry: LocatedEntry): string => formatEntryText(entry);

/** Finds the entries that an id, a place or words name, and all that were derived from them or say the same. */
export function findForgettable(ctx: CommandContext, named: string): Forgettable {
  const all = listAllEntries(ctx);
  const first = isName(named) ? [findNamed(ctx, all, named)] : findByWords(all, named);
  const found = new Map(first.map((one) => [getPlace(one), { ...one, how: 'named' as const }]));
  const chosen: ForgettableEntry[] = [...found.values()];
  for (let added: readonly ForgettableEntry[] = chosen; added.length > 0; ) {
    const ids = new Set(added.flatMap(({ entry }) => (entry.hasId ? [entry.id] : [])));
    const texts = new Set(added.map(({ entry }) => joinWords(getForgottenText(entry))));
    const known = new Set(chosen.map(getPlace));
    added = all
      .filter((one) => !known.has(getPlace(one)))
      .flatMap((one): readonly ForgettableEntry[] => {
        if (ids.has(getSourceId(one.entry) ?? '')) return [{ ...one, how: 'derived' }];
        return hasText(one.entry, texts) ? [{ ...one, how: 'copy' }] : [];
      });
    chosen.push(...added);
  }
  const entries = withoutNested(chosen).toSorted(byPlace);
  return { entries, texts: [...new Set(chosen.map(({ entry }) => getForgottenText(entry)))] };
}

type Placed = Pick<ForgettableEntry, 'entry' | 'note'>;

const listAllEntries = (ctx: CommandContext): readonly Placed[] =>
  ctx.notebook.list().flatMap((path) => {
    const note = ctx.notebook.note(path);
    return note ? ctx.entries(note).map((entry) => ({ entry, note })) : [];
  });

const getPlace = ({ entry }: Placed): string => `${entry.path}:${entry.start}`;

const byPlace = ({ entry: a }: Placed, { entry: b }: Placed): number =>
  a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1;

/** True for an id, a handle or a place; anything else is words. */
const isName = (named: string): boolean =>
  /^[\^~]|\.md:\d+|#\^/.test(named.trim()) || /^[0-9a-hjkmnp-tv-z]{11}$/.test(named.trim());

function findNamed(ctx: CommandContext, all: readonly Placed[], named: string): Placed {
  const { entry } = findEntry(ctx, named);
  return all.find((one) => getPlace(one) === `${entry.path}:${entry.start}`) ?? findEntry(ctx, named);
}

/** Returns entries with the words in this order; if there are none, those with all of the words. */
function findByWords(all: readonly Placed[], named: string): readonly Placed[] {
  const wanted = listWords(named).map(stem);
  if (wanted.length === 0) return [];
  const stemmed = all.map((one) => ({ one, words: listWords(listTexts(one.entry).join(' ')).map(stem) }));
  const inOrder = stemmed.filter(({ words }) =>
    words.some((_, at) => wanted.every((word, i) => words[at + i] === word)),
  );
  const found =
    inOrder.length > 0
      ? inOrder
      : stemmed.filter(({ words }) => wanted.every((word) => words.includes(word)));
  return found.map(({ one }) => one);
}

const listTexts = (entry: LocatedEntry): readonly string[] => [
  formatEntryText(entry),
  ...(entry.why === null ? [] : [entry.why]),
  ...entry.tags,
];

/** Returns the id of the entry's source. */
function getSourceId({ from }: LocatedEntry): string | null {
  const id = /#\^([\w-]+)/.exec(from ?? '')?.[1] ?? null;
  return id !== null && isId(id) ? id : null;
}

/** Shorter texts occur in other entries by chance. */
const FEWEST_WORDS = 3;

/** Returns true if an entry is one of the texts, or contains it as a proposal does. */
function hasText(entry: LocatedEntry, texts: ReadonlySet<string>): boolean {
  const own = joinWords(formatEntryText(entry));
  if (texts.has(own)) return true;
  if (entry.kind !== 'inbox') return false;
  return [...texts].some(
    (text) => text.split(' ').length >= FEWEST_WORDS && ` ${own} `.includes(` ${text} `),
  );
}

const joinWords = (text: string): string => listWords(text).join(' ');

/** Leaves out entries nested in others: they are removed with them. */
const withoutNested = (chosen: readonly ForgettableEntry[]): readonly ForgettableEntry[] =>
  chosen.filter(
    ({ entry }) =>
      !chosen.some(
        ({ entry: outer }) =>
          outer !== entry &&
          outer.path === entry.path &&
          outer.start <= entry.start &&
          entry.end <= outer.end &&
          outer.end - outer.start > entry.end - entry.start,
      ),
  );

/** A place of the text outside entries: a front matter field, a list of a hand-off. */
export interface TextPlace {
  readonly path: string;
  readonly line: number;
}

const countWords = (text: string): number => listWords(text).length;

/** Returns true if a text is long enough to be removed wherever it appears. */
export const isLongEnough = (text: string): boolean => countWords(text) >= FEWEST_WORDS;

/** Below this share of its words an entry does not come from a passage that it does not name. */
const LEAST_SHARE = 0.4;

/** Returns the passages of documents and imports, from which an entry may be derived. */
export const listSourcePassages = ({ notebook, entries }: CommandContext): readonly LocatedEntry[] =>
  notebook
    .list()
    .filter((path) => isForeignNote(path, notebook.content))
    .flatMap((path) => {
      const note = notebook.note(path);
      return note ? entries(note) : [];
    });

/** Returns the sentences that an entry was derived from: of the passage that it names, else of the nearest one. */
export function findSourceSentences(
  ctx: CommandContext,
  entry: LocatedEntry,
  passages: readonly LocatedEntry[],
): readonly string[] {
  const statement = [getForgottenText(entry), entry.why].filter(Boolean).join(' because ');
  const id = /#\^([\w-]+)/.exec(entry.from ?? '')?.[1];
  const named = id === undefined ? undefined : ctx.query('entriesById', id)[0];
  const found = named
    ? findStatingSentences(statement, readSourcePassage(ctx, named))
    : passages
        .filter((one) => one.path !== entry.path || one.start !== entry.start)
        .map((one) => findStatingSentences(statement, readSourcePassage(ctx, one)))
        .filter(([best]) => best !== undefined && best.share >= LEAST_SHARE)
        .toSorted(([a], [b]) => (b?.weight ?? 0) - (a?.weight ?? 0))[0];
  return (found ?? []).map(({ sentence }) => sentence);
}
