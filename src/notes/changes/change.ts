import type { TextEdit } from '../../markdown/text-edit.js';

/**
 * The only ways to change a file. Dry run, history and undo are derived from them. `why` is a short reason, shown in
 * `history` and `--json`.
 */
export type Change =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly base: string;
      readonly splices: readonly TextEdit[];
      readonly why: string;
      /** The hash of an earlier version that the edit brings back, byte for byte. */
      readonly version?: string;
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly text: string;
      readonly why: string;
      /** The hash of the version to restore. It includes whether the bytes began with a byte order mark. */
      readonly version?: string;
    }
  | {
      readonly kind: 'move';
      readonly path: string;
      readonly to: string;
      readonly base: string;
      readonly why: string;
    }
  | { readonly kind: 'remove'; readonly path: string; readonly base: string; readonly why: string };

/** Plans to edit a note; nothing if there is nothing to edit. */
export const createEdit = (
  { path, hash: base }: { readonly path: string; readonly hash: string },
  splices: readonly TextEdit[],
  why: string,
): readonly Extract<Change, { kind: 'edit' }>[] =>
  splices.length === 0 ? [] : [{ kind: 'edit', path, base, splices, why }];

/** Returns the paths that a change touches. */
export const listChangedPaths = (change: Change): readonly string[] =>
  change.kind === 'move' ? [change.path, change.to] : [change.path];

/**
 * Sorts changes so that additions come before removals: a crash in between duplicates text instead of losing it
 * (guide/store.md › Several notes).
 */
export const orderAdditionsFirst = (changes: readonly Change[]): readonly Change[] =>
  [...changes].sort((a, b) => rank(a) - rank(b));

function rank(change: Change): number {
  if (change.kind === 'edit')
    return change.splices.reduce((sum, one) => sum + one.new.length - one.old.length, 0) > 0 ? 1 : 2;
  return { create: 0, move: 3, remove: 4 }[change.kind];
}
