import { formatEntryText } from '../notes/entries/entry.js';
import { isId } from '../notes/entries/line-metadata.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { noteFolder } from '../notes/kinds/index.js';
import type { Note } from '../notes/note.js';
import { suggestNames } from '../text/did-you-mean.js';
import { pluralize } from '../text/pluralize.js';
import { quoteName } from '../text/sanitize.js';
import { type CommandContext, UserError } from './define-command.js';

/** An entry that a user named, with the note that contains it. */
export interface FoundEntry {
  readonly entry: LocatedEntry;
  readonly note: Note;
}

/** Something that a user may name by its id, a label, its place or its words. */
interface Candidate<T> {
  readonly item: T;
  readonly id: string;
  /** The id as a list shows it; with a caret if missing. */
  readonly shownId?: string;
  /** Other names, e.g. `FB-20260607-001`; case is ignored. */
  readonly labels?: readonly string[];
  readonly path: string;
  readonly line: number;
  /** The last of its lines. */
  readonly lastLine: number;
  readonly text: string;
  /** More words to search. */
  readonly why?: string | null;
  /** False if words should find it only when nothing else matches, e.g. because it was superseded. */
  readonly isCurrent?: boolean;
  /** The link to the entry that it was promoted from. */
  readonly from?: string | null;
}

/** Words for messages about the candidates. */
interface NameMessages {
  /** In the singular: `reminder`. */
  readonly noun: string;
  /** The plural, if it is not formed with `s`. */
  readonly plural?: string;
  /** What to do if nothing matches, e.g. `list them: daybook remind`. */
  readonly hint: string;
}

