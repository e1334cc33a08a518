import { NOTE_OUTPUTS } from './notes.js';
import {
  listSchema,
  type ObjectSchema,
  type OneOf,
  objectSchema,
  VALUE_SCHEMAS,
  type ValueOf,
} from './schema.js';
import { WORK_OUTPUTS } from './work.js';

const { text, count, flag, textOrNull } = VALUE_SCHEMAS;

/** The JSON keys of each command, by command or by command and action or option. */
const OUTPUTS: Readonly<Record<string, ObjectSchema>> = { ...NOTE_OUTPUTS, ...WORK_OUTPUTS };

type Outputs = typeof NOTE_OUTPUTS & typeof WORK_OUTPUTS;

/** The literal words of an input that name an action of the command, or the option `--cold`. */
type TitleOf<N extends string, I> = {
  [K in keyof I]: I[K] extends string ? `${N} ${I[K]}` : I[K] extends true ? `${N} --${K & string}` : never;
}[keyof I] &
  keyof Outputs;

/** All replies of a command, for an input whose action is known only when it runs. */
type AnyReply<N extends string> = {
  [K in keyof Outputs]: K extends N | `${N} ${string}` ? ValueOf<Outputs[K]> : never;
}[keyof Outputs];

/** What a command replies to an input, without the keys that all replies have. */
export type ReplyOf<N extends string, I> = [TitleOf<N, I>] extends [never]
  ? N extends keyof Outputs
    ? ValueOf<Outputs[N]>
    : OneOf<AnyReply<N>>
  : ValueOf<Outputs[TitleOf<N, I>]>;

const NOTICE = objectSchema({ level: text, message: text }, { path: text, line: count, rule: text });

/** Keys of every reply. */
const REPLY = objectSchema(
  {
    ok: flag,
    message: text,
    say: { ...text, description: 'the earlier name of message' },
    changes: listSchema(objectSchema({ path: text, why: text })),
    notices: listSchema(NOTICE),
  },
  {
    warning: { ...textOrNull, description: 'what is wrong with the text, or why it waits in the inbox' },
    seq: { ...count, description: 'the number of the change, for `daybook undo`' },
    queued: { ...flag, description: 'the store is busy; the command runs as soon as it is free' },
    workspace: { ...text, description: 'the folder of the global notes, where the change was made there' },
    effects: listSchema(objectSchema({ kind: text, description: text, timeoutMs: count })),
    diff: { ...text, description: 'with --dry-run: the changes that the run would make' },
  },
);

/** The JSON of every error. */
export const ERROR_SCHEMA: ObjectSchema = objectSchema({
  ok: flag,
  error: { ...objectSchema({ code: text, message: text, hint: text }), additionalProperties: true },
});

/**
 * Returns the JSON schema of what a command prints with `--json`, or one of its actions, or `recall` with `--cold`. Null for
 * an unknown command.
 */
export function getOutputSchema(command: string, action?: string | null): ObjectSchema | null {
  const own = OUTPUTS[`${command} ${action}`] ?? OUTPUTS[command];
  if (!own) return null;
  return {
    ...own,
    properties: { ...REPLY.properties, ...own.properties },
    required: [...(REPLY.required ?? []), ...(own.required ?? [])],
  };
}
