import { NOTE_OUTPUTS } from './notes.js';
import { createObjectSchema, listSchema, type ObjectSchema, VALUE_SCHEMAS } from './schema.js';
import { WORK_OUTPUTS } from './work.js';

const { text, count, flag, textOrNull } = VALUE_SCHEMAS;

/** The keys of each command's own: by the command, or by the command and its action. */
const OUTPUTS = { ...NOTE_OUTPUTS, ...WORK_OUTPUTS };

const NOTICE = createObjectSchema({ level: text, message: text }, { path: text, line: count, rule: text });

/** What every reply has. */
const REPLY = createObjectSchema(
  {
    ok: flag,
    message: text,
    say: { ...text, description: 'the earlier name of message' },
    changes: listSchema(createObjectSchema({ path: text, why: text })),
    notices: listSchema(NOTICE),
  },
  {
    warning: { ...textOrNull, description: 'what is wrong with what was said, or why it waits in the inbox' },
    seq: { ...count, description: 'the number of the change, for `daybook undo`' },
    queued: { ...flag, description: 'the store is busy; it is done as soon as it is free' },
    workspace: { ...text, description: 'the folder of the global notes, where the change was made there' },
    effects: listSchema(createObjectSchema({ kind: text, description: text, timeoutMs: count })),
    diff: { ...text, description: 'with --dry-run: the changes that the run would make' },
  },
);

/** What every refusal prints with `--json`. */
export const ERROR_SCHEMA: ObjectSchema = createObjectSchema({
  ok: flag,
  error: { ...createObjectSchema({ code: text, message: text, hint: text }), additionalProperties: true },
});

/** Returns the JSON schema of what a command, or one of its actions, prints with `--json`. Null for an unknown command. */
export function getOutputSchema(command: string, action?: string | null): ObjectSchema | null {
  const own = OUTPUTS[`${command} ${action}`] ?? OUTPUTS[command];
  if (!own) return null;
  return {
    ...own,
    properties: { ...REPLY.properties, ...own.properties },
    required: [...(REPLY.required ?? []), ...(own.required ?? [])],
  };
}
