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