/** Parses the id in what a user types for one: `^id`, `id`, `~handle`, or a link that ends in `#^id`. */
export const parseEntryId = (text: string): string =>
  text
    .trim()
    .replace(/^\[\[|\]\]$/g, '')
    .replace(/^.*#(?=\^)/, '')
    .replace(/^\^/, '');

/** Formats an id with a caret; a handle has none. */
export const formatEntryId = (id: string): string => (id.startsWith('~') ? id : `^${id}`);

/**
 * Finds the one entry with exactly this id or handle, through the note index. Throws `UserError` if there is none, or if
 * two lines share it.
 */
export function findEntryById(ctx: CommandContext, text: string): FoundEntry {
  const id = parseEntryId(text);
  const found = isFullName(id) ? entriesById(ctx, id) : null;
  if (found) return found;
  throw unknownName({ ...parseName(text), id, isMarked: true }, ENTRY_MESSAGES, null);
}

/**
 * Finds the one entry that a user names: by id or handle, `path:line`, an unambiguous beginning of an id, or words. Throws
 * `UserError` if none has the name, naming the nearest, or if several have it, listing them with their ids. Of several with
 * the words, only those that `isPreferred` accepts count, if there are any.
 */
export function findEntry(
  ctx: CommandContext,
  text: string,
  isPreferred: (entry: LocatedEntry) => boolean = () => true,
): FoundEntry {
  const name = parseName(text);
  const found = isFullName(name.id) ? entriesById(ctx, name.id) : null;
  if (found) return found;
  const candidates = notesToSearch(ctx, name)
    .flatMap((note) => listCandidates(ctx, note))
    .map((one) => ({
      ...one,
      isCurrent: one.isCurrent !== false && !COPYING.has(one.item.entry.kind) && isPreferred(one.item.entry),
    }));
  const picked = pickCandidate(name, candidates, ENTRY_MESSAGES);
  if (picked) return picked.item;
  throw unknownName(name, ENTRY_MESSAGES, findNearest(ctx, name));
}

/** Finds the one of some candidates that a user names, as `findEntry` does. */
export function findByName<T>(
  text: string,
  candidates: readonly Candidate<T>[],
  messages: NameMessages,
): Candidate<T> {
  const name = parseName(text);
  const found = pickCandidate(name, candidates, messages);
  if (found) return found;
  const names = candidates.flatMap(({ id, labels = [] }) => [id, ...labels]);
  const [near] = suggestNames(name.id, names);
  const nearest = candidates.find(({ id, labels = [] }) => near === id || labels.includes(near ?? ''));
  throw unknownName(name, messages, nearest ?? null);
}

/** Returns an entry as a candidate; `note` is the note that contains it. */
export const toCandidate = (entry: LocatedEntry, note: Note): Candidate<LocatedEntry> => ({
  item: entry,
  id: entry.id,
  path: entry.path,
  line: entry.line,
  lastLine: entry.line + countLineBreaks(note.text.slice(entry.start, entry.end).trimEnd()),
  text: formatEntryText(entry),
  why: entry.why,
  isCurrent: entry.superseded === null && !CLOSED.has(entry.status ?? ''),
  from: entry.from,
});

const ENTRY_MESSAGES: NameMessages = {
  noun: 'entry',
  plural: 'entries',
  hint: 'find it: daybook search WORDS; what was removed: daybook history',
};
/** Kinds whose fields copy the words of entries: words find them only where no entry has these. */
const COPYING: ReadonlySet<string> = new Set(['snapshot', 'checkpoint', 'context-snapshot']);
const CLOSED: ReadonlySet<string> = new Set(['done', 'dropped', 'resolved']);

/** A user's input, parsed for each way of naming. */
interface Name {
  readonly typed: string;
  /** The input as an id or label. */
  readonly id: string;
  /** True if it has a caret or a tilde: it can only be an id. */
  readonly isMarked: boolean;
  readonly place: { readonly path: string; readonly line: number } | null;
  /** In lower case. */
  readonly phrase: string;
  readonly words: readonly string[];
}

const PLACE = /^(.+\.md):(\d{1,7})(?::\d{1,7})?$/;

function parseName(typed: string): Name {
  const id = parseEntryId(typed);
  const text = typed.trim();
  const [, path, line] = PLACE.exec(text) ?? [];
  const phrase = text.toLowerCase();
  if (phrase === '')
    throw new UserError(
      'bad-id',
      'no entry is given',
      'write its id (^61k0y5k9xfs), path:line, or a few of its words in quotes',
      {},
      2,
    );
  return {
    typed: text,
    id,
    isMarked: text.startsWith('^') || text.startsWith('~') || text.includes('#^'),
    place: path === undefined ? null : { path: path.replaceAll('\\', '/'), line: Number(line) },
    phrase,
    words: phrase.split(/\s+/),
  };
}

/** Returns true for a complete handle, and for anything that may be an id. */
const isFullName = (id: string): boolean => /^~[0-9a-f]{8}$/.test(id) || isId(id);

function entriesById(ctx: CommandContext, id: string): FoundEntry | null {
  const found = ctx.query('entriesById', id);
  const [entry] = found;
  if (!entry) return null;
  if (found.length > 1) throw sharedId(id, found);
  const note = ctx.notebook.note(entry.path);
  return note && { entry, note };
}

/** Returns the notes that may contain an entry with this name. All of them will be parsed. */
function notesToSearch({ notebook }: CommandContext, name: Name): readonly Note[] {
  const { place } = name;
  const paths = notebook.list().filter((path) => place === null || isPath(path, place.path));
  const notes = paths.flatMap((path) => notebook.note(path) ?? []);
  return place === null ? notes.filter(({ text }) => mayHold(text, name)) : notes;
}

/** Returns true if a typed path, also an absolute one, ends in the path of a note or the other way round. */
const isPath = (path: string, typed: string): boolean =>
  path === typed || path.endsWith(`/${typed.replace(/^\.\//, '')}`) || typed.endsWith(`/${path}`);

function mayHold(text: string, { id, isMarked, words }: Name): boolean {
  if (id.startsWith('~') || text.includes(`^${id}`)) return true;
  if (isMarked) return false;
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function listCandidates(ctx: CommandContext, note: Note): readonly Candidate<FoundEntry>[] {
  const inArchive = note.path.startsWith(`${ctx.notebook.content}/${noteFolder('archive')}`);
  return ctx.entries(note).map((entry) => {
    const candidate = toCandidate(entry, note);
    const isCopy = entry.kind === 'inbox' || (entry.kind === 'plan' && entry.type === 'state');
    const isCurrent = candidate.isCurrent !== false && !inArchive && !isCopy;
    return { ...candidate, item: { entry, note }, isCurrent };
  });
}

type Test = (candidate: Candidate<unknown>, name: Name) => boolean;

const hasId: Test = ({ id }, name) => id === name.id;
const hasLabel: Test = ({ labels = [] }, { id }) =>
  labels.some((label) => label.toLowerCase() === id.toLowerCase());
const beginsSo: Test = ({ id, labels = [] }, name) =>
  id.startsWith(name.id) ||
  (!name.isMarked && labels.some((label) => label.toLowerCase().startsWith(name.id.toLowerCase())));

/**
 * Tests by words: all of them, then a part, then scattered. A test is used only if no candidate passed the earlier
 * ones.
 */
const BY_WORDS: readonly Test[] = [
  ({ text }, { phrase }) => text.toLowerCase() === phrase,
  (candidate, { phrase }) => textToSearch(candidate).includes(phrase),
  (candidate, { words }) => words.every((word) => textToSearch(candidate).includes(word)),
];

const textToSearch = ({ text, why }: Candidate<unknown>): string =>
  `${text}${why ? ` — ${why}` : ''}`.toLowerCase();

/** Returns the one candidate with a name; null if there is none. Throws `UserError` if there are several. */
function pickCandidate<T>(
  name: Name,
  candidates: readonly Candidate<T>[],
  messages: NameMessages,
): Candidate<T> | null {
  const passing = (test: Test) => candidates.filter((one) => test(one, name));
  const same = passing(hasId);
  if (same.length > 1) throw sharedId(name.id, same);
  if (same[0]) return same[0];
  if (name.place) return findAt(candidates, name.place);
  for (const test of [hasLabel, beginsSo]) {
    const found = passing(test);
    if (found.length > 0) return onlyOne(name, found, messages);
  }
  if (name.isMarked) return null;
  for (const test of BY_WORDS) {
    const found = preferCurrent(passing(test));
    if (found.length > 0) return onlyOne(name, found, messages);
  }
  return null;
}

/** Returns the innermost candidate that contains a line. */
const findAt = <T>(candidates: readonly Candidate<T>[], { path, line }: NonNullable<Name['place']>) =>
  candidates.findLast((one) => isPath(one.path, path) && one.line <= line && line <= one.lastLine) ?? null;

/** Removes superseded candidates, and sources of promoted entries, unless nothing else is left. */
function preferCurrent<T>(found: readonly Candidate<T>[]): readonly Candidate<T>[] {
  const current = found.filter(({ isCurrent }) => isCurrent !== false);
  const some = current.length > 0 ? current : found;
  const sources = some.flatMap(({ from }) => (from ? [parseEntryId(from)] : []));
  const promoted = some.filter(({ id }) => !sources.includes(id));
  return promoted.length > 0 ? promoted : some;
}

function onlyOne<T>(
  { typed }: Name,
  found: readonly Candidate<T>[],
  { noun, plural = `${noun}s` }: NameMessages,
): Candidate<T> {
  const [first] = found;
  if (first && found.length === 1) return first;
  const more = found.length - MOST_LISTED;
  throw new UserError(
    'ambiguous-entry',
    `${pluralize(found.length, noun, plural)} match \`${shorten(typed)}\``,
    `name one by its id, e.g. ${first ? showId(first) : ''}`,
    {
      found: [
        ...found.slice(0, MOST_LISTED).map(describeCandidate),
        ...(more > 0 ? [`${more} more`] : []),
      ].join('\n'),
      candidates: found.map(({ id, path, line, text }) => ({ id, path, line, text })),
    },
  );
}

const MOST_LISTED = 10;
const MAX_LENGTH = 80;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

/** The parts of a candidate that messages show. */
type Described = Pick<Candidate<unknown>, 'id' | 'shownId' | 'path' | 'line' | 'text'>;

const describeCandidate = (one: Described): string =>
  `${one.path}:${one.line} ${shorten(one.text)} ${showId(one)}`;

const showId = ({ id, shownId }: Described): string => shownId ?? formatEntryId(id);

/** Finds the nearest match for an unknown name: a similar id, or the first search result. */
function findNearest(ctx: CommandContext, name: Name): Described | null {
  if (name.place) return findNearestLine(ctx, name.place);
  if (!name.isMarked) {
    const [hit] = ctx.query('search', { words: name.phrase, limit: 1 }).hits;
    if (hit || /\s/.test(name.phrase)) return hit ?? null;
  }
  const ids = ctx.notebook.list().flatMap((path) => idsIn(ctx.notebook.note(path)?.text ?? ''));
  const near = ids.find((id) => id.length === name.id.length && differAtMostTwice(id, name.id));
  return near === undefined ? null : (ctx.query('entriesById', near)[0] ?? null);
}

function findNearestLine(ctx: CommandContext, { path, line }: NonNullable<Name['place']>) {
  const { notebook } = ctx;
  const notes = notebook.list().flatMap((one) => (isPath(one, path) && notebook.note(one)) || []);
  const entries = notes.flatMap((note) => ctx.entries(note));
  return entries.toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0] ?? null;
}

const idsIn = (text: string): string[] =>
  [...text.matchAll(/\s\^([A-Za-z0-9-]+)[ \t]*$/gm)].map(([, id = '']) => id);

/** Returns true for a typing error: one letter changed, or two swapped. */
const differAtMostTwice = (a: string, b: string): boolean =>
  [...a].filter((letter, at) => letter !== b[at]).length <= 2;

function unknownName(name: Name, { noun, hint }: NameMessages, near: Described | null): UserError {
  const { id, isMarked, place, typed, words } = name;
  const isIdOnly = isMarked || (words.length === 1 && MINTED.test(id));
  const what = id.startsWith('~')
    ? `no ${noun} has the handle ${id}`
    : isIdOnly
      ? `no ${noun} has the id ${formatEntryId(id)}`
      : place
        ? `there is no ${noun} at ${place.path}:${place.line}`
        : `no ${noun} has the id or the words \`${shorten(typed)}\``;
  const next = near
    ? `the nearest is ${describeCandidate(near)}`
    : id.startsWith('~')
      ? `a handle changes with the text of its line; ${hint}`
      : hint;
  return new UserError(isIdOnly ? 'unknown-id' : 'unknown-entry', what, next);
}

/** The format of ids that Daybook generates. */
const MINTED = /^[0-9a-hjkmnp-tv-z]{11}$/;

function sharedId(id: string, found: readonly { readonly path: string; readonly line: number }[]): UserError {
  const places = found.map(({ path, line }) => `${quoteName(path)}:${line}`);
  return new UserError(
    'ambiguous-id',
    `${found.length} lines have the id ${formatEntryId(id)}: ${places.join(', ')}`,
    'remove it from the copied lines, then try again',
    { places },
  );
}

const countLineBreaks = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
