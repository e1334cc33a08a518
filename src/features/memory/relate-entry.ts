import type { CommandContext, Notice } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries, toEntryJson } from '../../command/entry-format.js';
import { findEntry, formatEntryId } from '../../command/find-entry.js';
import { createOrigins, describeOrigin, findOrigin, findRequestOrigin } from '../../command/find-origin.js';
import { addDays } from '../../dates/local-time.js';
import { rankByShare } from '../../matching/relations/find-related-entries.js';
import {
  findRelation,
  HOLDING_TYPES,
  mayRelate,
  OPEN_TYPES,
  REJECTING_TYPES,
} from '../../matching/relations/find-relation.js';
import type { Change } from '../../notes/changes/change.js';
import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Origin } from '../../notes/origin.js';
import { listFailures } from '../../records/failure.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { supersedeOrPropose } from '../promotion/promote.js';
import { planEntryEdit } from './edit-entry-state.js';

/** A line that is about to be written, or was a moment ago. */
export interface NewLine {
  readonly text: string;
  readonly why: string | null;
  readonly type: EntryType;
}

/** What the line does to other entries, as its author says. */
export interface RelationAnswers {
  readonly replaces?: readonly string[];
  readonly closes?: readonly string[];
}

/** The entries that a new line is about, by what it does to them. */
export interface RelatedEntries {
  /** The entry with the same text. */
  readonly repeated: LocatedEntry | null;
  readonly replaced: readonly LocatedEntry[];
  readonly fixed: readonly LocatedEntry[];
  /** Relevant entries, about which only the author can decide. */
  readonly unsure: readonly LocatedEntry[];
  /** The author named them. */
  readonly isAnswered: boolean;
}

/** Most entries that are named for the author to decide about. */
const MOST_NEAR = 3;
/** So many entries are compared in full. */
const MOST_COMPARED = 24;

/**
 * Finds what a new line does to the valid entries, by the answers of its author, or where the words leave no doubt; and
 * the entries that are relevant to it, about which its author decides.
 */
export function findLineRelations(
  ctx: CommandContext,
  line: NewLine,
  standing: readonly LocatedEntry[],
  { replaces = [], closes = [] }: RelationAnswers = {},
): RelatedEntries {
  const named = (id: string) => findEntry(ctx, id).entry;
  if (replaces.length + closes.length > 0)
    return {
      repeated: null,
      replaced: replaces.map(named),
      fixed: closes.map(named),
      unsure: [],
      isAnswered: true,
    };
  const candidates = standing.map((entry) => ({ entry, text: formatEntryText(entry), type: entry.type }));
  const related = rankByShare(line.text, candidates)
    .slice(0, MOST_COMPARED)
    .map(({ entry: one }) => ({ entry: one.entry, relation: findRelation(one, line) }));
  const of = (name: string) => related.filter(({ relation }) => relation === name).map(({ entry }) => entry);
  const [replaced, fixed] = [of('replaces'), of('fixes')];
  const settled = new Set([...replaced, ...fixed].map(getPlace));
  const most = MOST_NEAR + settled.size;
  return {
    repeated: of('repeats')[0] ?? null,
    replaced,
    fixed,
    unsure: ctx
      .query('relevantEntries', { text: [line.text, line.why ?? ''].join('\n'), purpose: 'line', most })
      .filter((entry) => mayRelate(entry.type, line.type) && !settled.has(getPlace(entry)))
      .slice(0, MOST_NEAR),
    isAnswered: false,
  };
}

const getPlace = ({ path, start }: LocatedEntry): string => `${path}:${start}`;

/** The changes that a new line makes to others, and the entries by what happens to them. */
export interface RelatedChanges {
  readonly changes: readonly Change[];
  readonly superseded: readonly LocatedEntry[];
  readonly closed: readonly LocatedEntry[];
  /** Lines of a person, of which the inbox asks. */
  readonly proposed: readonly LocatedEntry[];
}

/** The line that replaces others. */
interface NewerLine {
  readonly id: string;
  readonly text: string;
  /** Where it does not come with this request. */
  readonly origin?: () => Origin;
}

/**
 * Plans to mark what a line replaces and to close what it fixes. A line that a person wrote is marked only where a person
 * says so, else by a proposal in the inbox.
 */
export function planRelatedChanges(
  ctx: CommandContext,
  before: readonly Change[],
  { id, text, origin = () => findRequestOrigin(ctx) }: NewerLine,
  { replaced, fixed, isAnswered }: Pick<RelatedEntries, 'replaced' | 'fixed' | 'isAnswered'>,
): RelatedChanges {
  const isPersons = isAnswered && ctx.actor.by === null;
  const deps = {
    ids: ctx.ids,
    template: (name: string) => ctx.query('template', name),
    wrote: (path: string, line: string) => isPersons || ctx.query('isOwnLine', path, line),
    origins: createOrigins(ctx),
  };
  const changes = [...before];
  const superseded: LocatedEntry[] = [];
  const proposed: LocatedEntry[] = [];
  const closed: LocatedEntry[] = [];
  for (const old of withCopies(ctx, replaced)) {
    const notebook = ctx.notebook.after(changes);
    const made = supersedeOrPropose(findEntryAfter(ctx, old, changes), { id, text, origin }, notebook, deps);
    changes.push(...made);
    (made.some(({ path }) => path === old.path) ? superseded : proposed).push(old);
  }
  for (const old of withCopies(ctx, fixed)) {
    const note = ctx.notebook.after(changes).note(old.path);
    if (!note) continue;
    const request = { text: undefined, box: 'done', verified: null } as const;
    changes.push(...planEntryEdit(ctx, { entry: findEntryAfter(ctx, old, changes), note }, request));
    closed.push(old);
  }
  return { changes, superseded, closed, proposed };
}

