import { applyEdits, createLineEdits, invertEdits, type TextEdit } from '../../markdown/text-edit.js';
import { computeHash, decode, encode } from '../../platform/encoding.js';
import { mapStrings } from '../../text/json-value.js';
import { readBeforeImage } from '../files/before-images.js';
import type { StoreContext } from '../layout.js';
import { readNoteState } from '../note-reader.js';
import { encodeVersion } from './find-version-text.js';
import type { JournalLine, TouchedFileRecord } from './record.js';

type Clean = (text: string) => string;

/** Functions that remove the pattern from texts and paths. */
export interface Cleaning {
  readonly text: Clean;
  readonly path: Clean;
}

/**
 * Rewrites journal lines as if every text had been clean from the start: edits, hashes and sizes match the cleaned
 * versions, so diff, undo and restore still work. If a version cannot be rebuilt, its record is cleaned as text, and
 * undo refuses there.
 */
export function rewrite(
  store: StoreContext,
  lines: readonly JournalLine[],
  cleaning: Cleaning,
): readonly JournalLine[] {
  const clean = cleaning.text;
  const deeds = lines.flatMap((line) => ('touched' in line ? [line] : [])).sort((a, b) => a.seq - b.seq);
  const all = deeds.flatMap(({ touched }) => touched);
  const rewritten = new Map<TouchedFileRecord, TouchedFileRecord>();
  const names = new Map<string, string>();
  const tell = (file: TouchedFileRecord, before: Version | null, after: Version | null) => {
    const fresh = retold(file, before, after, clean);
    rewritten.set(file, fresh);
    if (file.before !== null && fresh.before !== null) names.set(file.before, fresh.before);
    if (file.after !== null && fresh.after !== null) names.set(file.after, fresh.after);
  };
  backwards(store, all, tell);
  forwards(store, all, rewritten, tell);
  return lines.map((line) => {
    if (line.t === 'lines') return { ...line, lines: withPaths(line.lines, cleaning.path) };
    if (line.t === 'abort') return { ...line, note: clean(line.note) };
    const touched = withoutRenames(
      line.touched.map((file) =>
        atCleanPath(renamed(rewritten.get(file) ?? bare(file, clean), names), cleaning.path),
      ),
    );
    const { t, seq, id, at, verb: command } = line;
    return { ...mapStrings({ ...line, touched: [] }, clean), t, seq, id, at, verb: command, touched };
  });
}

function withPaths(lines: Readonly<Record<string, readonly string[]>>, clean: Clean) {
  const found: Record<string, readonly string[]> = {};
  for (const [path, marks] of Object.entries(lines))
    found[clean(path)] = [...new Set([...(found[clean(path)] ?? []), ...marks])];
  return found;
}

const atCleanPath = (file: TouchedFileRecord, clean: Clean): TouchedFileRecord => ({
  ...file,
  path: clean(file.path),
  ...(file.to === undefined ? {} : { to: clean(file.to) }),
});

/** Removes renames that only changed an unclean name: with clean paths they are edits at most. */
function withoutRenames(touched: readonly TouchedFileRecord[]): readonly TouchedFileRecord[] {
  return touched.flatMap((file): TouchedFileRecord[] => {
    if (file.do === 'move') return file.to === file.path ? [] : [file];
    const other = touched.find((one) => one !== file && one.path === file.path);
    if (!other || file.do === 'edit' || other.do === 'edit') return [file];
    if (file.do === 'remove' || file.after === other.before) return [];
    const [old, fresh] = [other.splices[0]?.old ?? '', file.splices[0]?.new ?? ''];
    return [
      {
        ...file,
        do: 'edit',
        before: other.before,
        splices: createLineEdits(old, fresh.replace(/^\uFEFF/, '')),
      },
    ];
  });
}

/** An earlier text of a note, and its form in bytes. */
interface Version {
  readonly text: string;
  readonly hash: string;
  readonly bom: boolean;
}

type Tell = (file: TouchedFileRecord, before: Version | null, after: Version | null) => void;

/** Rebuilds versions from newest to oldest, starting at the current text or a before-image. */
function backwards(store: StoreContext, all: readonly TouchedFileRecord[], tell: Tell): void {
  const now = new Map<string, Version | null>();
  for (const file of [...all].reverse()) {
    const name = file.to ?? file.path;
    const standing = now.has(name) ? (now.get(name) ?? null) : noteAt(store, name);
    const after = versionAfter(store, file, standing);
    const before = versionBefore(store, file, after);
    if (isWhole(file, before, after)) tell(file, before, after);
    now.set(name, null);
    now.set(file.path, before);
  }
}

