import { createUsageError } from '../errors.js';
import { suggestNames } from '../text/did-you-mean.js';
/** One argument or option of a command. Help, completions, JSON schema and input types are derived from it. */
export interface ParamDefinition {
  readonly kind: 'text' | 'number' | 'flag';
  readonly description: string;
  /** A positional argument; `rest` takes all remaining words, joined by spaces. */
  readonly positional?: 'one' | 'rest';
  readonly required?: true;
  /** An option that may be repeated. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** The placeholder for the value in help, e.g. `DIR`. */
  readonly placeholder?: string;
  /** The value of an option that is written without one. */
  readonly valueIfBare?: string;
  /**
   * The value names a file, or `-` for standard input. The command gets the text of that file; `any bytes`: what is not
   * UTF-8 is replaced.
   */
  readonly readsFile?: true | 'any bytes';
  /** `-` reads the text from standard input. Without a required word, a terminal opens the user's editor. */
  readonly readsText?: true;
  /** `-` puts the text of standard input into this other parameter. */
  readonly readsTextInto?: string;
  /** `said`: the command needs the text with secrets in it, so the text is never journaled. */
  readonly redaction?: 'said';
  /**
   * What the value can reach outside the notes of this workspace: a program, a file or folder elsewhere, or a session
   * transcript. A queued request may use none of these except a transcript of this workspace.
   */
  readonly reaches?: 'program' | 'outside' | 'transcript';
  /** `person`: the text was written by the user, even if an agent passes it on. */
  readonly author?: 'person';
}

/** What the definition of a parameter may say beside its kind. */
type ParamDetails = Omit<Partial<ParamDefinition>, 'kind' | 'description'>;

/** Declares an option for a text. */
export const defineText = <const D extends ParamDetails = object>(
  description: string,
  placeholder = 'TEXT',
  details?: D,
) => ({ kind: 'text', description, placeholder, ...(details as D) }) as const;

/** Declares an option for a number. */
export const defineNumber = (description: string) =>
  ({ kind: 'number', description, placeholder: 'N' }) as const;

/** Declares an option without a value. */
export const defineFlag = <const D extends ParamDetails = object>(description: string, details?: D) =>
  ({ kind: 'flag', description, ...(details as D) }) as const;

/** Declares an argument of one word. */
export const defineWord = <const D extends ParamDetails = object>(description: string, details?: D) =>
  ({ kind: 'text', positional: 'one', description, ...(details as D) }) as const;

/** Declares an argument that takes all remaining words. */
export const defineWords = <const D extends ParamDetails = object>(description: string, details?: D) =>
  ({ kind: 'text', positional: 'rest', description, ...(details as D) }) as const;

/** Declares an option that takes one of some words. */
export const defineChoice = <const C extends readonly string[], const D extends ParamDetails = object>(
  choices: C,
  description: string,
  details?: D,
) => ({ kind: 'text', choices, description, ...(details as D) }) as const;

/** Declares an option for a file whose text the command reads. */
export const defineFile = (description: string) =>
  ({ kind: 'text', readsFile: true, description, placeholder: 'FILE' }) as const;

/** Declares an option for a text that may be repeated. */
export const defineTextList = (description: string, placeholder = 'TEXT') =>
  ({ kind: 'text', repeatable: true, description, placeholder }) as const;

/** Refuses a value of an option that is none of its choices. */
export function requireChoice(
  option: string,
  value: string | undefined,
  known: readonly string[],
  example = known[0],
): void {
  if (value === undefined || known.includes(value)) return;
  throw createUsageError(
    `${option} takes ${known.join(', ')}, found \`${value}\``,
    `write: ${option} ${example}`,
  );
}

/** Returns the choice that a value of an option names; throws for a value that is none of them. */
export function getChoice<T extends string>(
  option: string,
  value: string,
  known: readonly T[],
  word = value,
): T {
  const found = known.find((one) => one === word);
  if (found) return found;
  const [near] = suggestNames(value, known);
  throw createUsageError(
    `no ${option} \`${value}\``,
    near ? `did you mean: --${option} ${near}` : `one of: ${known.join(', ')}`,
  );
}

export type ParamDefinitions = Readonly<Record<string, ParamDefinition>>;

type Value<P extends ParamDefinition> = P['kind'] extends 'flag'
  ? boolean
  : P extends { kind: 'number' }
    ? number
    : P extends { choices: readonly (infer C)[] }
      ? C
      : string;

/** The input of `plan`: flags are always set, lists are never missing, the rest may be undefined unless required. */
export type CommandInput<P extends ParamDefinitions> = {
  readonly [K in keyof P]: P[K] extends { repeatable: true }
    ? readonly Value<P[K]>[]
    : P[K] extends { required: true } | { kind: 'flag' }
      ? Value<P[K]>
      : Value<P[K]> | undefined;
};

/** A command with its actions and options, as completions use it. */
export interface CommandSummary {
  readonly name: string;
  readonly description: string;
  /** False for other names of visible commands and for plumbing. */
  readonly isVisible: boolean;
  /** The parameters without an action word. */
  readonly params: ParamDefinitions;
  readonly actions: readonly {
    readonly name: string;
    readonly description: string;
    readonly params: ParamDefinitions;
  }[];
}
