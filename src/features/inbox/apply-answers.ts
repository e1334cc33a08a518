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
import type { FactCheck } from '../../notes/entries/proof.js';
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
> & { readonly isConfirmed?: (check: FactCheck) => boolean };

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
  /** The proof that the answer confirms, where it does. */
  readonly confirmed?: FactCheck;
}

/**
 * Settles the inbox: what a person ticked is done, what they struck is forgotten, and both move
 * into the archive. A target that changed since is left alone; so is a line that is no proposal of ours.
 * `isChosen` leaves answered proposals for the next time; `getStatus` gives what the archive says of one that was carried out.
 */
export function applyAnswers(
  notebook: Notebook,
  settling: ApplyOptions,
  isChosen: (proposal: LocatedEntry) => boolean = () => true,
  getStatus: (proposal: LocatedEntry) => string | null = () => null,
) {
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
    const { change = [], ...result } = answer(proposal, words, { ...settling, notebook: now });
    settled.push({ proposal, words, ...result });
    return change;
  });
  const moved = settled.filter(({ how }) => how !== 'unknown');
  const left = moved.map((one) => ({ ...one, status: getStatus(one.proposal) }));
  return { changes: [...changes, ...archiveSettled(left, inbox, notebook.after(changes))], settled };
}

/** Reads the first line of a proposal whole: a `because` in it starts no reason. */
export function readProposalText({ start, end }: LocatedEntry, { text }: Note): string {
  const [line = ''] = text.slice(start, end).split(/\r\n|\n|\r/);
  return parseLineMetadata(parseBox(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')).rest).head;
}

interface Answer extends Pick<AppliedProposal, 'how' | 'said' | 'outOf' | 'confirmed'> {
  readonly change?: readonly Change[];
}

/** The notes when a proposal is settled, and what settling takes besides them. */
type Settling = ApplyOptions & { readonly notebook: Notebook };

/** Carries out a proposal, with the parts of its text. */
type Act = (parts: readonly string[], settling: Settling, proposal: LocatedEntry, words: string) => Answer;

const rewrite: Act = ([mark = '', path = '', line, text, says], settling) => {
  const found = findTarget({ mark, path, line: Number(line) }, settling);
  return found?.target.check
    ? {
        how: 'applied',
        ...rewriteFact(found.target, found.note, settling, { text, says: says ?? null }),
      }
    : createStaleAnswer(path);
};

/** What a person can agree to, by the words of the proposal. */
const FORMS: readonly (readonly [RegExp, Act])[] = [
  [
    /^(supersede|close) ~([0-9a-f]{8}) in (.+?):(\d+) «(.*)» by (\^[A-Za-z0-9-]+|~[0-9a-f]{8}) «(.*)»(?: — [^«»]*)?$/s,
    ([act, mark = '', path = '', line, , by = ''], settling) =>
      overtaken(act === 'close', { mark, path, line: Number(line), by }, settling),
  ],
  [
    /^take over ~([0-9a-f]{8}) in (.+?):(\d+) «.*» from branch (\S+)/s,
    ([mark = '', path = '', line, branch = ''], settling) =>
      takenOver({ mark, path, line: Number(line) }, branch, settling),
  ],
  [/^amend ~([0-9a-f]{8}) in (.+?):(\d+) «.*?» to «(.*?)»(?:, its proof to «(.*?)»)?(?: —|$)/s, rewrite],
  [
    /^retire ~([0-9a-f]{8}) in (.+?):(\d+) «/s,
    ([mark = '', path = '', line], settling) => dropTarget({ mark, path, line: Number(line) }, settling),
  ],
  [/^remove the proof of ~([0-9a-f]{8}) in (.+?):(\d+) «/s, rewrite],
  [
    /^rule from (\[\[[^[\]|]*#\^[A-Za-z0-9-]+\]\]) «(.*)», /s,
    ([from = '', text = ''], settling, _, words) => {
      const answered = remembered(
        { ...normalizeLine({ ...EMPTY_LINE, text, from }), type: 'rule' },
        settling,
      );
      const added = answered.change ?? [];
      return { ...answered, change: [...added, ...resolveFeedback(words, after(settling, added))] };
    },
  ],
  [
    /^move \d+ of \d+ entries of (.+?), settled before (\d{4}-\d{2}-\d{2}), to the archive until it has (\d+) KB/,
    ([path = '', before = '', kb], settling) => lightened(path, { kb: Number(kb), before }, settling),
  ],
  [
    /^let (\S+) take entries out of (.+) in (\d{4}-\d{2})\b/s,
    ([job, path, month]) => ({ how: 'applied', said: `${job} may take entries out of ${path} in ${month}` }),
  ],
  [
    /^keep «(.*)», found in (.+)$/s,
    ([text = '', found = ''], settling) => remembered(addPlace(draftOf(text), found), settling),
  ],
  [
    /^feedback «(.*?)»(?: -> «(.*)»)?, found in (.+)$/s,
    ([mistake = '', correction = '', trigger = ''], settling, { at }) =>
      logged({ mistake, correction, trigger, at }, settling),
  ],
];

/** True for a line that Daybook can carry out. */
export const isProposal = (text: string): boolean => FORMS.some(([form]) => form.test(text));

function answer(proposal: LocatedEntry, words: string, settling: Settling): Answer {
  if (proposal.status === 'dropped') return { how: 'declined', said: 'nothing changes' };
  for (const [form, act] of FORMS) {
    const [, ...parts] = form.exec(words) ?? [];
    if (parts.length > 0) return act(parts, settling, proposal, words);
  }
  return { how: 'unknown', said: 'is not a proposal that Daybook can carry out; it stays' };
}

const after = (settling: Settling, changes: readonly Change[]): Settling => ({
  ...settling,
  notebook: settling.notebook.after(changes),
});

/** The target of a proposal: by its text then, nearest to its place then. */
interface Target {
  readonly mark: string;
  readonly path: string;
  readonly line: number;
}

/** Finds the target of a proposal; null where its text has changed. */
function findTarget({ mark, path, line }: Target, { notebook, entries }: Settling) {
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
function takenOver(where: Target, branch: string, settling: Settling): Answer {
  const found = findTarget(where, settling);
  if (!found || found.target.branch !== branch) return createStaleAnswer(where.path);
  const { note, target } = found;
  const why = `taken over from branch ${branch}, as you accepted`;
  const change = editEntry(target, note, settling.notebook.outline(note), removeField('branch'), why);
  return { how: 'applied', said: `${target.path}:${target.line} is valid on every branch`, change };
}

/** Drops an entry that was not needed: it leaves the brief, and in time the note. */
function dropTarget(where: Target, { ids, ...settling }: Settling): Answer {
  const found = findTarget(where, { ids, ...settling });
  if (!found) return createStaleAnswer(where.path);
  const { note, target } = found;
  const edit = composeEdits(setField('status', 'dropped'), ensureId(createEntryId(ids, note)));
  const change = editEntry(target, note, settling.notebook.outline(note), edit, 'retired, as you accepted');
  return { how: 'applied', said: `${target.path}:${target.line} is dropped`, change };
}

/** Marks a line as superseded by a newer one, or as done; a newer line without an id gets one if it is linked. */
function overtaken(
  isFixed: boolean,
  { by, ...where }: Target & { readonly by: string },
  settling: Settling,
): Answer {
  const { ids, notebook } = settling;
  const found = findTarget(where, settling);
  if (!found) return createStaleAnswer(where.path);
  const { note, target } = found;
  const newer = findNewer(parseEntryId(by), note, settling);
  if (!newer) return { how: 'stale', said: `left alone: ${by}, which was to take its place, is gone` };
  const own = ensureId(createEntryId(ids, note));
  const place = `${where.path}:${target.line}`;
  if (isFixed) {
    const edit = composeEdits(setCheckbox('done'), own);
    const change = editEntry(target, note, notebook.outline(note), edit, 'fixed, as you accepted');
    return { how: 'applied', said: `${place} is closed`, change };
  }
  const id = newer.hasId ? newer.id : createEntryId(ids, note);
  const edit = composeEdits(setField('superseded', `^${id}`), own);
  const change = editEntry(
    target,
    note,
    notebook.outline(note),
    edit,
    `superseded by ^${id}, as you accepted`,
  );
  const named = newer.hasId ? [] : nameNewer(newer, id, after(settling, change));
  return { how: 'applied', said: `${place} is superseded by ^${id}`, change: [...change, ...named] };
}

/** Gives the newer line its id, at its place after the changes. */
function nameNewer(newer: LocatedEntry, id: string, { notebook, entries }: Settling): readonly Change[] {
  const note = notebook.note(newer.path);
  const entry = note && entries(note).find((one) => one.id === newer.id);
  if (!note || !entry) return [];
  return editEntry(entry, note, notebook.outline(note), ensureId(id), 'a line links to it');
}

/** Applies a removal that a job proposed, to the note as it is now. */
function lightened(path: string, limit: SizeLimit, settling: Settling): Answer {
  const { notebook, entries, linking, today } = settling;
  const note = notebook.note(path);
  const shedding = note && planTrim(note, entries(note), limit);
  if (!shedding) return { how: 'applied', said: `nothing has to leave ${path} any more` };
  return {
    how: 'applied',
    said: `${shedding.going.length} entries of ${path} moved into the archive`,
    change: archiveEntries(shedding, notebook, linking, today),
    outOf: path,
  };
}

/** Finds the newer line of a proposal: in the same note, in memory, or in the session. */
function findNewer(id: string, beside: Note, { notebook, entries }: Settling): LocatedEntry | undefined {
  const paths = [...listMemoryPaths(notebook), `${notebook.content}/${notePath('session')}`];
  const notes = [beside, ...paths.map((path) => notebook.note(path))];
  return notes.flatMap((note) => (note ? entries(note) : [])).find((entry) => entry.id === id);
}

function remembered(line: EntryDraft, settling: Settling): Answer {
  const { notebook, ids, entries, template, isKeptPrivate } = settling;
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
function resolveFeedback(words: string, settling: Settling): readonly Change[] {
  const labels = words.match(/\bFB-\d{8}-\d+\b/g) ?? [];
  return collectChanges(labels, settling.notebook, (label, notebook) => {
    const entry = knownFeedback({ ...settling, notebook }).find((one) => one.label === label)?.entry;
    const note = entry && notebook.note(entry.path);
    if (!entry || !note) return [];
    const fields = { resolved: settling.today };
    const id = entry.hasId ? entry.id : createEntryId(settling.ids, note);
    return editBlock(entry, note, notebook.outline(note), { fields, id }, 'an accepted rule resolves it');
  });
}

/** A lasting correction becomes a record of the correction log (Mutable §Procedural Corrections). */
function logged(
  said: Pick<Feedback, 'mistake' | 'correction' | 'trigger'> & { readonly at: string | null },
  settling: Settling,
): Answer {
  const { notebook, ids, local, template, today } = settling;
  const known = knownFeedback(settling);
  const same = findSameMistake(said.mistake, known);
  if (same)
    return { how: 'applied', said: `known already: ${same.label} (${same.entry.path}:${same.entry.line})` };
  const id = ids.mint();
  const at = said.at ?? local(parseIdTime(id, Date.parse(today)) ?? 0).iso;
  const labels = known.map((one) => one.label);
  const label = `FB-${nextRecordNumber(at.slice(0, 10), labels)}`;
  const lines = formatFeedback({
    ...said,
    prevention: '',
    category: guessCategory(said.mistake),
    severity: 'medium',
    by: null,
    label,
    id,
    at,
  });
  const why = 'logged, as you accepted';
  const change = appendRecord({ kind: 'feedback', lines, why }, notebook, template);
  return { how: 'applied', said: `logged as ${label} in ${change.path}`, change: [change] };
}

/** All logged mistakes, also archived ones: numbers are used once. */
const knownFeedback = ({ notebook, entries }: Settling): readonly Feedback[] =>
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
  settled: readonly (Pick<AppliedProposal, 'proposal' | 'how'> & { readonly status?: string | null })[],
  inbox: Note,
  notebook: Notebook,
): readonly Change[] {
  if (settled.length === 0) return [];
  const outline = notebook.outline(inbox);
  const starts = new Map(settled.map((one) => [one.proposal.start, one]));
  const blocks = outline.blocks.filter(({ start }) => starts.has(start));
  const lines = blocks.map((block) => {
    const { how, status = null } = starts.get(block.start) ?? {};
    return archived(inbox.text, block, how === 'stale' ? 'stale' : status);
  });
  const why = 'settled proposals leave the inbox';
  const splices = removeBlocks(inbox.text, outline, blocks);
  return [...archiveProposals(lines, notebook, why), ...createEdit(inbox, splices, why)];
}

/** A proposal in the archive, with its status: one that could not be applied says so. */
function archived(text: string, { start, end, marker }: Block, status: string | null): string {
  const [first = '', ...rest] = text
    .slice(start + marker.length, end)
    .replace(/(?<![\r\n])[\r\n]+$/, '')
    .split(/\r\n|\n|\r/);
  return [status === null ? first : setField('status', status)(first), ...rest].join('\n');
}
