import type { CommandContext } from '../../command/define-command.js';
import type { UnmergedFile } from '../../command/git-answers.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { joinSides } from '../../notes/merge/conflict-markers.js';
import { type MergedFile, mergeFile, type NotePlace } from '../../notes/merge/merge-file.js';
import type { TextVersions } from '../../notes/merge/merge-lines.js';
import type { Note } from '../../notes/note.js';

/** The result of resolving one file. */
export interface SettledFile {
  readonly path: string;
  /** The number of conflicts that a person must resolve. */
  readonly conflicts: number;
  /** Ids of entries that have two versions now. */
  readonly doubled: readonly string[];
  /** Our version, and the merged one; equal if nothing changes. */
  readonly before: string;
  readonly after: string;
  readonly change: Change | null;
  /** The copies of a sync tool that were merged into it, and go. */
  readonly copies?: readonly Change[];
  /** Who must accept the result: git, a person if a filter is named for the file, or no one if git reports no conflict. */
  readonly waitsFor: 'git' | 'person' | 'none';
  /** What was done, in words. */
  readonly what: string;
}

const WHY = 'both sides of a conflict are merged';

/** Plans to resolve every file that is unmerged in git's index or has conflict markers. */
export function planSettlements(ctx: CommandContext, path: string | undefined): readonly SettledFile[] {
  const files = ctx.query('unmergedFiles');
  const known = new Set(files.map((file) => file.path));
  const target = ctx.settings['context.target'];
  const marked = [...ctx.notebook.list(), ...(target === 'none' ? [] : [target])].filter(
    (one) => !known.has(one) && (ctx.notebook.note(one)?.conflicts?.length ?? 0) > 0,
  );
  const isWanted = (one: string) => path === undefined || one === path || one.endsWith(`/${path}`);
  return [
    ...files
      .filter((file) => isWanted(file.path))
      .map((file) => settleUnmerged(ctx, file, findTwin(file, files))),
    ...settleCopies(ctx, isWanted),
    ...marked.filter(isWanted).map((one) => settleMarked(ctx, ctx.notebook.note(one) as Note, null)),
  ];
}

/** Finds the other name of a note that both sides renamed; git has already merged both texts. */
const findTwin = (file: UnmergedFile, files: readonly UnmergedFile[]): string | null =>
  files.find(
    (one) =>
      one.path !== file.path &&
      file.base === null &&
      one.base === null &&
      (one.ours ?? one.theirs) === (file.ours ?? file.theirs) &&
      (one.ours === null) !== (file.ours === null),
  )?.path ?? null;

/** Resolves a file that is unmerged in git's index. `twin` is its name on the other side, if that differs. */
function settleUnmerged(ctx: CommandContext, file: UnmergedFile, twin: string | null): SettledFile {
  const note = ctx.notebook.note(file.path);
  const waitsFor = file.isFiltered ? ('person' as const) : ('git' as const);
  const settled = { path: file.path, conflicts: 0, doubled: [], waitsFor };
  if (!note) return { ...settled, ...restore(file) };
  const text = (note.bom ? '\uFEFF' : '') + note.text;
  if (twin !== null && twin < file.path) {
    const change: Change = { kind: 'remove', path: file.path, base: note.hash, why: WHY };
    return {
      ...settled,
      before: text,
      after: '',
      change,
      what: `is now ${twin}: ${file.ours === null ? 'theirs' : 'ours'} renamed it to ${file.path}, the other side to ${twin}`,
    };
  }
  const asHere = (one: string | null) => (one === null ? null : withEndingsOf(note.text, one));
  const [base, ours, theirs] = [asHere(file.base), asHere(file.ours), asHere(file.theirs)];
  const isMarked = (note.conflicts?.length ?? 0) > 0;
  const isUntouched = (one: string, other: string) =>
    isMarked ? isAsGitLeftIt(note, base ?? '', one, other) : text === one || text === other;
  if (ours !== null && theirs !== null && isUntouched(ours, theirs))
    return {
      ...settled,
      ...toSettled(note, ours, mergeAsDriver(ctx, file.path, { base: base ?? '', ours, theirs })),
    };
  if (isMarked) return { ...settleMarked(ctx, note, base), waitsFor };
  const what = `stays as it is now${ours === null || theirs === null ? `: ${describeSides(file)}` : ''}`;
  return { ...settled, before: text, after: text, change: null, what };
}

/** Returns true for a note with markers that a person has not edited: its versions in git's index are merged as a whole. */
function isAsGitLeftIt(note: Note, base: string, ours: string, theirs: string): boolean {
  const sides = joinSides(note.text, note.conflicts ?? []);
  const withoutBom = (text: string) => text.replace(/^\uFEFF/, '');
  const merged = [sides.ours, sides.theirs];
  return isLeftByGit({
    earlier: [withoutBom(base)],
    ours: withoutBom(ours),
    theirs: withoutBom(theirs),
    merged,
  });
}

/** A missing file is restored if one side edited it; it is not deleted then. */
function restore(file: UnmergedFile): Pick<SettledFile, 'before' | 'after' | 'change' | 'what'> {
  const text = file.ours ?? file.theirs;
  if (text === null)
    return { before: '', after: '', change: null, what: 'is gone: both sides deleted or renamed it' };
  const change: Change = { kind: 'create', path: file.path, text, why: WHY };
  return { before: '', after: text, change, what: `is kept: ${describeSides(file)}` };
}

