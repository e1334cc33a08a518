import { addHandDates } from '../../../command/add-hand-dates.js';
import type { CommandContext } from '../../../command/define-command.js';
import { readMemoryEntries } from '../../../command/entry-format.js';
import { addDays } from '../../../dates/local-time.js';
import { LineRanker, type RankEntries } from '../../../matching/relations/find-related-entries.js';
import { mayRelate, OPEN_TYPES } from '../../../matching/relations/find-relation.js';
import { isStanding, PROVISIONAL } from '../../../notes/entries/entry.js';
import { createFingerprint } from '../../../notes/entries/ids.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { CLAIM_TYPES, type EntryType } from '../../../notes/entry-types.js';
import { parseFreeform } from '../../../notes/freeform/parse-freeform.js';
import { notePath } from '../../../notes/kinds/index.js';
import type { Notebook } from '../../../notes/notebook.js';
import { isInstruction } from '../../../security/injection/classifier.js';
import { redact } from '../../../security/secrets.js';
import { isAlreadyProposed } from '../../inbox/propose.js';
import { createEchoDetector } from '../echo.js';
import { scoreBestSentence } from '../lasting-score.js';
import { isRedacted } from '../passing.js';
import { hasRisen } from '../promote.js';
import { LASTING_TYPES } from '../sure-form.js';

/** For so many days a line waits for an answer; then it stays in its day and in the inbox. */
export const WAITING_DAYS = 7;

/** Days that are searched for lines without an answer. */
const OLDEST_DAYS = 31;

/** An entry that may be worth keeping and has no answer yet. */
export interface WaitingEntry {
  readonly entry: LocatedEntry;
  /** The first line, as the question shows it. */
  readonly text: string;
  /** Names the line in every note: it moves from the session into its day, and its handle changes. */
  readonly key: string;
  /** What it becomes where the answer names no type. */
  readonly type: EntryType;
  /** It reads like an instruction to an agent: the question is for a person. */
  readonly isOrder: boolean;
  /** The entry of memory that it may replace or settle; null where none is near. */
  readonly near: LocatedEntry | null;
  /** How likely it lasts, by its form. */
  readonly score: number;
}

/** Types of lines that state something without a label. */
const UNTYPED: ReadonlySet<EntryType> = new Set(['experience', 'moment', 'obs', 'prose', 'rejected']);

/** Types that a line may have in memory; one of another type waits only where it may close an open entry. */
const LASTS: readonly EntryType[] = [...LASTING_TYPES, 'problem'];

/** Added for a line near to an entry: it may reverse or close it. */
const NEAR = 2;

/** The number of lines with the highest scores that questions are made of. */
export const MOST_TRIED = 60;

/** The number of newest lines by hand that are compared with memory. */
const MOST_BY_HAND = 20;

/** Below this score no question and no proposal is made about a line. */
export const LEAST_SCORE = -1;
/** A longer line is a text, which no question can show. */
const MAX_LENGTH = 300;

/** Which lines to find: those of the last days, or older ones; with `session` also those of the current session. */
interface WaitingScope {
  readonly session?: boolean;
  readonly isOver?: boolean;
}

/**
 * Finds the lines of the session and the days that may be worth keeping: their form does not settle it, there is
 * no answer yet, and memory does not have them. Those most likely to last come first, of equals the newer.
 */
export function findWaitingEntries(
  ctx: CommandContext,
  notebook: Notebook,
  { session = false, isOver = false }: WaitingScope = {},
): readonly WaitingEntry[] {
  const today = ctx.local(ctx.now).date;
  const first = isOver ? WAITING_DAYS : 0;
  const last = isOver ? OLDEST_DAYS : WAITING_DAYS - 1;
  const days = Array.from({ length: last - first + 1 }, (_, back) => addDays(today, -first - back));
  const paths = [
    ...(session ? [notePath('session')] : []),
    ...(isOver ? [] : [notePath('memory')]),
    ...days.map((date) => notePath('day', { date })),
  ].map((path) => `${notebook.content}/${path}`);
  const memory = readMemoryEntries(ctx, notebook).filter(({ type }) => type !== 'prose');
  const known = new Set(memory.map(({ text }) => normalize(text)));
  const standing = memory.filter(isStanding);
  let ranker: LineRanker<LocatedEntry> | null = null;
  const rank: RankEntries<LocatedEntry> = (text, accept) => {
    ranker ??= new LineRanker(standing);
    return ranker.rank(text, accept);
  };
  const seen = new Set<string>();
  const provisional = isOver ? [] : memory.flatMap((entry) => toProvisional(entry));
  const said = paths
    .flatMap((path) => listStatements(ctx, notebook, path, isOver).toReversed())
    .filter(({ text, key }) => !known.has(normalize(text)) && !seen.has(key) && seen.add(key))
    .filter(({ entry, text }) => !hasRisen(entry, notebook) && !isAlreadyProposed(`keep «${text}»`, notebook))
    .map((waiting) => ({ ...waiting, near: findNearest(rank, waiting.text, waiting.entry.type) }))
    .map((waiting) => (waiting.near ? { ...waiting, score: waiting.score + NEAR } : waiting))
    .filter(({ type, near }) => LASTS.includes(type) || (near !== null && OPEN_TYPES.has(near.type)));
  const byHand = isOver
    ? []
    : listHandWritten(ctx, notebook, { standing, rank, since: addDays(today, 1 - WAITING_DAYS) });
  return [...provisional, ...[...byHand, ...said].toSorted((a, b) => b.score - a.score)];
}

