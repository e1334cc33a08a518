import type { Splice } from '../markdown/splice.js';

/**
 * The only ways in which anything happens to a file. Dry runs, history and undo all come from them.
 * `why` says in a few words what the change is for; it is shown in `history` and in `--json`.
 */
export type Change =
  | {
      readonly do: 'edit';
      readonly path: string;
      readonly base: string;
      readonly splices: readonly Splice[];
      readonly why: string;
    }
  | {
      readonly do: 'create';
      readonly path: string;
      readonly text: string;
      readonly why: string;
      /** The hash of the version that is brought back: it tells whether its bytes began with a byte order mark. */
      readonly version?: string;
    }
  | {
      readonly do: 'move';
      readonly path: string;
      readonly to: string;
      readonly base: string;
      readonly why: string;
    }
  | { readonly do: 'remove'; readonly path: string; readonly base: string; readonly why: string };

/** The paths that a change touches. */
export const placesOf = (change: Change): readonly string[] =>
  change.do === 'move' ? [change.path, change.to] : [change.path];

/** Where something gains comes before where it is taken from, so that a crash doubles rather than loses (guide/store.md › Several notes). */
export const gainsFirst = (changes: readonly Change[]): readonly Change[] =>
  [...changes].sort((a, b) => rank(a) - rank(b));

function rank(change: Change): number {
  if (change.do === 'edit')
    return change.splices.reduce((sum, one) => sum + one.new.length - one.old.length, 0) > 0 ? 1 : 2;
  return { create: 0, move: 3, remove: 4 }[change.do];
}
