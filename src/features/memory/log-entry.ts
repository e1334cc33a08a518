import {
  type CommandContext,
  type CommandPlan,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { findOrigin } from '../../command/find-origin.js';
import { isKeptPrivate } from '../../command/private-entries.js';
import { requireWritable } from '../../command/require-writable.js';
import { hasLongerName } from '../../matching/name-phrases.js';
import { rateSimilarity } from '../../matching/similarity/similarity.js';
import { addProof, setFactCheck } from '../../notes/edit/edit-entry.js';
import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { parseLine } from '../../notes/entries/entry-line.js';
import type { FactCheck } from '../../notes/entries/proof.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { listAlternatives, splitWorkaround } from '../../notes/freeform/split-reason.js';
import { type KindName, notePath, PRIVATE_FOLDER } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { repeatWarningLevel } from '../../records/failure.js';
import { cutText } from '../../text/sanitize.js';
import { checkProof } from '../guard/check-proof.js';
import { readFactCheck } from '../proofs/proved-entries.js';
import { createProofEffect } from '../workspace/registry-effect.js';
import { addEntry } from './add-entry.js';
import { type EntryInput, normalizeEntryInput, type ParsedInput, parseEntryInput } from './entry-input.js';
import {
  createProposalNotice,
  findLineRelations,
  formatNearLines,
  formatRelatedChanges,
  listStandingEntries,
  planRelatedChanges,
  type RelatedEntries,
  toRelatedJson,
} from './relate-entry.js';

/** How a line is logged. */
interface LogOptions {
  /** False where the reply names related entries already. */
  readonly asks?: boolean;
  /** Writes to private memory, which git never carries. */
  readonly isPrivate?: boolean;
}

/** Plans to write one entry at the home of its type; without a type it is read from the text, with a confidence (Mind). */
export function planLogEntry(ctx: CommandContext, typed: EntryInput, options: LogOptions = {}): CommandPlan {
  const { input, notices } = normalizeEntryInput(typed);
  const plan = planNormalizedEntry(ctx, input, options);
  return { ...plan, notices: [...notices, ...(plan.notices ?? [])] };
}

function planNormalizedEntry(
  ctx: CommandContext,
  input: EntryInput,
  { asks = true, isPrivate: wantsPrivate = false }: LogOptions,
): CommandPlan {
  const line = parseEntryInput(input);
  const isPrivate = wantsPrivate || isKeptPrivate(ctx, line.type);
  const path = homePath(ctx, line.type, isPrivate);
  requireWritable(ctx, path);
  const known = knownAt(ctx, path, line.type, line.text);
  if (known && addsNothing(line, known)) return alreadyKnown(ctx, known, input);
  const standing = listStandingEntries(ctx, line.type);
  const related = findLineRelations(ctx, line, standing, input);
  if (related.repeated && addsNothing(line, related.repeated))
    return alreadyKnown(ctx, related.repeated, input);
  const { entry, section, changes } = writeLine(
    ctx,
    asReversal(line, related),
    input.branch ?? false,
    isPrivate,
  );
  const done = planRelatedChanges(ctx, changes, entry, related);
  const isRejected = line.type === 'rejected';
  const warning = isRejected ? loopWarning(ctx, line.text, standing) : null;
  const unsure = asks && warning === null ? related.unsure : [];
  return {
    message: [
      `Logged to ${isPrivate ? PRIVATE_FOLDER : ''}${notePath(kindAt(entry.type))} › ${section}: ${opening(entry)}`,
      ...formatRelatedChanges(done),
      warning ?? '',
      ctx.actor.by === null ? '' : formatNearLines(unsure, entry.id),
    ]
      .filter(Boolean)
      .join('\n'),
    historyMessage: `${entry.type}: ${formatEntryText(entry)}`,
    data: {
      entry: toEntryJson(ctx, entry),
      warning,
      ...(line.proof ? { guard: line.proof } : {}),
      ...toRelatedJson(ctx, done, unsure),
    },
    changes: done.changes,
    effects: listProofEffects(ctx, line.check),
    notices: [
      ...listProofNotices(ctx, line.check),
      ...(input.branch && entry.branch === null ? [WITHOUT_BRANCH] : []),
      ...done.proposed.map((old) => createProposalNotice(ctx, old)),
    ],
    location: `${entry.path}:${entry.line} › ${section} ^${entry.id}`,
  };
}

/** A proof that a person types at a terminal counts as confirmed. */
const listProofEffects = (ctx: CommandContext, check: FactCheck | null = null) =>
  check !== null && ctx.query('isAttended') ? [createProofEffect([check])] : [];

const listProofNotices = (ctx: CommandContext, check: FactCheck | null = null): readonly Notice[] =>
  check === null || ctx.query('isAttended') || ctx.query('confirmedProofs')(check)
    ? []
    : [
        {
          level: 'info',
          message: 'the proof runs only after a person confirmed it at a terminal: daybook trust --proofs',
        },
      ];

const WITHOUT_BRANCH: Notice = {
  level: 'warning',
  message: 'no branch is checked out here, so the entry applies on every branch',
};

/** A rejection of something in memory stays there, as a decision. */
const asReversal = (line: ParsedInput, { replaced }: RelatedEntries): ParsedInput =>
  line.type === 'rejected' && line.confidence !== null && replaced.some(({ kind }) => kind === 'memory')
    ? { ...line, type: 'decision' }
    : line;

/** True where an entry has the reason of a line too. */
const addsNothing = ({ why }: ParsedInput, known: LocatedEntry): boolean =>
  why === null || (known.why !== null && isSame(why, known.why));

function writeLine(ctx: CommandContext, line: ParsedInput, withBranch: boolean, isPrivate: boolean) {
  const { type, confidence } = line;
  const path = homePath(ctx, type, isPrivate);
  requireWritable(ctx, path);
  const id = ctx.ids.mint((taken) => ctx.notebook.note(path)?.text.includes(`^${taken}`) ?? false);
  const branch = withBranch ? ctx.query('branch') : null;
  const fields = {
    ...line.fields,
    ...(ctx.actor.by ? { by: ctx.actor.by } : {}),
    ...(branch ? { branch } : {}),
  };
  const draft = { ...line, fields, id };
  const { changes, section } = addEntry(draft, ctx.notebook, (name) => ctx.query('template', name), {
    why: `log ${type}`,
    isPrivate,
  });
  const entry = {
    ...draft,
    ...splitText(type, line.text),
    id,
    kind: kindAt(type),
    at: ctx.local(ctx.now).iso,
    path,
    line: lineOf(ctx.notebook.after(changes), path, id),
    confidence,
    ...ABSENT,
    status: type === 'todo' ? 'open' : null,
    ...fields,
  };
  return { entry, section, changes };
}

/** The text of an entry apart from what it sets aside and from the way around it, as it is read from its line. */
const splitText = (type: EntryType, source: string): Pick<Entry, 'text' | 'alternatives' | 'workaround'> => {
  const { text, workaround } =
    type === 'gotcha' ? splitWorkaround(source) : { text: source, workaround: null };
  return { text, alternatives: listAlternatives(type, text), workaround };
};

/** The beginning of an entry, as a reply repeats it. */
function opening(entry: Pick<Entry, 'text' | 'workaround' | 'why'>): string {
  const text = formatEntryText(entry);
  return cutText(entry.why === null ? text : `${text} — ${entry.why}`, SHOWN);
}

const SHOWN = 120;

const kindAt = (type: EntryType): KindName => (ENTRY_TYPES[type].home?.kind ?? 'session') as KindName;

const homePath = ({ notebook }: CommandContext, type: EntryType, isPrivate: boolean): string =>
  isPrivate ? getPrivateMemoryPath(notebook) : `${notebook.content}/${notePath(kindAt(type))}`;

const ABSENT = { by: null, branch: null, status: null, verified: null, superseded: null };

/** The line of an entry; refuses where its text did not become one list item. */
function lineOf(notebook: Notebook, path: string, id: string): number {
  const note = notebook.note(path);
  const at = note?.text.indexOf(`^${id}`) ?? -1;
  const block = note && at >= 0 ? notebook.outline(note).blocks.find(({ end }) => at < end) : undefined;
  if (block?.kind === 'item' && parseLine(block.text).id === id) return block.line;
  if (block?.kind === 'html' || block?.kind === 'code')
    throw new UserError(
      'unwritable',
      `${path}:${block.line} opens ${block.kind === 'html' ? 'an HTML block or comment' : 'a code block'} that takes in the rest of the note`,
      `close it in that line or below, then run this again`,
    );
  throw new UserError(
    'unwritable',
    'cannot store this text as a one-line entry',
    'shorten it, or create a page: daybook page new TITLE',
  );
}

/** The entry with the same text. */
const knownAt = (
  ctx: CommandContext,
  path: string,
  type: EntryType,
  text: string,
): LocatedEntry | undefined =>
  readEntriesAt(ctx, ctx.notebook, path, type).find(
    (entry) => entry.superseded === null && isSame(formatEntryText(entry), text),
  );

const isSame = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim()
    .toLowerCase();

/** Writes nothing again, but applies the author's answers about other entries. */
function alreadyKnown(ctx: CommandContext, known: LocatedEntry, input: EntryInput): CommandPlan {
  const since = known.at === null ? '' : ` since ${known.at.slice(0, 10)}`;
  const { replaces = [], closes = [] } = input;
  const related = findLineRelations(ctx, known, [], { replaces, closes });
  const origin = () => findOrigin(ctx, known).origin;
  const proof = checkProof(input);
  const note = ctx.notebook.note(known.path);
  const proved = proof && note ? addProof(known, note, ctx.notebook.outline(note), proof) : [];
  const check = readFactCheck(input);
  const isChecked =
    check !== null && known.check?.command === check.command && known.check.says === check.says;
  const checked =
    check && note && proved.length === 0 && !isChecked
      ? setFactCheck(known, note, ctx.notebook.outline(note), check)
      : [];
  const done = planRelatedChanges(
    ctx,
    [...proved, ...checked],
    { id: known.id, text: known.text, origin },
    related,
  );
  const had = proof !== null && proved.length === 0 ? ' It has a pattern already: change it there.' : '';
  return {
    message: [
      `Already recorded${since} (${known.path}:${known.line}).${proved.length > 0 ? ' The pattern is added.' : had}${checked.length > 0 ? ' The proof is added.' : ''}`,
      ...formatRelatedChanges(done),
    ].join('\n'),
    data: {
      entry: toEntryJson(ctx, known),
      warning: null,
      ...(proof ? { guard: known.proof ?? proof } : {}),
      ...toRelatedJson(ctx, done, []),
    },
    changes: done.changes,
    effects: listProofEffects(ctx, check),
    notices: done.proposed.map((old) => createProposalNotice(ctx, old)),
  };
}

/** How strongly a warning is worded (FEATURES A8). */
const WORDS = { caution: 'Caution', warning: 'Warning', stop: 'Stop' } as const;

/** Warns about what was rejected before, in this session or an earlier one. */
function loopWarning(ctx: CommandContext, text: string, standing: readonly LocatedEntry[]): string | null {
  const earlier = ctx.query('relevantEntries', { text, purpose: 'line', most: MOST_EARLIER });
  const [nearestOne] = [...standing, ...earlier]
    .flatMap(asRejection)
    .filter((entry) => !hasLongerName(text, entry.text))
    .map((entry) => ({ entry, like: rateSimilarity(text, entry.text) }))
    .toSorted((a, b) => b.like - a.like);
  const level = repeatWarningLevel(nearestOne?.like ?? 0);
  if (!nearestOne || !level) return null;
  const { entry } = nearestOne;
  return `${WORDS[level]}: this was rejected before: «${entry.text}»${entry.why ? ` — ${entry.why}` : ''} (${entry.path}:${entry.line}).`;
}

/** So many rejections of earlier days are compared. */
const MOST_EARLIER = 5;

/** An entry by what it turns down; none where it turns down nothing. */
function asRejection(entry: LocatedEntry): LocatedEntry[] {
  if (entry.type === 'rejected' || entry.type === 'failure') return [entry];
  const against =
    entry.type === 'decision' ? /^(?:we )?decided against:? (.+)$/is.exec(entry.text)?.[1] : undefined;
  return against === undefined ? [] : [{ ...entry, text: against }];
}
