import { join } from 'node:path';
import type { Start } from './house.js';
import { watchedPaths } from './kinds/index.js';
import { type Call, deedOf } from './recall/guard/deed.js';
import type { Trap } from './recall/guard/trap.js';
import { verdict } from './recall/guard/verdict.js';
import { statAt } from './store/file.js';
import { realPort } from './store/port.js';
import { MARKER, type Root } from './store/root.js';
import { sealed, unsealed } from './store/seal.js';
import type { Store } from './store/store.js';
import { storeAt } from './telemetry.js';

/** A look at what went wrong before, without reading a note. */
export interface LookOut {
  /** True where nothing that is known bears on the call; false also where that is not known for certain. */
  readonly isClear: boolean;
  /** Keeps what to look out for, as it follows from the notes that lay there at the look. */
  keep(traps: readonly Trap[]): void;
}

/** The traps of the last time that they were read, and how the notes lay there then. */
interface List {
  readonly files: string;
  readonly traps: readonly Trap[];
}

const CACHE = 'guard.json';

/** Looks whether a call is worth asking the guard about: it is asked before every tool, and mostly nothing bears on it. */
export function lookOut(call: Call, start: Start): LookOut {
  const store = storeAt(start);
  if (!store) return { isClear: false, keep: () => undefined };
  const { files, newest } = filesOf(store.root);
  const list = listIn(store);
  const deed = deedOf(call);
  return {
    isClear: list !== null && list.files === files && list.traps.every((trap) => verdict(trap, deed) === null),
    keep(traps) {
      if (Date.now() - newest > SETTLED_MS) store.writeCache(CACHE, sealed({ files, traps } satisfies List));
    },
  };
}

/** A file that is younger may change once more without another time or size to show for it. */
const SETTLED_MS = 2000;

/** How the notes lie there that the guard reads, and the settings; and when the youngest was written, in ms. */
function filesOf({ root, content, global }: Root): { readonly files: string; readonly newest: number } {
  const paths = [MARKER, ...watchedPaths(content)].map((path) =>
    path.startsWith('~/') ? join(global, path.slice(2)) : join(root, path),
  );
  const stats = paths.map((path) => statAt(realPort, path));
  return {
    files: stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs}` : '')).join(', '),
    newest: Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}

function listIn(store: Store): List | null {
  const bytes = store.readCache(CACHE);
  try {
    return bytes && (unsealed(bytes) as List | null);
  } catch {
    return null;
  }
}