/** Says what each side did to a file that only one of them has. */
function describeSides({ base, ours, isRenamed }: UnmergedFile): string {
  const [one, other] = ours === null ? ['theirs', 'ours'] : ['ours', 'theirs'];
  if (base === null) return `only ${one} has it under this name`;
  return `${one} ${isRenamed ? 'renamed' : 'edited'} it, ${other} deleted it`;
}

const withEndingsOf = (like: string, text: string): string =>
  like.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;

/** Resolves a note from the sides between git's markers. */
function settleMarked(ctx: CommandContext, note: Note, base: string | null): SettledFile {
  const sides = joinSides(note.text, note.conflicts ?? []);
  const merged = mergeAsDriver(ctx, note.path, { ...sides, base: base ?? sides.base });
  return { path: note.path, waitsFor: 'none', ...toSettled(note, sides.ours, merged) };
}

/** Merges the copies of a sync tool into their notes; a copy goes once all of its entries are in the note. */
function settleCopies(ctx: CommandContext, isWanted: (path: string) => boolean): readonly SettledFile[] {
  const copies = ctx.query('syncCopies').filter(({ path, of }) => isWanted(path) || isWanted(of));
  return [...new Set(copies.map(({ of }) => of))].flatMap((path): SettledFile[] => {
    const note = ctx.notebook.note(path);
    if (!note || note.conflicts) return [];
    const merged: Note[] = [];
    let [text, doubled]: [string, readonly string[]] = [note.text, []];
    for (const { path: own } of copies.filter(({ of }) => of === path)) {
      const copy = ctx.notebook.note(own);
      if (!copy || copy.conflicts) continue;
      const theirs = withEndingsOf(note.text, copy.text);
      const both = mergeAsDriver(ctx, path, { base: '', ours: text, theirs });
      if (both.conflicts > 0) continue;
      [text, doubled] = [both.text, [...doubled, ...both.doubled]];
      merged.push(copy);
    }
    const settled = {
      path,
      doubled: [...new Set(doubled)],
      before: note.text,
      after: text,
      waitsFor: 'none' as const,
    };
    const change = text === note.text ? null : toEdit(note, text);
    const names = merged.map((copy) => copy.path).join(', ');
    if (merged.length === 0)
      return [{ ...settled, conflicts: 1, change, what: 'and its copy must be merged by hand' }];
    const gone = merged.map(
      ({ path: own, hash }): Change => ({ kind: 'remove', path: own, base: hash, why: WHY }),
    );
    return [
      {
        ...settled,
        conflicts: 0,
        change,
        copies: gone,
        what: `has the entries of ${names} too, now removed`,
      },
    ];
  });
}

/** Merges versions of a file as git's merge driver does. */
export function mergeAsDriver(ctx: CommandContext, path: string, versions: TextVersions): MergedFile {
  const outline = (text: string) => ctx.notebook.outline({ path, text, bom: false, hash: '' });
  return mergeFile(versions, findPlace(ctx, path), outline);
}

/** Returns the path of a note below the content folder; null for any other file. */
export const findPlace = ({ notebook: { content } }: CommandContext, path: string): NotePlace =>
  path.startsWith(`${content}/`) ? path.slice(content.length + 1) : null;

function toSettled(note: Note, before: string, { text, conflicts, doubled }: MergedFile) {
  if (conflicts > 0)
    return { conflicts, doubled, before, after: before, change: null, what: 'must be merged by hand' };
  const after = text.replace(/^\uFEFF/, '');
  const what = 'has the entries of both sides';
  return { conflicts, doubled, before, after, change: toEdit(note, after), what };
}

/** Plans the edit of a note to this text. */
export const toEdit = (note: Note, text: string): Change => ({
  kind: 'edit',
  path: note.path,
  base: note.hash,
  splices: createLineEdits(note.text, text),
  why: WHY,
});

/** What two sides began with, both sides, and the text that a merge made of them. */
interface LineMerge {
  readonly earlier: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  readonly merged: readonly string[];
}

/** Returns true if a merge has every line that a side added, and no line that neither side has: it was not edited by hand. */
export function isMergedByLines({ earlier, ours, theirs, merged }: LineMerge): boolean {
  const [before, there] = [listLines(earlier), listLines(merged)];
  const sides = listLines([ours, theirs]);
  const isThere = [...sides].every((line) => before.has(line) || there.has(line));
  return isThere && [...there].every((line) => sides.has(line));
}

/** The same, if the merge has every line that both sides have too. */
function isLeftByGit(merge: LineMerge): boolean {
  const [other, there] = [listLines([merge.theirs]), listLines(merge.merged)];
  const common = [...listLines([merge.ours])].filter((line) => other.has(line));
  return common.every((line) => there.has(line)) && isMergedByLines(merge);
}

type Lines = ReadonlySet<string>;

const listLines = (texts: readonly string[]): Lines => new Set(texts.flatMap((text) => text.split(/\r?\n/)));
