import { parseEntryId } from '../../command/find-entry.js';
import type { ArchiveDeps } from '../../command/planning-deps.js';
import type { Block } from '../../markdown/outline.js';
import { removeBlocks } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import {
  composeEdits,
  editEntry,
  ensureId,
  removeField,
  setCheckbox,
  setField,
} from '../../notes/edit/edit-entry.js';
import { appendRecord, nextRecordNumber, recordNotePaths } from '../../notes/edit/upsert-note.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { EMPTY_LINE, normalizeLine, parseBox } from '../../notes/entries/entry-line.js';
import { createEntryId, createFingerprint, parseIdTime } from '../../notes/entries/ids.js';
import { parseLineMetadata } from '../../notes/entries/line-metadata.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { LOGGABLE_TYPES } from '../../notes/entry-types.js';

import { MARKER_CUES } from '../../notes/freeform/cues.data.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { notePath } from '../../notes/kinds/index.js';
import { listMemoryPaths } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import {
  type Feedback,
  findSameMistake,
  formatFeedback,
  guessCategory,
  parseFeedback,
} from '../feedback/feedback-record.js';
import { addEntry, type EntryDraft } from '../memory/add-entry.js';
import { archiveEntries, planTrim, type SizeLimit } from '../retention/archive-entries.js';

import { archiveProposals } from './propose.js';
import { rewriteFact } from './rewrite-fact.js';

/** What settling takes besides the notes. */
type ApplyOptions = Pick<
  ArchiveDeps,
  'ids' | 'entries' | 'local' | 'template' | 'linking' | 'isKeptPrivate' | 'today'
>;

/** The result of a proposal. */
export interface AppliedProposal {
  readonly proposal: LocatedEntry;
  /** Its words in the inbox, without box and id. */
  readonly words: string;
  readonly how: 'applied' | 'declined' | 'stale' | 'unknown';
  /** What was done, or why nothing was. */
  readonly said: string;
  /** The note that the answer takes something out of, where it does. */
  readonly outOf?: string;
}

/**
 * Settles the inbox: what a person ticked is done, what they struck is forgotten, and both move
 * into the archive. A target that changed since is left alone; so is a line that is no proposal of ours.
 * `isChosen` leaves answered proposals for the next time.
 */
