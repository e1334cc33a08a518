import type { Start } from './house.js';
import { watchedPaths } from './kinds/watched.js';
import { type Call, deedOf } from './recall/guard/deed.js';
import { RULES } from './recall/guard/rules.js';
import type { Trap } from './recall/guard/trap.js';
import { verdict } from './recall/guard/verdict.js';
import { realPort } from './store/port.js';
import { MARKER, type Root } from './store/root.js';
import { sealed, unsealed } from './store/seal.js';
import { stampOf } from './store/stamp.js';
import type { Store } from './store/store.js';
import { storeAt } from './telemetry.js';

/** A look at what went wrong before, without reading a note. */
export interface LookOut {
  /** True where nothing that is known bears on the call; false also where that is not known for certain. */
  readonly isClear: boolean;
  /** Keeps what to look out for, as it follows from the notes that lay there at the look. */
  keep(traps: readonly Trap[]): void;
}

/** The traps of the last time that they were read, by which rules, and the stamp of the notes and the settings then. */
interface List {
  readonly rules: number;
  readonly mark: string;
  readonly traps: readonly Trap[];
}

const CACHE = 'guard.json';

/** A file that is younger may change once more without another time or size to show for it. */
const SETTLED_MS = 2000;

/** Looks whether a call is worth asking the guard about: one is made at every turn, and mostly nothing bears on it. */
export function lookOut(call: Call, start: Start): LookOut {
  const store = storeAt(start);
  if (!store) return { isClear: false, keep: () => undefined };
  const { mark, written } = stampOf(realPort, filesOf(store.root));
  const age = Date.now() - written;
  const list = listIn(store);
  const deed = deedOf(call);
  return {
    isClear:
      list !== null &&
      list.rules === RULES &&
      list.mark === mark &&
      list.traps.every((trap) => verdict(trap, deed) === null),
    keep(traps) {
      if (age > SETTLED_MS) store.writeCache(CACHE, sealed({ rules: RULES, mark, traps } satisfies List));
    },
  };
}

/** The settings and the notes that are looked at; those of the global root begin with `~/`. */
const filesOf = ({ root, global, content }: Root): readonly string[] =>
  [MARKER, ...watchedPaths(content)].map((path) =>
    path.startsWith('~/') ? `${global}/${path.slice(2)}` : `${root}/${path}`,
  );

function listIn(store: Store): List | null {
  const bytes = store.readCache(CACHE);
  try {
    return bytes && (unsealed(bytes) as List | null);
  } catch {
    return null;
  }
}
