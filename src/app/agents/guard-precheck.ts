import { type GuardRule, RULESET_VERSION } from '../../features/guard/guard-rule.js';
import { evaluateRule } from '../../features/guard/match-call.js';
import { describeCall, type GuardedCall } from '../../features/guard/tool-action.js';
import { listGuardedNotes } from '../../features/guard/watched-notes.js';
import { MARKER } from '../../platform/home-folder.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../invocation.js';
import { openStoreIfAny } from '../record-activity.js';
import { openStampedCache } from './stamped-cache.js';

/** A fast check against the rules of the guard that reads no note. */
interface GuardPrecheck {
  /** True if no rule matches the call; false also if that is uncertain. */
  readonly isClear: boolean;
  /** Saves the guard rules that follow from the notes at the time of the check. */
  keep(traps: readonly GuardRule[]): void;
}

/** The saved guard rules, with the version of the code that made them. */
interface SavedRules {
  readonly rules: number;
  readonly traps: readonly GuardRule[];
}

const CACHE = 'guard.json';

/** Checks whether a rule may match a call. It runs at every call, and usually none does. */
export function precheckToolCall(call: GuardedCall, start: Invocation): GuardPrecheck {
  const store = openStoreIfAny(start);
  if (!store) return { isClear: false, keep: () => undefined };
  const cache = openStampedCache<SavedRules>(store, CACHE, filesOf(store.root));
  const saved = cache.read();
  const action = describeCall(call);
  return {
    isClear:
      saved?.rules === RULESET_VERSION && saved.traps.every((trap) => evaluateRule(trap, action) === null),
    keep: (traps) => cache.write({ rules: RULESET_VERSION, traps }),
  };
}

/** Drops the saved rules: the next call builds them again. */
export const dropGuardRules = (store: Store | null): void => store?.dropCache(CACHE);

/** Lists the settings and notes to check; those of the global root begin with `~/`. */
const filesOf = ({ root, global, content }: WorkspaceRoot): readonly string[] =>
  [MARKER, ...listGuardedNotes(content)].map((path) =>
    path.startsWith('~/') ? `${global}/${path.slice(2)}` : `${root}/${path}`,
  );
