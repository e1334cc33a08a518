import { type CommandContext, UserError } from '../../command/define-command.js';
import type { Block, Outline } from '../../markdown/outline.js';
import { rebaseEdits } from '../../markdown/rebase-edits.js';
import { normalizeHeading } from '../../markdown/section-edits.js';
import { applyEdits, invertEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { HistoryRecord, TouchedFile } from '../../notes/changes/history-record.js';
import { BLOCK_OPENING } from '../../notes/context-block-markers.js';
import { KINDS, PRIVATE_FOLDER } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { refuseUnknown } from '../../notes/unknown-note.js';
import { BLOCK_REASON, planRefresh } from '../context-block/refresh-block.js';

/** True for a path whose file, in this record, lies in another worktree than the one stood in: notes are shared, CLAUDE.md is not. */
export function isInOtherWorktree(
  { notebook, query: ask }: CommandContext,
  { worktree }: HistoryRecord,
  path: string,
): boolean {
  if (path.startsWith(`${notebook.content}/`) || path.startsWith('~/') || path === 'daybook.yaml')
    return false;
  const root = ask('root');
  return (worktree ?? root.root) !== root.worktree;
}

/** The file of the same name here is another one, so nothing is taken out of it. */
function assertThisWorktree(ctx: CommandContext, record: HistoryRecord, path: string): void {
  if (!isInOtherWorktree(ctx, record, path)) return;
  throw new UserError(
    'cannot-undo',
    `change ${record.seq} touched ${path} in the worktree ${record.worktree ?? ctx.query('root').root}`,
    `go there, then: daybook undo ${record.seq}`,
    { path, seq: record.seq },
  );
}

/** The numbers of the changes that a record took back. */
export const listRevertedSeqs = ({ undoes }: HistoryRecord): readonly number[] =>
  undoes === undefined ? [] : typeof undoes === 'number' ? [undoes] : undoes;

/** Returns the change that undid this one and was not undone itself. */
export function findEffectiveRevert(
  history: readonly HistoryRecord[],
  seq: number,
): HistoryRecord | undefined {
  return history.find((one) => listRevertedSeqs(one).includes(seq) && !findEffectiveRevert(history, one.seq));
}

/** True for a change that took others back; false for one that took such a change back. */
export const isUndo = (history: readonly HistoryRecord[], record: HistoryRecord): boolean =>
  record.undoes !== undefined &&
  !listRevertedSeqs(record).some((seq) => history.some((one) => one.seq === seq && isUndo(history, one)));

/** Returns true for a change that deleted text permanently, from all versions. */
export const isFinalRecord = ({ verb: command, say }: Pick<HistoryRecord, 'verb' | 'say'>): boolean =>
  command === 'scrub' || (command === 'forget' && / (?:permanently|for good) \(/.test(say));

/** Returns true for a change that wrote what others shared: without it, the next sync would delete that for everyone. */
export const isArrival = ({ verb: command }: Pick<HistoryRecord, 'verb'>): boolean => command === 'sync';

/** Returns true for a change that cannot be undone, as a scrub or a sync, or that changed nothing. */
export const isEmptyRecord = (record: HistoryRecord): boolean =>
  isFinalRecord(record) ||
  isArrival(record) ||
  record.touched.every((one) => one.do === 'edit' && one.splices.length === 0);

/**
 * Plans to undo one record: only its own edits, where they are still unchanged. Throws UserError `cannot-undo`. The
 * context block is not undone but rebuilt from the notes (`planBlockAfterRevert`).
 */
export const planRevert = (ctx: CommandContext, notebook: Notebook, record: HistoryRecord): Change[] =>
  record.touched
    .filter((touched) => !isBlockBesideNotes(record, touched))
    .toReversed()
    .flatMap((touched) => planFileRevert(ctx, notebook, record, touched));

const isBlockBesideNotes = ({ verb: command, touched: all }: HistoryRecord, { why }: TouchedFile): boolean =>
  command !== 'init' && why === BLOCK_REASON && all.some((one) => one.why !== BLOCK_REASON);

/**
 * Plans to bring the context block up to date after records were taken out, if they wrote it beside notes, or if a later
 * change wrote it. A block that the only record made goes with it, unless it was refreshed since.
 */
export function planBlockAfterRevert(
  ctx: CommandContext,
  getNotebook: () => Notebook,
  records: readonly HistoryRecord[],
): readonly Change[] {
  const written = records.flatMap((record) =>
    record.touched
      .filter((touched) => isBlockBesideNotes(record, touched))
      .map((touched) => ({ record, touched })),
  );
  const [only, ...others] = written;
  if (!only && !isBlockWrittenSince(ctx, records)) return [];
  const notebook = getNotebook();
  const target = notebook.note(ctx.settings['context.target']);
  if (!only) return target?.text.includes(BLOCK_OPENING) ? planRefresh(ctx, notebook).changes : [];
  const isThere = target !== null;
  if (!isThere && only.touched.do !== 'remove') return [];
  const removed =
    others.length === 0 && makesBlock(only.touched)
      ? planBlockRemoval(ctx, notebook, only.record, only.touched)
      : null;
  return removed ?? planRefresh(ctx, notebook).changes;
}

/** Returns true if another change wrote the block after the first of the records that changed something else. */
function isBlockWrittenSince(ctx: CommandContext, records: readonly HistoryRecord[]): boolean {
  const isBlock = ({ why }: TouchedFile) => why === BLOCK_REASON;
  const changed = records.filter(({ touched }) => !touched.every(isBlock)).map(({ seq }) => seq);
  const first = Math.min(...changed);
  const undone = new Set(records.map(({ seq }) => seq));
  return ctx
    .query('history')
    .some(({ seq, touched }) => seq > first && !undone.has(seq) && touched.some(isBlock));
}

/** True where the file or its text held no block before. */
const makesBlock = ({ do: act, splices }: TouchedFile): boolean =>
  act === 'create' ||
  (splices.some((one) => one.new.includes(BLOCK_OPENING)) &&
    !splices.some((one) => one.old.includes(BLOCK_OPENING)));

/** Takes out the block that a record made; null where it was written again since. */
function planBlockRemoval(
  ctx: CommandContext,
  notebook: Notebook,
  record: HistoryRecord,
  touched: TouchedFile,
): readonly Change[] | null {
  const changes = tryRevert(() => planFileRevert(ctx, notebook, record, touched));
  return changes instanceof UserError ? null : changes.map((change) => ({ ...change, why: BLOCK_REASON }));
}

/** Returns the planned revert, or the error that says that its lines were edited since. */
export function tryRevert(plan: () => Change[]): Change[] | UserError {
  try {
    return plan();
  } catch (error) {
    if (error instanceof UserError && error.code === 'cannot-undo') return error;
    throw error;
  }
}

/** The same for one of the files that it touched. */
export function planFileRevert(
  ctx: CommandContext,
  notebook: Notebook,
  record: HistoryRecord,
  touched: TouchedFile,
): Change[] {
  const why = `undo change ${record.seq}`;
  const { path } = touched;
  assertThisWorktree(ctx, record, path);
  const place = touched.to ?? path;
  const unknown = notebook.unknown(place);
  if (unknown) {
    const base = touched.do === 'move' ? notebook.hashOfUnknown(place) : null;
    if (base === null || base !== touched.after) throw refuseUnknown(unknown);
    return [{ kind: 'move', path: place, to: path, base, why }];
  }
  const now = notebook.note(place);
  if (touched.do === 'remove') {
    if (now) throw gone(ctx, record, path, 'the file is there again');
    const text = versionOf(ctx, record, path, touched.before);
    return [{ kind: 'create', path, text, why, ...(touched.before ? { version: touched.before } : {}) }];
  }
  if (!now) {
    if (touched.do === 'create') return [];
    throw gone(ctx, record, path, 'the file is gone');
  }
  if (touched.do === 'move')
    return [{ kind: 'move', path: touched.to ?? path, to: path, base: now.hash, why }];
  if (touched.do === 'create' && isAsMade(touched, now))
    return [{ kind: 'remove', path, base: now.hash, why }];
  const splices = ownSplices(ctx, record, touched, now);
  const version = now.hash === touched.after && touched.before !== null ? { version: touched.before } : {};
  return splices.length === 0 ? [] : [{ kind: 'edit', path, base: now.hash, splices, why, ...version }];
}

const isAsMade = ({ after, splices }: TouchedFile, now: Note): boolean =>
  now.hash === after || now.text === applyEdits('', splices);

/** Returns the inverse edits of a change, moved to their current positions. */
function ownSplices(
  ctx: CommandContext,
  record: HistoryRecord,
  touched: TouchedFile,
  now: Note,
): readonly TextEdit[] {
  const back = invertEdits(touched.splices);
  if (now.hash === touched.after) return back;
  const before = touched.before === null ? '' : versionOf(ctx, record, touched.path, touched.before);
  const after = applyEdits(before, touched.splices);
  if (after === now.text) return back;
  const found = rebaseEdits(back.flatMap(byLines), after, now.text);
  if (found) return preserveHeadings(now.text, ctx.notebook.outline(now), found, sectionsOf(ctx, touched));
  throw gone(ctx, record, touched.path, 'its lines were edited since');
}

/**
 * Returns a test for headings of the sections of a note's kind. For a note that the change created, only sections in which
 * people write their own lines.
 */
function sectionsOf(
  { notebook }: CommandContext,
  { do: act, path }: TouchedFile,
): (heading: Block) => boolean {
  const { sections, isFreeform: loose } = getNoteKind(path, notebook.content);
  const names = act === 'edit' || loose ? sections.map(({ heading }) => normalizeHeading(heading)) : [];
  return ({ depth, text }) => depth > 1 && names.includes(normalizeHeading(text));
}

/** Splits a long removal into lines, so that lines people wrote in between stay. */
const byLines = ({ at, old, new: fresh }: TextEdit): TextEdit[] => {
  if (fresh !== '' || !old.includes('\n')) return [{ at, old, new: fresh }];
  let from = at;
  return (old.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    from += line.length;
    return { at: from - line.length, old: line, new: '' };
  });
};

function versionOf(ctx: CommandContext, record: HistoryRecord, path: string, hash: string | null): string {
  const text = hash === null ? null : ctx.query('version', hash);
  if (text === null) throw gone(ctx, record, path, 'the version before is no longer kept');
  return text;
}

function gone(ctx: CommandContext, { seq }: HistoryRecord, path: string, reason: string): UserError {
  const earlier = ctx
    .query('history')
    .find((one) => one.seq < seq && one.touched.some((touched) => touched.path === path));
  const version = earlier && `; or bring a whole version back: daybook restore ${path} --at ${earlier.at}`;
  return new UserError(
    'cannot-undo',
    `change ${seq} cannot be undone in ${path}: ${reason}`,
    `to see what it wrote, and edit the file by hand: daybook history ${seq}${version ?? ''}`,
    { path, seq },
  );
}

/** Offsets in a text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Excludes the headings of sections that still have content from removals, so that lines people wrote there keep their
 * section. `isSection` returns false for headings that are a title or an entry.
 */
function preserveHeadings(
  text: string,
  { blocks }: Outline,
  splices: readonly TextEdit[],
  isSection: (heading: Block) => boolean,
): readonly TextEdit[] {
  const isGone = (range: Range) => isRemoved(text, range, splices);
  const preserved = blocks
    .filter((block) => block.kind === 'heading' && isSection(block) && isGone(block))
    .filter((block) => !sectionOf(blocks, blocks.indexOf(block)).every(isGone))
    .map((block) => withBlanks(text, block));
  return preserved.reduce((left, range) => left.flatMap((one) => without(one, range)), splices);
}

/** The blocks below a heading, up to the next one that is not deeper. */
function sectionOf(blocks: readonly Block[], index: number): readonly Block[] {
  const depth = blocks[index]?.depth ?? 0;
  const below = blocks.slice(index + 1);
  const end = below.findIndex((block) => block.kind === 'heading' && block.depth <= depth);
  return end < 0 ? below : below.slice(0, end);
}

/** True where removals take out all of a range but blanks. */
function isRemoved(text: string, { start, end }: Range, splices: readonly TextEdit[]): boolean {
  for (let at = start; at < end; at++) {
    if (/\s/.test(text[at] ?? '')) continue;
    const splice = splices.find((one) => one.new === '' && at >= one.at && at < one.at + one.old.length);
    if (!splice) return false;
    at = splice.at + splice.old.length - 1;
  }
  return true;
}

/** A block with the blank lines around it. */
function withBlanks(text: string, { start, end }: Range): Range {
  let from = start;
  while (from > 0 && /\s/.test(text[from - 1] ?? '')) from--;
  let to = end;
  while (to < text.length && /[\r\n]/.test(text[to] ?? '')) to++;
  return { start: from, end: to };
}

/** What a removal takes out on either side of a range. */
function without(splice: TextEdit, { start, end }: Range): readonly TextEdit[] {
  const last = splice.at + splice.old.length;
  if (splice.new !== '' || last <= start || splice.at >= end) return [splice];
  const left = splice.old.slice(0, Math.max(0, start - splice.at));
  const right = splice.old.slice(splice.old.length - Math.max(0, last - end));
  return [
    ...(left === '' ? [] : [{ at: splice.at, old: left, new: '' }]),
    ...(right === '' ? [] : [{ at: end, old: right, new: '' }]),
  ];
}

/** What is said where the history was deleted: only what git tracks can be had again. */
export const LOST_HISTORY =
  'the history from before is gone: .daybook/ was deleted (git clean?); notes that git ignores, such as those in private/, may be gone with it; what git tracks: git log';

/**
 * Describes what is missing in this folder though Daybook wrote it: the history, and personal notes, which no git brings back.
 * Each with what brings it back.
 */
export function describeGone(ctx: CommandContext): readonly string[] {
  const seen = new Set<string>();
  const notes = ctx.query('history').flatMap(({ touched, at }) =>
    touched.flatMap((one) => {
      const path = one.to ?? one.path;
      const isNewest = !seen.has(one.path) && !seen.has(path);
      seen.add(one.path).add(path);
      const isThere = one.after === null || ctx.notebook.note(path) || ctx.notebook.unknown(path);
      return !isNewest || isThere || !isPersonal(path, ctx.notebook.content)
        ? []
        : [`${path} is gone: daybook restore ${path} --at ${at}`];
    }),
  );
  return [...(ctx.query('root').lostHistory ? [LOST_HISTORY] : []), ...notes];
}

/** Returns true for a note that git ignores by default. */
const isPersonal = (path: string, content: string): boolean =>
  path.startsWith(`${content}/${PRIVATE_FOLDER}`) ||
  KINDS.some((kind) => kind.isPrivate && path === `${content}/${kind.path}`);
