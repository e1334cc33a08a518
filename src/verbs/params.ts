/** One word or option of a verb. Help, completions, JSON schema and input types are derived from it. */
export interface Param {
  readonly kind: 'text' | 'number' | 'flag';
  readonly about: string;
  /** A word by position; `rest` takes all remaining words, joined by blanks. */
  readonly word?: 'one' | 'rest';
  readonly required?: true;
  /** An option that may be repeated. */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** What stands for the value in help, e.g. `DIR`. */
  readonly holder?: string;
  /** It names a file, or `-` for standard input; the verb gets the text that is there. */
  readonly reads?: true;
  /** `said`: the verb needs it with the secrets in it; then it is never journaled. */
  readonly as?: 'said';
  /**
   * What the value leads to beyond the notes of this workspace: a program, a file or folder elsewhere, or the transcript of a
   * session. A request that was read from a queue may hold none of these but a transcript of this workspace.
   */
  readonly reaches?: 'program' | 'outside' | 'transcript';
  /** `person`: words of the person who sits there, whoever passes them on. */
  readonly of?: 'person';
}

export type Params = Readonly<Record<string, Param>>;

type Value<P extends Param> = P['kind'] extends 'flag'
  ? boolean
  : P extends { kind: 'number' }
    ? number
    : P extends { choices: readonly (infer C)[] }
      ? C
      : string;

/** What `think` gets: a flag is always there, a list is never missing, the rest may be undefined unless required. */
export type Input<P extends Params> = {
  readonly [K in keyof P]: P[K] extends { many: true }
    ? readonly Value<P[K]>[]
    : P[K] extends { required: true } | { kind: 'flag' }
      ? Value<P[K]>
      : Value<P[K]> | undefined;
};
