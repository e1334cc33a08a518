import { applyEdits, createLineEdits, type TextEdit } from '../../markdown/text-edit.js';
import { computeHash, decode, encode } from '../../platform/encoding.js';
import { mapStrings } from '../../text/json-value.js';
import type { StoreContext } from '../layout.js';
import { createVersionFinder, encodeVersion } from './find-version-text.js';
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
  const records = lines.flatMap((line) => ('touched' in line ? [line] : [])).sort((a, b) => b.seq - a.seq);
  const find = createVersionFinder(store, records);
  const rewritten = new Map<TouchedFileRecord, TouchedFileRecord>();
  const names = new Map<string, string>();
  for (const file of records.flatMap(({ touched }) => touched.toReversed())) {
    const [before, after] = [findVersion(find, file.before), findVersion(find, file.after)];
    if ((file.before === null) !== (before === null) || (file.after === null) !== (after === null)) continue;
    const fresh = retold(file, before, after, clean);
    rewritten.set(file, fresh);
    if (file.before !== null && fresh.before !== null) names.set(file.before, fresh.before);
    if (file.after !== null && fresh.after !== null) names.set(file.after, fresh.after);
  }
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

function findVersion(find: (hash: string) => string | null, hash: string | null): Version | null {
  const text = hash === null ? null : find(hash);
  if (text === null || hash === null) return null;
  return { text, hash, bom: decode(encodeVersion(text, hash) ?? encode(text, false))?.bom ?? false };
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