export function applyAnswers(
  notebook: Notebook,
  settling: ApplyOptions,
  isChosen: (proposal: LocatedEntry) => boolean = () => true,
): { readonly changes: readonly Change[]; readonly settled: readonly AppliedProposal[] } {
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`);
  const answered = inbox
    ? settling
        .entries(inbox)
        .filter((one) => (one.status === 'done' || one.status === 'dropped') && isChosen(one))
    : [];
  if (!inbox || answered.length === 0) return { changes: [], settled: [] };
  const settled: AppliedProposal[] = [];
  const changes = collectChanges(answered, notebook, (proposal, now) => {
    const words = readProposalText(proposal, inbox);
    const { change = [], ...result } = answer(proposal, words, now, settling);
    settled.push({ proposal, words, ...result });
    return change;
  });
  const moved = settled.filter(({ how }) => how !== 'unknown');
  return { changes: [...changes, ...archiveSettled(moved, inbox, notebook.after(changes))], settled };
}

/** Reads the first line of a proposal whole: a `because` in it starts no reason. */
export function readProposalText({ start, end }: LocatedEntry, { text }: Note): string {
  const [line = ''] = text.slice(start, end).split(/\r\n|\n|\r/);
  return parseLineMetadata(parseBox(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')).rest).head;
}

interface Answer extends Pick<AppliedProposal, 'how' | 'said' | 'outOf'> {
  readonly change?: readonly Change[];
}

const OVERTAKE =
  /^(supersede|close) ~([0-9a-f]{8}) in (.+?):(\d+) «(.*)» by (\^[A-Za-z0-9-]+|~[0-9a-f]{8}) «(.*)»(?: — [^«»]*)?$/s;
const UNSCOPE = /^take over ~([0-9a-f]{8}) in (.+?):(\d+) «.*» from branch (\S+)/s;
const AMEND = /^amend ~([0-9a-f]{8}) in (.+?):(\d+) «.*?» to «(.*?)»(?:, its proof to «(.*?)»)?(?: —|$)/s;
const UNPROVE = /^remove the proof of ~([0-9a-f]{8}) in (.+?):(\d+) «/s;
const RULE = /^rule from (\[\[[^[\]|]*#\^[A-Za-z0-9-]+\]\]) «(.*)», /s;
const SHED =
  /^move \d+ of \d+ entries of (.+?), settled before (\d{4}-\d{2}-\d{2}), to the archive until it has (\d+) KB/;
const LET = /^let (\S+) take entries out of (.+) in (\d{4}-\d{2})\b/s;
const KEEP = /^keep «(.*)», found in (.+)$/s;
const FEEDBACK = /^feedback «(.*?)»(?: -> «(.*)»)?, found in (.+)$/s;

/** True for a line that Daybook can carry out. */
export const isProposal = (text: string): boolean =>
  [OVERTAKE, UNSCOPE, AMEND, UNPROVE, RULE, SHED, LET, KEEP, FEEDBACK].some((form) => form.test(text));

function answer(proposal: LocatedEntry, words: string, notebook: Notebook, settling: ApplyOptions): Answer {
  if (proposal.status === 'dropped') return { how: 'declined', said: 'nothing changes' };
  const [, act = '', mark = '', path = '', line = '', , by = ''] = OVERTAKE.exec(words) ?? [];
  if (act !== '') return overtaken(act, { mark, path, line: Number(line), by }, notebook, settling);
  const [, of = '', at = '', near = '', branch] = UNSCOPE.exec(words) ?? [];
  if (branch !== undefined)
    return takenOver({ mark: of, path: at, line: Number(near) }, branch, notebook, settling);
  const [, fact = '', factPath = '', factLine, text, says = null] =
    AMEND.exec(words) ?? UNPROVE.exec(words) ?? [];
  if (factLine !== undefined) {
    const found = findTarget({ mark: fact, path: factPath, line: Number(factLine) }, notebook, settling);
    return found?.target.check
      ? { how: 'applied', ...rewriteFact(found.target, found.note, notebook, { text, says }) }
      : createStaleAnswer(factPath);
  }
  const [, from, rule] = RULE.exec(words) ?? [];
  if (from !== undefined && rule !== undefined) {
    const draft = { ...normalizeLine({ ...EMPTY_LINE, text: rule, from }), type: 'rule' as const };
    const answered = remembered(draft, notebook, settling);
    const added = answered.change ?? [];
    return { ...answered, change: [...added, ...resolveFeedback(words, notebook.after(added), settling)] };
  }
  const [, heavy, before = '', kb] = SHED.exec(words) ?? [];
  if (heavy !== undefined) return lightened(heavy, { kb: Number(kb), before }, notebook, settling);
  const [, job, freed, month] = LET.exec(words) ?? [];
  if (job !== undefined)
    return { how: 'applied', said: `${job} may take entries out of ${freed} in ${month}` };
  const [, mistake, correction = '', trigger = ''] = FEEDBACK.exec(words) ?? [];
  if (mistake !== undefined)
    return logged({ mistake, correction, trigger, at: proposal.at }, notebook, settling);
  const [, acceptedText, found = ''] = KEEP.exec(words) ?? [];
  if (acceptedText !== undefined)
    return remembered(addPlace(draftOf(acceptedText), found), notebook, settling);
  return { how: 'unknown', said: 'is not a proposal that Daybook can carry out; it stays' };
}

/** The target of a proposal: by its text then, nearest to its place then. */
interface Target {
  readonly mark: string;
  readonly path: string;
  readonly line: number;
}

/** Finds the target of a proposal; null where its text has changed. */
function findTarget(
  { mark, path, line }: Target,
  notebook: Notebook,
  { entries }: ApplyOptions,
): { readonly note: Note; readonly target: LocatedEntry } | null {
  const note = notebook.note(path);
  const [target] = (note ? entries(note) : [])
    .filter((entry) => createFingerprint(entry.text) === mark)
    .toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
  return note && target ? { note, target } : null;
}

const createStaleAnswer = (path: string): Answer => ({
  how: 'stale',
  said: `left alone: the line in ${path} changed meanwhile`,
});

/** An entry of an ended branch becomes valid on all branches. */
function takenOver(where: Target, branch: string, notebook: Notebook, settling: ApplyOptions): Answer {
  const found = findTarget(where, notebook, settling);
  if (!found || found.target.branch !== branch) return createStaleAnswer(where.path);
  const { note, target } = found;
  const why = `taken over from branch ${branch}, as you accepted`;
  const change = editEntry(target, note, notebook.outline(note), removeField('branch'), why);
  return { how: 'applied', said: `${target.path}:${target.line} is valid on every branch`, change };
}

/** Marks a line as superseded by a newer one, or as done; a newer line without an id gets one if it is linked. */
function overtaken(
  act: string,
  { by, ...where }: Target & { readonly by: string },
  notebook: Notebook,
  settling: ApplyOptions,
): Answer {
  const { ids } = settling;
  const { path } = where;
  const found = findTarget(where, notebook, settling);
  if (!found) return createStaleAnswer(path);
  const { note, target } = found;
  const newer = findNewer(parseEntryId(by), note, notebook, settling);
  if (!newer) return { how: 'stale', said: `left alone: ${by}, which was to take its place, is gone` };
  const mint = () => createEntryId(ids, note);
  const own = ensureId(mint());
  if (act === 'close') {
    const edit = composeEdits(setCheckbox('done'), own);
    const change = editEntry(target, note, notebook.outline(note), edit, 'fixed, as you accepted');
    return { how: 'applied', said: `${path}:${target.line} is closed`, change };
  }
  const id = newer.hasId ? newer.id : mint();
  const edit = composeEdits(setField('superseded', `^${id}`), own);
  const why = `superseded by ^${id}, as you accepted`;
  const change = editEntry(target, note, notebook.outline(note), edit, why);
  return {
    how: 'applied',
    said: `${path}:${target.line} is superseded by ^${id}`,
    change: newer.hasId ? change : [...change, ...nameNewer(newer, id, notebook.after(change), settling)],
  };
}

/** Gives the newer line its id, at its place after the changes. */
function nameNewer(
  newer: LocatedEntry,
  id: string,
  notebook: Notebook,
  { entries }: ApplyOptions,
): readonly Change[] {
  const note = notebook.note(newer.path);
  const entry = note && entries(note).find((one) => one.id === newer.id);
  if (!note || !entry) return [];
  return editEntry(entry, note, notebook.outline(note), ensureId(id), 'a line links to it');
}

/** Applies a removal that a job proposed, to the note as it is now. */
function lightened(
  path: string,
  limit: SizeLimit,
  notebook: Notebook,
  { entries, linking, today }: ApplyOptions,
): Answer {
  const note = notebook.note(path);
  const shedding = note && planTrim(note, entries(note), limit);
  if (!shedding) return { how: 'applied', said: `nothing has to leave ${path} any more` };
  const text = `${shedding.going.length} entries of ${path} moved into the archive`;
  return {
    how: 'applied',
    said: text,
    change: archiveEntries(shedding, notebook, linking, today),
    outOf: path,
  };
}

/** Finds the newer line of a proposal: in the same note, in memory, or in the session. */
function findNewer(
  id: string,
  beside: Note,
  notebook: Notebook,
  { entries }: ApplyOptions,
): LocatedEntry | undefined {
  const paths = [...listMemoryPaths(notebook), `${notebook.content}/${notePath('session')}`];
  const notes = [beside, ...paths.map((path) => notebook.note(path))];
  return notes.flatMap((note) => (note ? entries(note) : [])).find((entry) => entry.id === id);
}

function remembered(
  line: EntryDraft,
  notebook: Notebook,
  { ids, entries, template, isKeptPrivate }: ApplyOptions,
): Answer {
  const draft = { ...line, id: ids.mint() };
  const { changes, path, section } = addEntry(draft, notebook, template, {
    why: 'kept, as you accepted',
    isPrivate: isKeptPrivate(line.type),
  });
  const note = notebook.note(path);
  const known = note
    ? entries(note).find(({ type, text }) => type === draft.type && text === draft.text)
    : null;
  if (known) return { how: 'applied', said: `known already: ${path}:${known.line}` };
  return { how: 'applied', said: `kept in ${path} › ${section}`, change: changes };
}

/** Marks the records that an accepted rule came from as resolved. */
function resolveFeedback(words: string, notebook: Notebook, settling: ApplyOptions): readonly Change[] {
  const labels = words.match(/\bFB-\d{8}-\d+\b/g) ?? [];
  return collectChanges(labels, notebook, (label, now) => {
    const entry = knownFeedback(now, settling).find((one) => one.label === label)?.entry;
    const note = entry && now.note(entry.path);
    if (!entry || !note) return [];
    const fields = { resolved: settling.today };
    const id = entry.hasId ? entry.id : createEntryId(settling.ids, note);
    return editBlock(entry, note, now.outline(note), { fields, id }, 'an accepted rule resolves it');
  });
}

/** A lasting correction becomes a record of the correction log (Mutable §Procedural Corrections). */
function logged(
  said: Pick<Feedback, 'mistake' | 'correction' | 'trigger'> & { readonly at: string | null },
  notebook: Notebook,
  settling: ApplyOptions,
): Answer {
  const { ids, local, template, today } = settling;
  const known = knownFeedback(notebook, settling);
  const same = findSameMistake(said.mistake, known);
  if (same)
    return { how: 'applied', said: `known already: ${same.label} (${same.entry.path}:${same.entry.line})` };
  const id = ids.mint();
  const at = said.at ?? local(parseIdTime(id, Date.parse(today)) ?? 0).iso;
  const label = `FB-${nextRecordNumber(
    at.slice(0, 10),
    known.map((one) => one.label),
  )}`;
  const draft = {
    prevention: '',
    category: guessCategory(said.mistake),
    severity: 'medium' as const,
    by: null,
  };
  const lines = formatFeedback({ ...draft, ...said, label, id, at });
  const change = appendRecord(
    { kind: 'feedback', lines, why: 'logged, as you accepted' },
    notebook,
    template,
  );
  return { how: 'applied', said: `logged as ${label} in ${change.path}`, change: [change] };
}

/** All logged mistakes, also archived ones: numbers are used once. */
const knownFeedback = (notebook: Notebook, { entries }: ApplyOptions): readonly Feedback[] =>
  recordNotePaths('feedback', notebook).flatMap((path) => {
    const note = notebook.note(path);
    return note ? parseFeedback(note, entries(note)) : [];
  });

/** Adds the place of a code comment, `src/a.ts:12`, to the reason. */
const addPlace = (draft: EntryDraft, found: string): EntryDraft =>
  /^\S+:\d+$/.test(found) ? { ...draft, why: draft.why ? `${draft.why} (${found})` : found } : draft;

/** A line to keep in memory; without a recognizable type it is a learning (Mind). */
function draftOf(line: string): EntryDraft {
  const found = parseFreeform(line);
  const type = found && LOGGABLE_TYPES.includes(found.type) ? found.type : MARKER_CUES.memory;
  return {
    ...normalizeLine({
      ...EMPTY_LINE,
      text: found ? formatEntryText(found) : line,
      why: found?.why ?? null,
      tags: found?.tags ?? [],
    }),
    type,
  };
}

/** Settled lines move from the inbox into the archive, whole, with whatever a person wrote below them. */
export function archiveSettled(
  settled: readonly Pick<AppliedProposal, 'proposal' | 'how'>[],
  inbox: Note,
  notebook: Notebook,
): readonly Change[] {
  if (settled.length === 0) return [];
  const outline = notebook.outline(inbox);
  const starts = new Map(settled.map((one) => [one.proposal.start, one]));
  const blocks = outline.blocks.filter(({ start }) => starts.has(start));
  const lines = blocks.map((block) => archived(inbox.text, block, starts.get(block.start)?.how === 'stale'));
  const why = 'settled proposals leave the inbox';
  const splices = removeBlocks(inbox.text, outline, blocks);
  return [...archiveProposals(lines, notebook, why), ...createEdit(inbox, splices, why)];
}

/** A proposal in the archive; one that could not be applied says so. */
function archived(text: string, { start, end, marker }: Block, isStale: boolean): string {
  const [first = '', ...rest] = text
    .slice(start + marker.length, end)
    .replace(/(?<![\r\n])[\r\n]+$/, '')
    .split(/\r\n|\n|\r/);
  return [isStale ? setField('status', 'stale')(first) : first, ...rest].join('\n');
}
