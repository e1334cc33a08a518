import { join } from 'node:path';
import { scan } from './markdown/scan.js';
import { keptScan, type Outlines } from './outlines.js';
import type { Catalogue, CatalogueFiles, CatalogueOptions, openCatalogue } from './store/catalogue.js';
import { openStore, type Root, type Store, type StoreOptions } from './store/store.js';
import { type Watch, watchFolder } from './store/watch.js';

/** How a catalogue is opened: through the notes as one question sees them. */
export interface Opening {
  readonly open: typeof openCatalogue;
  readonly files: CatalogueFiles;
  readonly options: CatalogueOptions;
}

/** What a process keeps from one question to the next. It saves reading; the notes on the disk are asked every time. */
export interface Kept {
  /** The root of a text by its lines. */
  readonly scan: Outlines['scan'];
  store(root: Root, options: StoreOptions): Store;
  /** The catalogue of a store, which has looked at the disk as this question sees it. */
  catalogue(store: Store, opening: Opening): Catalogue;
}

/** For a process that answers one question. */
export const NOTHING_KEPT: Kept = {
  scan,
  store: openStore,
  catalogue: (_, { open, files, options }) => open(files, options),
};

/** For a process that answers many, each with a house of its own. */
export function createKept(): Kept {
  const stores = new Map<string, Store>();
  const catalogues = new Map<Store, (opening: Opening) => Catalogue>();
  return {
    scan: keptScan(),
    store(root, options) {
      const key = JSON.stringify([root, options.fsync, options.target]);
      const store = stores.get(key) ?? openStore(root, options);
      stores.set(key, store);
      return store;
    },
    catalogue(store, opening) {
      const known = catalogues.get(store);
      if (known) return known(opening);
      const watch = watchFolder(join(store.root.root, store.root.content));
      const { catalogue, turnTo } = turning(opening, watch);
      catalogues.set(store, turnTo);
      return catalogue;
    },
  };
}

/** A catalogue that can be turned to the eyes of another question; then it looks at the disk anew, unless all was quiet. */
function turning(first: Opening, watch: Watch) {
  let now = first;
  const files: CatalogueFiles = {
    note: (path) => now.files.note(path),
    survey: (before) => now.files.survey(before),
    unchanged: (stat) => now.files.unchanged(stat),
    readCache: (name) => now.files.readCache(name),
    writeCache: (name, bytes) => now.files.writeCache(name, bytes),
    openCache: (name) => now.files.openCache(name),
    dropCache: (name) => now.files.dropCache(name),
  };
  const options: CatalogueOptions = {
    ...first.options,
    get synonyms() {
      return now.options.synonyms ?? [];
    },
    get today() {
      return now.options.today;
    },
    read: (note) => now.options.read(note),
    begin: (all) => now.options.begin?.(all),
    progress: (done, all) => now.options.progress?.(done, all),
  };
  const catalogue = first.open(files, options);
  return {
    catalogue,
    turnTo(next: Opening) {
      now = next;
      if (watch.isQuiet()) return catalogue;
      watch.begin();
      catalogue.refresh();
      return catalogue;
    },
  };
}