/** Rebuilds versions from oldest to newest, for those separated from the present by foreign edits. */
function forwards(
  store: StoreContext,
  all: readonly TouchedFileRecord[],
  rewritten: ReadonlyMap<TouchedFileRecord, TouchedFileRecord>,
  tell: Tell,
): void {
  const now = new Map<string, Version | null>();
  for (const file of all) {
    const known = now.get(file.path) ?? null;
    const before = known?.hash === file.before ? known : imageOf(store, file.before);
    const after = file.do === 'edit' && before ? spliced(before, file.splices, file.after) : null;
    if (!rewritten.has(file) && isWhole(file, before, after)) tell(file, before, after);
    now.set(file.to ?? file.path, file.do === 'create' ? versionAfter(store, file, null) : after);
  }
}

const isWhole = (file: TouchedFileRecord, before: Version | null, after: Version | null): boolean =>
  (file.before === null) === (before === null) && (file.after === null) === (after === null);

function versionAfter(
  store: StoreContext,
  file: TouchedFileRecord,
  standing: Version | null,
): Version | null {
  if (file.after === null) return null;
  if (standing?.hash === file.after) return standing;
  if (file.do === 'create') return versionOf(file.splices[0]?.new ?? '', file.after);
  return imageOf(store, file.after);
}

function versionBefore(store: StoreContext, file: TouchedFileRecord, after: Version | null): Version | null {
  if (file.before === null) return null;
  if (file.do === 'move') return after ?? imageOf(store, file.before);
  if (file.do === 'remove')
    return versionOf(file.splices[0]?.old ?? '', file.before) ?? imageOf(store, file.before);
  return (after && spliced(after, invertEdits(file.splices), file.before)) ?? imageOf(store, file.before);
}

function spliced(from: Version, splices: readonly TextEdit[], hash: string | null): Version | null {
  try {
    return hash === null ? null : versionOf(applyEdits(from.text, splices), hash);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the version of a text if it has this hash; otherwise null. */
function versionOf(text: string, hash: string): Version | null {
  const bytes = encodeVersion(text, hash);
  return bytes && { text, hash, bom: decode(bytes)?.bom ?? false };
}

function imageOf(store: StoreContext, hash: string | null): Version | null {
  const bytes = hash === null ? null : readBeforeImage(store, hash);
  const decoded = bytes && decode(bytes);
  return hash !== null && decoded ? { ...decoded, hash } : null;
}

function noteAt(store: StoreContext, path: string): Version | null {
  const { note } = readNoteState(store, 'at once', path);
  return note && { text: note.text, hash: note.hash, bom: note.bom };
}

/** Rewrites a change so that it applies between the cleaned texts. */
function retold(
  file: TouchedFileRecord,
  before: Version | null,
  after: Version | null,
  clean: Clean,
): TouchedFileRecord {
  const [old, fresh] = [before && cleaned(before, clean), after && cleaned(after, clean)];
  const bytes = fresh && file.bytes > 0 ? encode(fresh.text, fresh.bom).length : file.bytes;
  return {
    ...bare(file, clean),
    before: old?.hash ?? null,
    after: fresh?.hash ?? null,
    splices: resplices(file, before?.text ?? '', old?.text ?? '', fresh?.text ?? '', clean),
    bytes,
  };
}

function cleaned(version: Version, clean: Clean): Version {
  const text = clean(version.text);
  if (text === version.text) return version;
  return { text, bom: version.bom, hash: computeHash(encode(text, version.bom)) };
}

/** Moves edits to their new positions; if a secret crossed an edge, whole lines are replaced. */
function resplices(
  { do: act, splices }: TouchedFileRecord,
  before: string,
  old: string,
  fresh: string,
  clean: Clean,
): readonly TextEdit[] {
  if (act === 'move' || old === fresh) return [];
  const moved = splices.map((one) => ({
    at: clean(before.slice(0, one.at)).length,
    old: clean(one.old),
    new: clean(one.new),
  }));
  try {
    if (applyEdits(old, moved) === fresh) return moved;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return createLineEdits(old, fresh);
}

const bare = (file: TouchedFileRecord, clean: Clean): TouchedFileRecord => ({
  ...file,
  why: clean(file.why),
  splices: file.splices.map((one) => ({ at: one.at, old: clean(one.old), new: clean(one.new) })),
  ...(file.lines ? { lines: file.lines.map((one) => ({ old: clean(one.old), new: clean(one.new) })) } : {}),
});

const renamed = (file: TouchedFileRecord, names: ReadonlyMap<string, string>): TouchedFileRecord => ({
  ...file,
  before: file.before === null ? null : (names.get(file.before) ?? file.before),
  after: file.after === null ? null : (names.get(file.after) ?? file.after),
});
