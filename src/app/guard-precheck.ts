import { evaluateRule } from '../features/guard/evaluate.js';
import type { GuardRule } from '../features/guard/guard-rule.js';
import { RULESET_VERSION } from '../features/guard/guard-rule.js';
import { describeCall, type GuardedCall } from '../features/guard/tool-action.js';
import { guardedNotePaths } from '../features/guard/watched-notes.js';
import { sealCache, unsealCache } from '../platform/checksum.js';
import { stampOf } from '../platform/file-stamp.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { MARKER } from '../platform/home-folder.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './invocation.js';
import { openStoreIfAny } from './record-activity.js';

/** A look at what went wrong before, without reading a note. */
export interface GuardPrecheck {
  /** True where nothing that is known bears on the call; false also where that is not known for certain. */
  readonly isClear: boolean;
  /** Keeps what to look out for, as it follows from the notes that lay there at the look. */
  keep(traps: readonly GuardRule[]): void;
}

/** The traps of the last time that they were read, by which rules, and the stamp of the notes and the settings then. */
interface List {
  readonly rules: number;
  readonly mark: string;
  readonly traps: readonly GuardRule[];
}

const CACHE = 'guard.json';

/** A file that is younger may change once more without another time or size to show for it. */
const SETTLED_MS = 2000;

/** Looks whether a call is worth asking the guard about: one is made at every turn, and mostly nothing bears on it. */
export function precheckToolCall(call: GuardedCall, start: Invocation): GuardPrecheck {
  const store = openStoreIfAny(start);
  if (!store) return { isClear: false, keep: () => undefined };
  const { mark, written } = stampOf(nodeFileSystem, filesOf(store.root));
  const age = Date.now() - written;
  const list = listIn(store);
  const deed = describeCall(call);
  return {
    isClear:
      list !== null &&
      list.rules === RULESET_VERSION &&
      list.mark === mark &&
      list.traps.every((trap) => evaluateRule(trap, deed) === null),
    keep(traps) {
      if (age > SETTLED_MS)
        store.writeCache(CACHE, sealCache({ rules: RULESET_VERSION, mark, traps } satisfies List));
    },
  };
}

/** The settings and the notes that are looked at; those of the global root begin with `~/`. */
const filesOf = ({ root, global, content }: WorkspaceRoot): readonly string[] =>
  [MARKER, ...guardedNotePaths(content)].map((path) =>
    path.startsWith('~/') ? `${global}/${path.slice(2)}` : `${root}/${path}`,
  );

function listIn(store: Store): List | null {
  const bytes = store.readCache(CACHE);
  try {
    return bytes && (unsealCache(bytes) as List | null);
  } catch {
    return null;
  }
}