/** The standing entries of memory, and their ranking. */
interface Standing {
  readonly standing: readonly LocatedEntry[];
  readonly rank: RankEntries<LocatedEntry>;
}

/**
 * Lists the newest lines that a person wrote into memory in the last days, near to an earlier one: `log` never saw them.
 * Only so many are compared, since a session start waits for it.
 */
function listHandWritten(
  ctx: CommandContext,
  notebook: Notebook,
  { standing, rank, since }: Standing & { readonly since: string },
): readonly WaitingEntry[] {
  const isByHand = ({ hasId, at, type }: LocatedEntry) => !hasId && at === null && CLAIM_TYPES.includes(type);
  const unsaved = '9999'; // without a date it was not saved yet
  return addHandDates(ctx, notebook, standing.filter(isByHand))
    .filter(({ at }) => at === null || at >= since)
    .map((entry) => ({ entry, at: entry.at ?? unsaved }))
    .toSorted((a, b) => (a.at === b.at ? a.entry.line - b.entry.line : a.at < b.at ? -1 : 1))
    .slice(-MOST_BY_HAND)
    .flatMap(({ entry }) => {
      const waiting = toWaitingEntry(entry);
      if (!waiting || isAlreadyProposed(`keep «${waiting.text}»`, notebook)) return [];
      const isEarlier = ({ hasId, line }: LocatedEntry) => hasId || line < entry.line; // of two by hand, the upper one
      const near = findNearest(rank, waiting.text, entry.type, isEarlier);
      return near ? [{ ...waiting, type: entry.type, near, score: waiting.score + NEAR }] : [];
    });
}

/** A provisional correction in memory; none for any other line. */
function toProvisional(entry: LocatedEntry): WaitingEntry[] {
  if (entry.status !== PROVISIONAL) return [];
  const text = readQuestionText(entry);
  const key = createFingerprint(normalize(text));
  return [{ entry, text, key, type: entry.type, isOrder: isInstruction(text), near: null, score: 1 }];
}

/** The least weight and number of the rare words that a line shares with an entry that it may reverse or close. */
const LEAST_SHARED = 1;
const LEAST_WORDS = 2;

function findNearest(
  rank: RankEntries<LocatedEntry>,
  text: string,
  type: EntryType,
  accept: (entry: LocatedEntry) => boolean = () => true,
): LocatedEntry | null {
  const [best] = rank(text, accept).filter(({ entry }) => mayRelate(entry.type, type));
  return best && best.score >= LEAST_SHARED && best.words >= LEAST_WORDS ? best.entry : null;
}

/** The lines of a note that state something which may last; in memory those without a section. */
function listStatements(
  ctx: CommandContext,
  notebook: Notebook,
  path: string,
  isOver: boolean,
): readonly WaitingEntry[] {
  const note = notebook.note(path);
  if (!note) return [];
  const [first] = notebook.outline(note).blocks.filter(({ kind }) => kind === 'heading');
  const title = first?.depth === 1 ? first.text : null;
  const isEcho = createEchoDetector(note, /(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1] ?? '');
  return ctx.entries(note).flatMap((entry) => {
    const isOpen = entry.status === null && entry.superseded === null && entry.from === null;
    if (!UNTYPED.has(entry.type) || !isOpen || isEcho(entry)) return [];
    if (entry.kind === 'memory' && entry.section !== title) return [];
    const waiting = toWaitingEntry(entry);
    return waiting && (!isOver || waiting.score >= LEAST_SCORE) ? [waiting] : [];
  });
}

/** Returns an entry as a question shows it; null for one that no question shows. */
export function toWaitingEntry(entry: LocatedEntry): WaitingEntry | null {
  const question = readQuestion(entry);
  return question && { ...question, entry, near: null };
}

/** What a question is about; null for a long text, or where a secret was taken out. */
export function readQuestion(
  entry: Pick<LocatedEntry, 'type' | 'text' | 'why'>,
): Omit<WaitingEntry, 'entry' | 'near'> | null {
  const text = readQuestionText(entry);
  const whole = entry.why === null ? text : `${text} ${entry.why}`;
  if (text === '' || text.length > MAX_LENGTH || isRedacted(whole) || redact(whole).found.length > 0)
    return null;
  const read = parseFreeform(text)?.type ?? (entry.type === 'rejected' ? 'rejected' : 'fact');
  const type = read === 'rejected' ? 'decision' : read;
  const [key, isOrder] = [createFingerprint(normalize(text)), isInstruction(whole)];
  return { text, key, type, isOrder, score: scoreBestSentence(text) };
}

/** Returns the first line of an entry as questions and proposals show it; the quotes of proposals are no part of it. */
export const readQuestionText = ({ text }: Pick<LocatedEntry, 'text'>): string =>
  (text.split('\n')[0] ?? '').replace(/[«»]/g, '"').trim();

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();
