import { applyEdits, invertEdits, type TextEdit } from '../../markdown/text-edit.js';
import { computeHash, decode, encode } from '../../platform/encoding.js';
import { readBeforeImage, readOwnBeforeImages } from '../files/before-images.js';
import type { StoreContext } from '../layout.js';
import { readNoteState } from '../note-reader.js';
import type { JournalRecord } from './record.js';

/** Texts to cache: the versions of a note are usually looked for one after the other. */
const MOST_TEXTS = 64;

/**
 * Creates a function that returns the text of a version by its hash, or null. It comes from a before-image, or from the
 * nearest available version (a before-image, a created or removed file, or the current note) by applying the journal's
 * edits forwards or backwards. The result always has that hash.
 */
export function createVersionFinder(
  store: StoreContext,
  records: readonly JournalRecord[],
): (hash: string) => string | null {
  const found = new Map<string, string>();
  let graph: Graph | null = null;
  let current: ReadonlyMap<string, string> | null = null;
  const find = (hash: string): string | null => {
    const direct = found.get(hash) ?? readImageText(store, hash);
    if (direct !== null) return direct;
    graph ??= linkVersions(records);
    const links = graph;
    const known = (at: string) => found.get(at) ?? readImageText(store, at) ?? links.whole.get(at) ?? null;
    const text = walk(links, hash, known);
    if (text !== null) return text;
    current ??= readCurrentTexts(store, links);
    const here = current;
    return walk(links, hash, (at) => here.get(at) ?? null);
  };
  return (hash) => {
    const text = find(hash);
    if (text !== null) found.set(hash, text);
    const [oldest] = found.keys();
    if (found.size > MOST_TEXTS && oldest !== undefined) found.delete(oldest);
    return text;
  };
}

/** One step from a version to its neighbour. */
interface Way {
  readonly from: string;
  readonly splices: readonly TextEdit[];
}

interface Graph {
  /** By hash: the steps that lead to this version. */
  readonly ways: ReadonlyMap<string, readonly Way[]>;
  /** Texts that the journal holds completely, because it created or removed them. */
  readonly whole: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
}

function linkVersions(records: readonly JournalRecord[]): Graph {
  const ways = new Map<string, Way[]>();
  const whole = new Map<string, string>();
  const paths = new Set<string>();
  const add = (to: string, way: Way) => void ways.set(to, [...(ways.get(to) ?? []), way]);
  for (const { path, to, before, after, splices } of records.flatMap(({ touched }) => touched)) {
    paths.add(to ?? path);
    if (before !== null && after !== null && before !== after) {
      add(after, { from: before, splices });
      add(before, { from: after, splices: invertEdits(splices) });
    } else if (after !== null && before === null) whole.set(after, splices[0]?.new ?? '');
    else if (before !== null && after === null && splices[0]) whole.set(before, splices[0].old);
  }
  return { ways, whole, paths: [...paths] };
}

/** Searches from the wanted version to the nearest available one, then applies the edits back. */
function walk({ ways }: Graph, hash: string, source: (hash: string) => string | null): string | null {
  const via: Steps = new Map([[hash, null]]);
  for (const at of via.keys()) {
    const text = source(at);
    const built = text === null ? null : follow(text, at, via);
    if (built !== null && isText(built, hash)) return built;
    for (const { from, splices } of ways.get(at) ?? [])
      if (!via.has(from)) via.set(from, { next: at, splices });
  }
  return null;
}

type Steps = Map<string, { readonly next: string; readonly splices: readonly TextEdit[] } | null>;

function follow(text: string, from: string, via: Steps): string | null {
  let now = text;
  try {
    for (let step = via.get(from); step; step = via.get(step.next)) now = applyEdits(now, step.splices);
    return now;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads the current notes and the newest before-images of our own writes, by their hash. */
function readCurrentTexts(store: StoreContext, { paths }: Graph): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [at, bytes] of readOwnBeforeImages(store)) {
    const text = decode(bytes)?.text;
    if (text !== undefined) texts.set(at, text);
  }
  for (const path of paths) {
    const { note } = readNoteState(store, 'at once', path);
    if (note) texts.set(note.hash, note.text);
  }
  return texts;
}

function readImageText(store: StoreContext, hash: string): string | null {
  const bytes = readBeforeImage(store, hash);
  return bytes && (decode(bytes)?.text ?? null);
}

/** Returns the bytes of a text that have this hash, with or without a byte order mark; null if neither matches. */
export function encodeVersion(text: string, hash: string): Uint8Array | null {
  return [encode(text, false), encode(text, true)].find((bytes) => computeHash(bytes) === hash) ?? null;
}

const isText = (text: string, hash: string): boolean => encodeVersion(text, hash) !== null;
