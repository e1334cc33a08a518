import type { TextEdit } from '../../markdown/text-edit.js';

/**
 * The only ways in which anything happens to a file. Dry runs, history and undo all come from them.
 * `why` says in a few words what the change is for; it is shown in `history` and in `--json`.
 */
export type Change =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly base: string;
      readonly splices: readonly TextEdit[];
      readonly why: string;
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly text: string;
      readonly why: string;
      /** The hash of the version that is brought back: it tells whether its bytes began with a byte order mark. */
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

/** The paths that a change touches. */
export const changedPaths = (change: Change): readonly string[] =>
  change.kind === 'move' ? [change.path, change.to] : [change.path];

/** Where something gains comes before where it is taken from, so that a crash doubles rather than loses (guide/store.md › Several notes). */
export const orderAdditionsFirst = (changes: readonly Change[]): readonly Change[] =>
  [...changes].sort((a, b) => rank(a) - rank(b));

function rank(change: Change): number {
  if (change.kind === 'edit')
    return change.splices.reduce((sum, one) => sum + one.new.length - one.old.length, 0) > 0 ? 1 : 2;
  return { create: 0, move: 3, remove: 4 }[change.kind];
}
