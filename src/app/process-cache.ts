import { join } from 'node:path';
import { type FolderWatcher, watchFolder } from '../platform/folder-watcher.js';
import type {
  IndexFiles,
  NoteIndex,
  NoteIndexOptions,
  openNoteIndex,
} from '../store/note-index/note-index.js';
import { openStore, type Store, type StoreOptions, type WorkspaceRoot } from '../store/store.js';

/** Opens the index through the notes that one request sees. */
export interface IndexOpener {
  readonly open: typeof openNoteIndex;
  readonly files: IndexFiles;
  readonly options: NoteIndexOptions;
}

/** What a process caches between requests. It saves reading; the disk is checked every time. */
export interface ProcessCache {
  store(root: WorkspaceRoot, options: StoreOptions): Store;
  /** Returns the index of a store, updated from disk for this request. */
  catalogue(store: Store, opening: IndexOpener): NoteIndex;
}

/** The cache of a process that handles one request. */
export const NO_CACHE: ProcessCache = {
  store: openStore,
  catalogue: (_, { open, files, options }) => open(files, options),
};

/** Creates the cache of a process that handles many requests, each with its own runtime. */
export function createProcessCache(): ProcessCache {
  const stores = new Map<string, Store>();
  const catalogues = new Map<Store, (opening: IndexOpener) => NoteIndex>();
  return {
    store(root, options) {
      const key = JSON.stringify([root, options.fsync, options.target]);
      const store = stores.get(key) ?? openStore(root, options);
      stores.set(key, store);
      return store;
    },
    catalogue(store, opening) {
      const known = catalogues.get(store);
      if (known) return known(opening);
      const watch = watchFolder(join(store.root.root, store.root.notes ?? store.root.content));
      const { catalogue, turnTo } = turning(opening, watch);
      catalogues.set(store, turnTo);
      return catalogue;
    },
  };
}

/** Creates an index that can serve further requests. It is updated from disk for each, unless nothing changed. */
function turning(first: IndexOpener, watch: FolderWatcher) {
  const [files, options] = [{ ...first.files }, { ...first.options }];
  const catalogue = first.open(files, options);
  return {
    catalogue,
    turnTo({ files: nextFiles, options: { language: _, ...nextOptions } }: IndexOpener) {
      Object.assign(files, nextFiles);
      Object.assign(options, nextOptions);
      if (watch.isQuiet()) return catalogue;
      watch.begin();
      catalogue.refresh();
      return catalogue;
    },
  };
}
