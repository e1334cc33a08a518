import {
  BOOLEAN_SCHEMA,
  COUNT_SCHEMA,
  listSchema,
  mapSchema,
  NULLABLE_TEXT_SCHEMA,
  type ObjectSchema,
  objectSchema,
  type Schema,
  TEXT_SCHEMA,
} from './schema-types.js';

/** An entry as `--json` shows it: what is missing is null. */
const ENTRY_FIELDS = {
  id: TEXT_SCHEMA,
  type: TEXT_SCHEMA,
  kind: TEXT_SCHEMA,
  text: TEXT_SCHEMA,
  why: NULLABLE_TEXT_SCHEMA,
  at: NULLABLE_TEXT_SCHEMA,
  by: NULLABLE_TEXT_SCHEMA,
  branch: NULLABLE_TEXT_SCHEMA,
  tags: listSchema(TEXT_SCHEMA),
  path: TEXT_SCHEMA,
  line: COUNT_SCHEMA,
  confidence: { type: ['number', 'null'] },
  status: NULLABLE_TEXT_SCHEMA,
  verified: NULLABLE_TEXT_SCHEMA,
  from: NULLABLE_TEXT_SCHEMA,
} as const satisfies Record<string, Schema>;

const ENTRY = objectSchema(ENTRY_FIELDS);
const REMINDER = objectSchema({ ...ENTRY_FIELDS, due: NULLABLE_TEXT_SCHEMA, when: NULLABLE_TEXT_SCHEMA });
const RISEN = objectSchema({ id: TEXT_SCHEMA, type: TEXT_SCHEMA, text: TEXT_SCHEMA, from: TEXT_SCHEMA });
const PLACE = objectSchema({ path: TEXT_SCHEMA, line: COUNT_SCHEMA, text: TEXT_SCHEMA });

/** The keys of each verb's own, as `--json` has them: by the verb, or by the verb and the word that says what it is to do. */
const OWN: Readonly<Record<string, ObjectSchema>> = {
  recall: objectSchema(
    {
      context: { ...TEXT_SCHEMA, description: 'the brief' },
      tokens: COUNT_SCHEMA,
      omitted: { ...COUNT_SCHEMA, description: 'entries left out of the brief' },
      gap: objectSchema({
        minutes: { type: ['number', 'null'] },
        promoted: COUNT_SCHEMA,
        rolled: COUNT_SCHEMA,
      }),
      reminders: listSchema(REMINDER),
      feedback: listSchema(objectSchema({})),
    },
    { about: listSchema(ENTRY) },
  ),
  log: objectSchema({ entry: ENTRY, warning: NULLABLE_TEXT_SCHEMA }),
  session: objectSchema({
    sections: listSchema(objectSchema({ section: TEXT_SCHEMA, entries: listSchema(ENTRY) })),
  }),
  search: objectSchema({
    hits: listSchema(ENTRY),
    total: COUNT_SCHEMA,
    nearly: mapSchema(listSchema(TEXT_SCHEMA)),
  }),
  status: objectSchema({
    counts: objectSchema({
      entries: COUNT_SCHEMA,
      notes: COUNT_SCHEMA,
      types: mapSchema(COUNT_SCHEMA),
      kinds: mapSchema(COUNT_SCHEMA),
    }),
    health: objectSchema({
      ok: BOOLEAN_SCHEMA,
      checks: listSchema(objectSchema({ name: TEXT_SCHEMA, ok: BOOLEAN_SCHEMA, detail: TEXT_SCHEMA })),
    }),
    lastActivity: NULLABLE_TEXT_SCHEMA,
  }),
  reminders: objectSchema(
    { due: listSchema(REMINDER), context: listSchema(REMINDER), later: listSchema(REMINDER) },
    { over: listSchema(REMINDER) },
  ),
  'reminders done': objectSchema({ entry: REMINDER }),
  'reminders snooze': objectSchema({ entry: REMINDER }),
  blocker: objectSchema({ entry: ENTRY, warning: NULLABLE_TEXT_SCHEMA, related: listSchema(ENTRY) }),
  remind: objectSchema({ entry: REMINDER }),
  edges: objectSchema({ gotchas: listSchema(ENTRY) }),
  'edges add': objectSchema({ entry: ENTRY, warning: NULLABLE_TEXT_SCHEMA }),
  checkpoint: objectSchema({
    promoted: listSchema(RISEN),
    settled: listSchema(
      objectSchema({ id: TEXT_SCHEMA, proposal: TEXT_SCHEMA, how: TEXT_SCHEMA, said: TEXT_SCHEMA }),
    ),
    proposed: listSchema(PLACE),
  }),
  inbox: objectSchema({ proposals: listSchema(ENTRY) }),
  amend: objectSchema({ entry: ENTRY }),
  done: objectSchema({ entry: ENTRY }),
  why: objectSchema({ why: objectSchema({}) }),
  page: objectSchema({ page: objectSchema({ path: TEXT_SCHEMA, name: TEXT_SCHEMA, title: TEXT_SCHEMA }) }),
  'page list': objectSchema({
    pages: listSchema(objectSchema({ path: TEXT_SCHEMA, name: TEXT_SCHEMA, title: TEXT_SCHEMA })),
  }),
  links: objectSchema({ links: listSchema(objectSchema({})) }),
  history: objectSchema({
    history: listSchema(
      objectSchema({
        seq: COUNT_SCHEMA,
        at: TEXT_SCHEMA,
        verb: TEXT_SCHEMA,
        by: NULLABLE_TEXT_SCHEMA,
        say: TEXT_SCHEMA,
      }),
    ),
  }),
  diff: objectSchema({ diff: TEXT_SCHEMA }),
  'memory add': objectSchema({ entry: ENTRY }),
  'memory replace': objectSchema({ entry: ENTRY }),
  'memory remove': objectSchema({ entry: ENTRY }),
  memory: objectSchema({
    preferences: listSchema(ENTRY),
    facts: listSchema(ENTRY),
    rules: listSchema(ENTRY),
  }),
  day: objectSchema({ entries: listSchema(ENTRY) }),
  handoff: objectSchema({ handoff: objectSchema({}) }),
  'handoff list': objectSchema({ handoffs: listSchema(objectSchema({})) }),
  which: objectSchema({ root: TEXT_SCHEMA, reason: TEXT_SCHEMA, content: TEXT_SCHEMA, global: TEXT_SCHEMA }),
};

const NOTICE = objectSchema(
  { level: TEXT_SCHEMA, message: TEXT_SCHEMA },
  { path: TEXT_SCHEMA, line: COUNT_SCHEMA },
);

/** What every reply has, as `--json` has it but for `say`, which is the text of the reply. */
const REPLY = objectSchema(
  {
    ok: BOOLEAN_SCHEMA,
    changes: listSchema(objectSchema({ path: TEXT_SCHEMA, why: TEXT_SCHEMA })),
    notices: listSchema(NOTICE),
  },
  {
    seq: { ...COUNT_SCHEMA, description: 'the number of the change, for `daybook undo`' },
    queued: { ...BOOLEAN_SCHEMA, description: 'the store is busy; it is done as soon as it is free' },
    workspace: TEXT_SCHEMA,
  },
);

/** What a verb gives, asked with such a first word. */
export function outputSchemaOf(command: string, act?: string): ObjectSchema {
  const own = OWN[`${command} ${act}`] ?? OWN[command] ?? objectSchema({});
  return {
    type: 'object',
    properties: { ...REPLY.properties, ...own.properties },
    required: [...(REPLY.required ?? []), ...(own.required ?? [])],
  };
}
