import { join } from 'node:path';
import type { LocalTime } from '../../dates/local-time.js';
import { readFile, readRange, statAt } from '../../platform/file-io.js';
import { nodeFileSystem, OPEN_FLAGS } from '../../platform/file-system.js';
import { ignoreErrors } from '../../platform/system-errors.js';
import { IndexBuilder } from '../../search/index/builder.js';
import type { IndexedEntry } from '../../search/index/document-types.js';
import { createMemorySource, type PagedSource } from '../../search/index/paged-bytes.js';
import { Segment } from '../../search/index/segment.js';
import { parseJsonObject } from '../../transcripts/message.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { Passage } from '../../transcripts/session-passages.js';
import { getSessionCache, writeSessionCache } from './session-cache.js';
import { getSessionKey } from './session-heads.js';
import { eachIndexedSession, readSessionStamp, type SessionIndexOptions } from './session-index.js';

/** The format of the catalogue. One with another format is ignored, and the index is made again. */
const FORM = 1;
/** Bytes of transcripts in a layer: what is made at once, and lost if it is interrupted. */
const MOST_OF_A_LAYER = 128 * 1024 * 1024;
/** A layer is merged with new sessions unless it is this many times larger. */
const RATIO = 4;

/** A session of a layer: its key, the stamp of its files and their bytes; null for one that is gone. */
type Member = readonly [key: string, stamp: string, bytes: number] | null;

interface Layer {
  readonly name: string;
  members: Member[];
  segment: Segment | null;
}

/** A part of the index: each note of it is a session, each section an exchange. */
interface WordLayer {
  readonly segment: Segment;
  /** The session of each note of the segment; null if it is gone or not searched. */
  readonly heads: readonly (SessionHeader | null)[];
}

interface WordsOptions extends SessionIndexOptions {
  readonly local: (ms: number) => LocalTime;
}

/**
 * Returns the words of sessions in layers. What is new or changed is added; each layer is saved, so that an interrupted run
 * continues. The words of excluded sessions are removed.
 */
export function openSessionWords(
  heads: readonly SessionHeader[],
  excluded: readonly SessionHeader[],
  options: WordsOptions,
): readonly WordLayer[] {
  const words = new SessionWords(options);
  words.update(heads, excluded);
  return words.list(heads);
}

class SessionWords {
  readonly #options: WordsOptions;
  readonly #folder: string;
  #layers: Layer[];

  constructor(options: WordsOptions) {
    this.#options = options;
    this.#folder = getSessionCache(options.home);
    this.#layers = this.#readCatalogue().filter((layer) => this.#open(layer) !== null);
  }

