import { applyEdits, invertEdits, lineEdits, type TextEdit } from '../../markdown/text-edit.js';
import { decode, encode, hashOf } from '../../platform/encoding.js';
import { mapStrings } from '../../text/map-strings.js';
import { readBeforeImage } from '../files/before-images.js';
import type { StoreContext } from '../layout.js';
import { readNoteState } from '../note-reader.js';
import type { JournalLine, TouchedFileRecord } from './record.js';
import { bytesOf } from './versions.js';

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
  ground: StoreContext,
  lines: readonly JournalLine[],
  cleaning: Cleaning,
): readonly JournalLine[] {
  const clean = cleaning.text;
  const deeds = lines.flatMap((line) => ('touched' in line ? [line] : [])).sort((a, b) => a.seq - b.seq);
  const all = deeds.flatMap(({ touched }) => touched);
  const told = new Map<TouchedFileRecord, TouchedFileRecord>();
  const names = new Map<string, string>();
  const tell = (kept: TouchedFileRecord, before: Version | null, after: Version | null) => {
    const fresh = retold(kept, before, after, clean);
    told.set(kept, fresh);
    if (kept.before !== null && fresh.before !== null) names.set(kept.before, fresh.before);
    if (kept.after !== null && fresh.after !== null) names.set(kept.after, fresh.after);
  };
  backwards(ground, all, tell);
  forwards(ground, all, told, tell);
  return lines.map((line) => {
    if (line.t === 'lines') return { ...line, lines: withPaths(line.lines, cleaning.path) };
    if (line.t === 'abort') return { ...line, note: clean(line.note) };
    const touched = withoutRenames(
      line.touched.map((kept) =>
        atCleanPath(renamed(told.get(kept) ?? bare(kept, clean), names), cleaning.path),
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

const atCleanPath = (kept: TouchedFileRecord, clean: Clean): TouchedFileRecord => ({
  ...kept,
  path: clean(kept.path),
  ...(kept.to === undefined ? {} : { to: clean(kept.to) }),
});

/** Removes renames that only changed an unclean name: with clean paths they are edits at most. */
function withoutRenames(touched: readonly TouchedFileRecord[]): readonly TouchedFileRecord[] {
  return touched.flatMap((kept): TouchedFileRecord[] => {
    if (kept.do === 'move') return kept.to === kept.path ? [] : [kept];
    const other = touched.find((one) => one !== kept && one.path === kept.path);
    if (!other || kept.do === 'edit' || other.do === 'edit') return [kept];
    if (kept.do === 'remove' || kept.after === other.before) return [];
    const [old, fresh] = [other.splices[0]?.old ?? '', kept.splices[0]?.new ?? ''];
    return [
      { ...kept, do: 'edit', before: other.before, splices: lineEdits(old, fresh.replace(/^\uFEFF/, '')) },
    ];
  });
}

/** An earlier text of a note, and its form in bytes. */
interface Version {
  readonly text: string;
  readonly hash: string;
  readonly bom: boolean;
}

type Tell = (kept: TouchedFileRecord, before: Version | null, after: Version | null) => void;

/** Rebuilds versions from newest to oldest, starting at the current text or a before-image. */
function backwards(ground: StoreContext, all: readonly TouchedFileRecord[], tell: Tell): void {
  const now = new Map<string, Version | null>();
  for (const kept of [...all].reverse()) {
    const name = kept.to ?? kept.path;
    const standing = now.has(name) ? (now.get(name) ?? null) : noteAt(ground, name);
    const after = versionAfter(ground, kept, standing);
    const before = versionBefore(ground, kept, after);
    if (isWhole(kept, before, after)) tell(kept, before, after);
    now.set(name, null);
    now.set(kept.path, before);
  }
}

/** Rebuilds versions from oldest to newest, for those separated from the present by foreign edits. */
function forwards(
  ground: StoreContext,
  all: readonly TouchedFileRecord[],
  told: ReadonlyMap<TouchedFileRecord, TouchedFileRecord>,
  tell: Tell,
): void {
  const now = new Map<string, Version | null>();
  for (const kept of all) {
    const known = now.get(kept.path) ?? null;
    const before = known?.hash === kept.before ? known : imageOf(ground, kept.before);
    const after = kept.do === 'edit' && before ? spliced(before, kept.splices, kept.after) : null;
    if (!told.has(kept) && isWhole(kept, before, after)) tell(kept, before, after);
    now.set(kept.to ?? kept.path, kept.do === 'create' ? versionAfter(ground, kept, null) : after);
  }
}

const isWhole = (kept: TouchedFileRecord, before: Version | null, after: Version | null): boolean =>
  (kept.before === null) === (before === null) && (kept.after === null) === (after === null);

function versionAfter(
  ground: StoreContext,
  kept: TouchedFileRecord,
  standing: Version | null,
): Version | null {
  if (kept.after === null) return null;
  if (standing?.hash === kept.after) return standing;
  if (kept.do === 'create') return versionOf(kept.splices[0]?.new ?? '', kept.after);
  return imageOf(ground, kept.after);
}

function versionBefore(ground: StoreContext, kept: TouchedFileRecord, after: Version | null): Version | null {
  if (kept.before === null) return null;
  if (kept.do === 'move') return after ?? imageOf(ground, kept.before);
  if (kept.do === 'remove')
    return versionOf(kept.splices[0]?.old ?? '', kept.before) ?? imageOf(ground, kept.before);
  return (after && spliced(after, invertEdits(kept.splices), kept.before)) ?? imageOf(ground, kept.before);
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
  const bytes = bytesOf(text, hash);
  return bytes && { text, hash, bom: decode(bytes)?.bom ?? false };
}

function imageOf(ground: StoreContext, hash: string | null): Version | null {
  const bytes = hash === null ? null : readBeforeImage(ground, hash);
  const decoded = bytes && decode(bytes);
  return hash !== null && decoded ? { ...decoded, hash } : null;
}

function noteAt(ground: StoreContext, path: string): Version | null {
  const { note } = readNoteState(ground, 'at once', path);
  return note && { text: note.text, hash: note.hash, bom: note.bom };
}

/** Rewrites a change so that it applies between the cleaned texts. */
function retold(
  kept: TouchedFileRecord,
  before: Version | null,
  after: Version | null,
  clean: Clean,
): TouchedFileRecord {
  const [old, fresh] = [before && cleaned(before, clean), after && cleaned(after, clean)];
  const bytes = fresh && kept.bytes > 0 ? encode(fresh.text, fresh.bom).length : kept.bytes;
  return {
    ...bare(kept, clean),
    before: old?.hash ?? null,
    after: fresh?.hash ?? null,
    splices: resplices(kept, before?.text ?? '', old?.text ?? '', fresh?.text ?? '', clean),
    bytes,
  };
}

function cleaned(version: Version, clean: Clean): Version {
  const text = clean(version.text);
  if (text === version.text) return version;
  return { text, bom: version.bom, hash: hashOf(encode(text, version.bom)) };
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
  return lineEdits(old, fresh);
}

const bare = (kept: TouchedFileRecord, clean: Clean): TouchedFileRecord => ({
  ...kept,
  why: clean(kept.why),
  splices: kept.splices.map((one) => ({ at: one.at, old: clean(one.old), new: clean(one.new) })),
  ...(kept.lines ? { lines: kept.lines.map((one) => ({ old: clean(one.old), new: clean(one.new) })) } : {}),
});

const renamed = (kept: TouchedFileRecord, names: ReadonlyMap<string, string>): TouchedFileRecord => ({
  ...kept,
  before: kept.before === null ? null : (names.get(kept.before) ?? kept.before),
  after: kept.after === null ? null : (names.get(kept.after) ?? kept.after),
});
