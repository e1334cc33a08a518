/** One word or option of a verb. Help, completions, JSON schema and input types are derived from it. */
export interface ParamDefinition {
  readonly kind: 'text' | 'number' | 'flag';
  readonly description: string;
  /** A word by position; `rest` takes all remaining words, joined by blanks. */
  readonly positional?: 'one' | 'rest';
  readonly required?: true;
  /** An option that may be repeated. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** What stands for the value in help, e.g. `DIR`. */
  readonly placeholder?: string;
  /** It names a file, or `-` for standard input; the verb gets the text that is there. */
  readonly readsFile?: true;
  /** `said`: the verb needs it with the secrets in it; then it is never journaled. */
  readonly redaction?: 'said';
  /**
   * What the value leads to beyond the notes of this workspace: a program, a file or folder elsewhere, or the transcript of a
   * session. A request that was read from a queue may hold none of these but a transcript of this workspace.
   */
  readonly reaches?: 'program' | 'outside' | 'transcript';
  /** `person`: words of the person who sits there, whoever passes them on. */
  readonly author?: 'person';
}

export type ParamDefinitions = Readonly<Record<string, ParamDefinition>>;

type Value<P extends ParamDefinition> = P['kind'] extends 'flag'
  ? boolean
  : P extends { kind: 'number' }
    ? number
    : P extends { choices: readonly (infer C)[] }
      ? C
      : string;

/** What `think` gets: a flag is always there, a list is never missing, the rest may be undefined unless required. */
export type CommandInput<P extends ParamDefinitions> = {
  readonly [K in keyof P]: P[K] extends { repeatable: true }
    ? readonly Value<P[K]>[]
    : P[K] extends { required: true } | { kind: 'flag' }
      ? Value<P[K]>
      : Value<P[K]> | undefined;
};