/** Adds the copies of session or day entries, in memory and in their own note: what ends an entry ends its copy as well. */
export function withCopies(ctx: CommandContext, entries: readonly LocatedEntry[]): readonly LocatedEntry[] {
  const sources = entries.filter(({ kind, hasId }) => kind !== 'memory' && hasId);
  if (sources.length === 0) return entries;
  const isCopy = ({ from }: LocatedEntry) => sources.some(({ id }) => from?.endsWith(`#^${id}]]`));
  const paths = new Set(sources.map(({ path }) => path));
  const others = [
    ...readMemoryEntries(ctx, ctx.notebook),
    ...[...paths].flatMap((path) => readEntriesAt(ctx, ctx.notebook, path)),
  ];
  return [...entries, ...others.filter((one) => isStanding(one) && isCopy(one))];
}

/** Returns an entry at its place after some changes. */
export const findEntryAfter = (
  ctx: CommandContext,
  old: LocatedEntry,
  changes: readonly Change[],
): LocatedEntry =>
  readEntriesAt(ctx, ctx.notebook.after(changes), old.path).find(({ id }) => id === old.id) ?? old;

/** Formats what happens to the entries that a line is about, one line each. */
export const formatRelatedChanges = ({ superseded, closed }: RelatedChanges): readonly string[] => [
  ...new Set(superseded.map(({ text }) => `It replaces: ${text}`)),
  ...closed
    .filter(({ text }, at) => closed.findIndex((one) => one.text === text) === at)
    .map(({ text, id }) => `Closed: ${text} (${formatEntryId(id)})`),
];

/** The same for `--json`; keys of what did not happen are left out. */
export function toRelatedJson(
  ctx: CommandContext,
  { superseded, closed, proposed }: RelatedChanges,
  related: readonly LocatedEntry[],
) {
  const lists = { superseded, closed, proposed, related };
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, entries]) => entries.length > 0)
      .map(([key, entries]) => [key, entries.map((entry) => toEntryJson(ctx, entry))]),
  );
}

/** Says that the inbox asks a person about their line. */
export function createProposalNotice(ctx: CommandContext, entry: LocatedEntry): Notice {
  const { path, line, text } = entry;
  const found = findOrigin(ctx, entry);
  const phrase = `«${text.slice(0, 60)}»`;
  const whose =
    found.origin === 'user' ? `a person wrote ${phrase}` : `${phrase} is of ${describeOrigin(found)}`;
  const message = `${whose}: whether it is superseded is asked in ${notePath('inbox')}`;
  return { level: 'warning', path, line, message };
}

/** Most tokens of what a reply says about relevant entries. */
const MOST_TOKENS = 68;
/** Fewer characters do not identify an entry. */
const LEAST_CHARS = 12;
const MOST_CHARS = 60;

/** Names to an agent the entries that are relevant to a new line, and what can be done; '' for none. */
export function formatNearLines(near: readonly LocatedEntry[], id: string): string {
  if (near.length === 0) return '';
  const compose = (shown: readonly LocatedEntry[], length: number) => {
    const named = shown.map((entry) => `${formatEntryId(entry.id)} ${shorten(entry.text, length)}`);
    return `Near: ${named.join('; ')} — replaced, fixed or the same? ${formatAnswers(id)}`;
  };
  let [shown, length] = [near, MOST_CHARS];
  while (shown.length > 1 && estimateTokens(compose(shown, length)) > MOST_TOKENS)
    if (length > LEAST_CHARS) length -= 3;
    else [shown, length] = [shown.slice(0, -1), MOST_CHARS];
  return compose(shown, length);
}

const formatAnswers = (id: string): string => `amend ID --supersede-by or --same ^${id}, or --done`;

const shorten = (text: string, length: number): string => {
  const [line = ''] = text.split('\n');
  return line.length <= length ? line : `${line.slice(0, length).trimEnd()}…`;
};

/** Types of entries that a new line may replace, close or repeat. */
const RELATED_TYPES: ReadonlySet<string> = new Set([
  ...HOLDING_TYPES,
  ...OPEN_TYPES,
  ...REJECTING_TYPES,
  'progress',
]);

/** For so many days after its session ended, what is open is looked for in its day. */
const DAYS = 14;

const isOpenEntry = ({ type }: LocatedEntry): boolean => type === 'blocker' || type === 'question';

/**
 * Lists the valid entries that a new line of a type may be about: those of memory and session; what was rejected
 * before for a rejection or a decision; for any other line the blockers and questions of the last days.
 */
export function listStandingEntries(ctx: CommandContext, type: EntryType): readonly LocatedEntry[] {
  const at = (path: string) => readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${path}`);
  const today = ctx.local(ctx.now).date;
  const days = Array.from({ length: DAYS }, (_, back) => notePath('day', { date: addDays(today, -back) }));
  return [
    ...(type === 'rejected' ? [] : days.toReversed().flatMap(at).filter(isOpenEntry)),
    ...readMemoryEntries(ctx, ctx.notebook),
    ...(type === 'rejected' || type === 'decision'
      ? listFailures(ctx.notebook, ctx.entries).map(({ what, failure, entry }) => ({
          ...entry,
          text: what,
          why: failure.reason,
        }))
      : []),
    ...at(notePath('session')),
  ].filter((entry) => RELATED_TYPES.has(entry.type) && isStanding(entry));
}
