import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Corpus } from '../../search/index/corpus.js';
import { createEntryReader, type ReadEntry, StaleIndexError } from '../../search/index/entry-reader.js';
import { hash } from '../../search/index/format.js';
import { LinkLineReader } from '../../search/index/link-index.js';
import { CorruptIndexError } from '../../search/index/paged-bytes.js';
import { eachEntry } from '../../search/index/postings.js';
import type { Segment } from '../../search/index/segment.js';
import { toNameKey } from '../../search/index/term.js';
import type { SearchQuery, SearchResults } from '../../search/query.js';
import { type SearchSettings, searchIndexes } from '../../search/search.js';
import { type IndexFiles, type IndexingOptions, IndexLayers } from './index-layers.js';

export type { IndexFiles } from './index-layers.js';

/** Options for indexing and searching. */
export interface NoteIndexOptions extends IndexingOptions, SearchSettings {}

/** Computes an answer from the index; `fetch` reads one entry from its note. */
export type IndexQuestion<T> = (
  corpus: Corpus,
  fetch: (segment: Segment, entry: number) => ReadEntry,
  settings: SearchSettings,
) => T;

/** A note as stored in an index. */
interface IndexedNote {
  readonly path: string;
  readonly segment: Segment;
  readonly ordinal: number;
}

/** A search may find a note that changed since the update; then it updates again, at most this often. */
const MOST_LOOKS = 3;

/** An index over all notes. It never disagrees with the notes; it only makes queries faster. */
export class NoteIndex {
  readonly #holdings: IndexLayers;
  readonly #options: NoteIndexOptions;
  readonly #fetch: ReturnType<typeof createEntryReader>;

  constructor(files: IndexFiles, options: NoteIndexOptions) {
    this.#options = options;
    this.#holdings = new IndexLayers(files, options);
    this.#fetch = createEntryReader((path) => this.#holdings.note(path), options.read);
  }

  search(query: SearchQuery): SearchResults {
    return this.#soundly((corpus) => searchIndexes(query, corpus, this.#fetch, this.#options));
  }

  /** Answers a question about the whole index, and asks again if a note changed meanwhile. */
  answer<T>(question: IndexQuestion<T>): T {
    return this.#soundly((corpus) => question(corpus, this.#fetch, this.#options));
  }

  /** Returns every entry with an id or handle, by path and line: more than one if a line was copied. */
  places(id: string): readonly LocatedEntry[] {
    return this.#soundly(({ parts }) => {
      const mark = hash(id);
      const found: LocatedEntry[] = [];
      for (const { segment, gone } of parts)
        for (let e = segment.ids.indexOf(mark); e >= 0; e = segment.ids.indexOf(mark, e + 1)) {
          const entry = gone?.[e] ? null : this.#fetch(segment, e);
          if (entry?.id === id) found.push(entry);
        }
      return found.sort(byPlace);
    });
  }

  /** Returns the notes that may link to a note with one of these names, by path, with their links. */
  backlinks(names: readonly string[]) {
    const reader = new LinkLineReader();
    return this.#soundly((corpus) =>
      this.#linking(names, corpus).map(({ path, segment, ordinal }) => ({
        path,
        links: reader.links(segment.linking(ordinal)),
      })),
    );
  }

  counts() {
    return this.#soundly((corpus) => {
      const types: Record<string, number> = {};
      const kinds: Record<string, number> = {};
      for (const { segment, gone } of corpus.parts)
        for (let ordinal = 0; ordinal < segment.fileCount; ordinal++) {
          const { kind, firstEntry, endEntry } = segment.file(ordinal);
          if (gone?.[firstEntry] || firstEntry === endEntry) continue;
          kinds[kind] = (kinds[kind] ?? 0) + endEntry - firstEntry;
          for (let e = firstEntry; e < endEntry; e++) {
            const { type } = segment.row(e);
            types[type] = (types[type] ?? 0) + 1;
          }
        }
      return { entries: corpus.entries, notes: this.#holdings.notes, types, kinds };
    });
  }

  /** Updates the index from disk, reading only changed notes. Returns true if any had changed. */
  refresh(): boolean {
    try {
      return this.#holdings.look();
    } catch (error) {
      if (!(error instanceof CorruptIndexError)) throw error;
      this.#holdings.forget();
      return this.#holdings.look();
    }
  }

  close(): void {
    this.#holdings.close();
  }

  /** Returns the notes that contain such a link, by path. */
  #linking(names: readonly string[], corpus: Corpus): readonly IndexedNote[] {
    const found = new Map<string, IndexedNote>();
    const add = (segment: Segment, ordinal: number) => {
      const path = segment.paths[ordinal] ?? '';
      found.set(path, { path, segment, ordinal });
    };
    for (const name of names)
      for (const [i, list] of corpus.find(toNameKey(name)).lists.entries()) {
        const { segment, gone } = corpus.parts[i]!;
        if (list)
          eachEntry(list, (entry) => {
            if (!gone?.[entry]) add(segment, segment.ordinalOf(entry));
          });
      }
    for (const { segment, ordinal } of this.#holdings.silent()) add(segment, ordinal);
    return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Runs a query and repairs what stops it: a note that changed meanwhile, or a damaged cache. */
  #soundly<T>(ask: (corpus: Corpus) => T): T {
    for (let looks = 1; ; looks++) {
      try {
        const answer = ask(this.#holdings.corpus);
        this.#holdings.settle();
        return answer;
      } catch (error) {
        if (looks === MOST_LOOKS) throw error;
        if (error instanceof StaleIndexError) this.refresh();
        else if (error instanceof CorruptIndexError) this.#holdings.forget();
        else throw error;
      }
    }
  }
}

const byPlace = (a: LocatedEntry, b: LocatedEntry): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;

/** Opens the index of a notebook from its caches if they are valid, else by reading the notes. */
export const openNoteIndex = (files: IndexFiles, options: NoteIndexOptions): NoteIndex =>
  new NoteIndex(files, options);
