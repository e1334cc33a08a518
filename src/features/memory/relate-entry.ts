import type { CommandContext, Notice } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries, toEntryJson } from '../../command/entry-format.js';
import { findEntry, formatEntryId } from '../../command/find-entry.js';
import { createOrigins, describeOrigin, findOrigin, findRequestOrigin } from '../../command/find-origin.js';
import { findRelatedEntries, rankByShare } from '../../matching/relations/find-related-entries.js';
import { findRelation } from '../../matching/relations/find-relation.js';
import type { Change } from '../../notes/changes/change.js';
import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Origin } from '../../notes/origin.js';
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
  /** Counts what seems to contradict the line as replaced, too. */
  readonly force?: boolean;
  /** True for a line that has no type and needs none: it is no fix of what is open. */
  readonly isSettled?: boolean;
}

/** The entries that a new line is about, by what it does to them. */
export interface RelatedEntries {
  /** The entry with the same text. */
  readonly repeated: LocatedEntry | null;
  readonly replaced: readonly LocatedEntry[];
  readonly fixed: readonly LocatedEntry[];
  /** The nearest entries for which only the author can decide. */
  readonly unsure: readonly LocatedEntry[];
  /** The author named them. */
  readonly isAnswered: boolean;
}

/** So many of the nearest entries are compared in full. */
const MOST_COMPARED = 24;

/** Finds what a new line does to the valid entries: by the answers of its author, else where the rules are sure. */
export function findLineRelations(
  ctx: CommandContext,
  line: NewLine,
  standing: readonly LocatedEntry[],
  { replaces = [], closes = [], force = false, isSettled = false }: RelationAnswers = {},
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
  const candidates = standing.map((entry) => ({
    entry,
    text: formatEntryText(entry),
    type: entry.type,
    at: entry.at,
  }));
  const near = rankByShare(line.text, candidates)
    .slice(0, MOST_COMPARED)
    .map(({ entry: one }) => ({ entry: one.entry, ...findRelation(one, line) }))
    .filter(({ sure }) => sure || force);
  const of = (name: string) => near.filter(({ relation }) => relation === name).map(({ entry }) => entry);
  const [replaced, fixed] = [of('replaces'), of('fixes')];
  const settled = new Set([...replaced, ...fixed]);
  return {
    repeated: of('repeats')[0] ?? null,
    replaced,
    fixed,
    unsure: findRelatedEntries(line.text, line.type, candidates, !isSettled)
      .map(({ entry }) => entry)
      .filter((entry) => !settled.has(entry)),
    isAnswered: false,
  };
}

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

/** Most tokens of the question about related entries. */
const MOST_TOKENS = 70;
/** Fewer characters do not identify an entry. */
const SHORTEST = 8;
const LONGEST = 60;

/** Asks what a new line does to the entries nearest to it, within the budget of a reply; null for none. */
export function formatRelatedQuestion(unsure: readonly LocatedEntry[], id: string): string | null {
  if (unsure.length === 0) return null;
  const ask = (length: number) =>
    `Related: ${unsure.map((one) => `${formatEntryId(one.id)} ${shorten(one.text, length)}`).join('; ')} — replaces, closes or same? amend ID --supersede-by or --same ^${id}, or --done`;
  let length = LONGEST;
  while (length > SHORTEST && estimateTokens(ask(length)) > MOST_TOKENS) length -= 3;
  return ask(length);
}

/** Asks which type a line without one has, and what it does to the entries nearest to it, within the budget of a reply. */
export function formatTypeQuestion(unsure: readonly LocatedEntry[], id: string): string {
  const ask = (length: number) => {
    const near = unsure.map((one) => `${formatEntryId(one.id)} ${shorten(one.text, length)}`).join('; ');
    const act = near === '' ? '' : ' (with `,replaces:ID` or `,closes:ID`)';
    return `Which type? \`daybook checkpoint --answer ^${id}=type:TYPE\`${act}, or \`=drop\`.${near && ` Near: ${near}`}`;
  };
  let length = LONGEST;
  while (length > SHORTEST && estimateTokens(ask(length)) > MOST_TOKENS) length -= 3;
  return ask(length);
}

const shorten = (text: string, length: number): string => {
  const [line = ''] = text.split('\n');
  return line.length <= length ? line : `${line.slice(0, length).trimEnd()}…`;
};
