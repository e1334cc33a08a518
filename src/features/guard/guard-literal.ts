/** A thing that an entry names literally, and that a call can contain. */
export type GuardLiteral =
  /**
   * A command. `lacks`: it counts only without these options; if empty, only without further words. `runs`: only running it
   * counts, not its text in code.
   */
  | {
      readonly how: 'command';
      readonly words: readonly string[];
      readonly lacks?: readonly string[];
      readonly runs?: boolean;
    }
  /** An option with its value, of one of the programs if some are named. */
  | { readonly how: 'option'; readonly words: readonly string[]; readonly of: readonly string[] }
  /** A package, program or identifier. `starts`: starting it counts too. `adds`: only adding or importing it counts. */
  | { readonly how: 'name'; readonly name: string; readonly starts: boolean; readonly adds?: boolean }
  | { readonly how: 'version'; readonly name: string; readonly version: string }
  /** A path that must not be committed, written or removed, or used. A call with one of the words of `but` is allowed. */
  | {
      readonly how: 'path';
      readonly path: string;
      readonly act: 'commit' | 'write' | 'use';
      readonly but: readonly string[];
    }
  | { readonly how: 'code'; readonly code: string }
  /** Words of a proved pattern, with `*` and `a|b`. */
  | { readonly how: 'pattern'; readonly words: readonly string[] };

/** How an entry speaks of a thing: it was rejected, failed, is a rule, was chosen, or is only remarked on. */
export type Stance = 'rejected' | 'mistake' | 'law' | 'choice' | 'remark';