  list(heads: readonly SessionHeader[]): readonly WordLayer[] {
    const byKey = new Map(heads.map((head) => [getSessionKey(head), head]));
    return this.#layers.flatMap((layer) => {
      const searched = layer.members.map((member) => (member && byKey.get(member[0])) ?? null);
      return layer.segment && searched.some(Boolean) ? [{ segment: layer.segment, heads: searched }] : [];
    });
  }

  update(heads: readonly SessionHeader[], excluded: readonly SessionHeader[]): void {
    const places = new Map<string, { readonly layer: Layer; readonly at: number }>();
    for (const layer of this.#layers)
      for (const [at, member] of layer.members.entries()) if (member) places.set(member[0], { layer, at });
    const drop = (key: string): Layer | null => {
      const place = places.get(key);
      if (!place) return null;
      place.layer.members[place.at] = null;
      return place.layer;
    };
    const unclean = new Set(excluded.flatMap((head) => drop(getSessionKey(head)) ?? []));
    const stale = heads.filter((head) => {
      const place = places.get(getSessionKey(head));
      if (place?.layer.members[place.at]?.[1] === readSessionStamp(head)) return false;
      drop(getSessionKey(head));
      return true;
    });
    for (const layer of unclean) this.#add([], [layer]);
    const all = stale.reduce((sum, { bytes }) => sum + bytes, 0);
    let [read, size] = [0, 0];
    let batch: SessionHeader[] = [];
    const flush = () => {
      if (batch.length > 0)
        this.#add(batch, [], (bytes) => {
          read += bytes;
          this.#options.progress(Math.min(0.999, read / Math.max(1, all)));
        });
      [batch, size] = [[], 0];
    };
    for (const head of stale) {
      if (size + head.bytes > MOST_OF_A_LAYER) flush();
      batch.push(head);
      size += head.bytes;
    }
    flush();
    if (stale.length > 0) this.#options.progress(1);
  }

  /** Makes a layer of sessions and of what is left of others: those named, and the last ones that are small. */
  #add(heads: readonly SessionHeader[], others: readonly Layer[], report?: (bytes: number) => void): void {
    const merged = [...others];
    let rest = this.#layers.filter((layer) => !others.includes(layer));
    let size = heads.reduce((sum, { bytes }) => sum + bytes, 0);
    for (let last = rest.at(-1); last; last = rest.at(-1)) {
      const bytes = last.members.reduce((sum, member) => sum + (member?.[2] ?? 0), 0);
      if (bytes >= size * RATIO || bytes + size > MOST_OF_A_LAYER) break;
      merged.unshift(last);
      rest = rest.slice(0, -1);
      size += bytes;
    }
    const builder = new IndexBuilder(undefined, 'words');
    const members: Member[] = [];
    for (const layer of merged) {
      if (!layer.segment) continue;
      builder.addSegment(layer.segment, (ordinal) => Boolean(layer.members[ordinal]));
      members.push(...layer.members.filter(Boolean));
    }
    for (const head of heads) {
      const stamp = readSessionStamp(head);
      eachIndexedSession([head], { ...this.#options, progress: () => undefined }, ({ passages }) => {
        addPassages(builder, getSessionKey(head), passages(), ({ at }) => this.#toDay(at ?? head.last));
      });
      members.push([getSessionKey(head), stamp, head.bytes]);
      report?.(head.bytes);
    }
    if (members.length > 0) {
      const bytes = builder.done();
      const segment = new Segment(createMemorySource(bytes));
      const name = `${segment.mark.toString(16).padStart(8, '0')}.words`;
      writeSessionCache(join(this.#folder, name), bytes);
      rest.push({ name, members, segment });
    }
    this.#layers = rest;
    this.#writeCatalogue(merged.map(({ name }) => name));
  }

  #toDay(at: string | null): string | null {
    return at === null ? null : this.#options.local(Date.parse(at)).date;
  }

  /** Opens a layer; null if its file is missing or damaged, so that its sessions are read again. */
  #open(layer: Layer): Segment | null {
    try {
      layer.segment ??= new Segment(openSource(join(this.#folder, layer.name)));
      return layer.segment;
    } catch {
      return null;
    }
  }

  #readCatalogue(): Layer[] {
    let bytes: Uint8Array | undefined;
    ignoreErrors(() => {
      bytes = readFile(nodeFileSystem, join(this.#folder, CATALOGUE))?.bytes;
    });
    const read = bytes ? parseJsonObject(Buffer.from(bytes).toString('utf8')) : null;
    if (read?.form !== FORM || !Array.isArray(read.layers)) return [];
    return (read.layers as Omit<Layer, 'segment'>[]).map(({ name, members }) => ({
      name,
      members,
      segment: null,
    }));
  }

  #writeCatalogue(unused: readonly string[]): void {
    const layers = this.#layers.map(({ name, members }) => ({ name, members }));
    writeSessionCache(join(this.#folder, CATALOGUE), Buffer.from(JSON.stringify({ form: FORM, layers })));
    const used = new Set(layers.map(({ name }) => name));
    for (const name of unused)
      if (!used.has(name)) ignoreErrors(() => nodeFileSystem.unlink(join(this.#folder, name)));
  }
}

/** Adds passages to an index as a note, of which each exchange is a section. */
export function addPassages(
  builder: IndexBuilder,
  path: string,
  passages: readonly Passage[],
  findDay: (passage: Passage) => string | null,
): void {
  let section = 0;
  const entries = passages.map((passage): IndexedEntry => {
    if (passage.role === 'prompt') section++;
    const { id, role: type, text } = passage;
    return {
      id,
      type,
      text,
      tags: [],
      above: '',
      links: [],
      day: findDay(passage),
      section,
      line: 1,
      lines: 1,
    };
  });
  builder.add({ path, kind: '', plain: false, passages: entries, linking: [] });
}

/** Names the layers, and the sessions in each. */
const CATALOGUE = 'words.json';

/** Reads parts of a file, and opens it for each. */
function openSource(path: string): PagedSource {
  const size = statAt(nodeFileSystem, path)?.size ?? 0;
  return {
    size,
    read(offset, length) {
      const file = nodeFileSystem.open(path, OPEN_FLAGS.read);
      try {
        return readRange(nodeFileSystem, file, offset, length);
      } finally {
        nodeFileSystem.close(file);
      }
    },
  };
}

/** Removes the index by words, which is damaged; the next search makes it again. */
export function dropSessionWords(home: string): void {
  ignoreErrors(() => nodeFileSystem.unlink(join(getSessionCache(home), CATALOGUE)));
}
