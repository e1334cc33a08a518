import type { Corpus } from '../recall/index/corpus.js';
import { createFetch, Stale } from '../recall/index/fetch.js';
import { hash } from '../recall/index/index-format.js';
import { type KnownLink, LinkReader } from '../recall/index/linking.js';
import { Damaged } from '../recall/index/pages.js';
import { eachEntry } from '../recall/index/postings.js';
import type { Segment } from '../recall/index/segment.js';
import { nameKey } from '../recall/index/term.js';
import { bearing, type Subject } from '../recall/matching/bearing.js';
import type { Hits, Query } from '../recall/query.js';
import { answer, type SearchSetting } from '../recall/ranking/search.js';
import type { Located } from '../wiki/entries.js';
import type { Entry } from '../wiki/entry.js';
import { type CatalogueFiles, Holdings, type Indexing } from './holdings.js';

export type { CatalogueFiles } from './holdings.js';

/** How a catalogue indexes and searches. */
export interface CatalogueOptions extends Indexing, SearchSetting {}

export interface Place {
  readonly path: string;
  readonly line: number;
}

/** A note and its links to others; null where it must be read for them. */
export interface Linking {
  readonly path: string;
  readonly links: readonly KnownLink[] | null;
}

export interface Counts {
  readonly entries: number;
  readonly notes: number;
  readonly types: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
}

/** One derived answer book for the whole wiki. It never disagrees with the notes; it only saves reading them. */
export interface Catalogue {
  search(query: Query): Hits;
  /** What bears on a text, unasked: few entries, the likeliest first. */
  bearing(subject: Subject): readonly Entry[];
  /** Where the entry with an id or handle stands, or null. */
  place(id: string): Place | null;
  /** Every entry with an id or handle, by path and line: more than one where somebody copied a line. */
  places(id: string): readonly Located[];
  /** Paths of the notes that may link to a note of one of these names, sorted. */
  linking(names: readonly string[]): readonly string[];
  /** The same notes with their links. */
  backlinks(names: readonly string[]): readonly Linking[];
  counts(): Counts;
  /** Looks at the disk again; only notes that changed are read. True where something had. */
  refresh(): boolean;
  close(): void;
}

/** Opens the catalogue of a wiki: from its caches where they are sound, else by reading the notes. */
export function openCatalogue(files: CatalogueFiles, options: CatalogueOptions): Catalogue {
  return new DiskCatalogue(files, options);
}

/** A note as an index holds it. */
interface IndexedNote {
  readonly path: string;
  readonly segment: Segment;
  readonly ordinal: number;
}

/** A search may meet a note that was changed since the look at the disk; so often it looks again. */
const MOST_LOOKS = 3;

class DiskCatalogue implements Catalogue {
  readonly #holdings: Holdings;
  readonly #options: CatalogueOptions;
  readonly #fetch: (segment: Segment, entry: number) => Located;

  constructor(files: CatalogueFiles, options: CatalogueOptions) {
    this.#options = options;
    this.#holdings = new Holdings(files, options);
    this.#fetch = createFetch((path) => this.#holdings.note(path), options.read);
  }

  search(query: Query): Hits {
    return this.#soundly((corpus) => answer(query, corpus, this.#fetch, this.#options));
  }

  bearing(subject: Subject): readonly Entry[] {
    return this.#soundly((corpus) => bearing(subject, corpus, this.#fetch, this.#options));
  }

  place(id: string): Place | null {
    const [first] = this.places(id);
    return first ? { path: first.path, line: first.line } : null;
  }

  places(id: string): readonly Located[] {
    return this.#soundly(({ parts }) => {
      const mark = hash(id);
      const found: Located[] = [];
      for (const { segment, gone } of parts)
        for (let e = segment.ids.indexOf(mark); e >= 0; e = segment.ids.indexOf(mark, e + 1)) {
          const entry = gone?.[e] ? null : this.#fetch(segment, e);
          if (entry?.id === id) found.push(entry);
        }
      return found.sort(byPlace);
    });
  }

  linking(names: readonly string[]): readonly string[] {
    return this.#soundly((corpus) => this.#linking(names, corpus).map(({ path }) => path));
  }

  backlinks(names: readonly string[]): readonly Linking[] {
    const reader = new LinkReader();
    return this.#soundly((corpus) =>
      this.#linking(names, corpus).map(({ path, segment, ordinal }) => ({
        path,
        links: reader.links(segment.linking(ordinal)),
      })),
    );
  }

  counts(): Counts {
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

  refresh(): boolean {
    try {
      return this.#holdings.look();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.#holdings.forget();
      return this.#holdings.look();
    }
  }

  close(): void {
    this.#holdings.close();
  }

  /** The notes that have such a link somewhere, by path. */
  #linking(names: readonly string[], corpus: Corpus): readonly IndexedNote[] {
    const found = new Map<string, IndexedNote>();
    const add = (segment: Segment, ordinal: number) => {
      const path = segment.paths[ordinal] ?? '';
      found.set(path, { path, segment, ordinal });
    };
    for (const name of names)
      for (const [i, list] of corpus.find(nameKey(name)).lists.entries()) {
        const { segment, gone } = corpus.parts[i]!;
        if (list)
          eachEntry(list, (entry) => {
            if (!gone?.[entry]) add(segment, segment.ordinalOf(entry));
          });
      }
    for (const { segment, ordinal } of this.#holdings.silent()) add(segment, ordinal);
    return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Asks, and mends what stands in the way: a note that changed meanwhile, a cache that is damaged. */
  #soundly<T>(ask: (corpus: Corpus) => T): T {
    for (let looks = 1; ; looks++) {
      try {
        const answer = ask(this.#holdings.corpus);
        this.#holdings.settle();
        return answer;
      } catch (error) {
        if (looks === MOST_LOOKS) throw error;
        if (error instanceof Stale) this.refresh();
        else if (error instanceof Damaged) this.#holdings.forget();
        else throw error;
      }
    }
  }
}

const byPlace = (a: Place, b: Place): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
