import { COUNT, FLAG, list, MAYBE, type ObjectSchema, object, type Schema, TEXT, table } from './schema.js';

/** An entry as `--json` shows it: what is missing is null. */
const ENTRY_FIELDS = {
  id: TEXT,
  type: TEXT,
  kind: TEXT,
  text: TEXT,
  why: MAYBE,
  at: MAYBE,
  by: MAYBE,
  branch: MAYBE,
  tags: list(TEXT),
  path: TEXT,
  line: COUNT,
  confidence: { type: ['number', 'null'] },
  status: MAYBE,
  verified: MAYBE,
  from: MAYBE,
} as const satisfies Record<string, Schema>;

const ENTRY = object(ENTRY_FIELDS);
const REMINDER = object({ ...ENTRY_FIELDS, due: MAYBE, when: MAYBE });
const RISEN = object({ id: TEXT, type: TEXT, text: TEXT, from: TEXT });
const PLACE = object({ path: TEXT, line: COUNT, text: TEXT });

/** The keys of each verb's own, as `--json` has them: by the verb, or by the verb and the word that says what it is to do. */
const OWN: Readonly<Record<string, ObjectSchema>> = {
  recall: object(
    {
      context: { ...TEXT, description: 'the brief' },
      tokens: COUNT,
      omitted: { ...COUNT, description: 'entries left out of the brief' },
      gap: object({ minutes: { type: ['number', 'null'] }, promoted: COUNT, rolled: COUNT }),
      reminders: list(REMINDER),
      feedback: list(object({})),
    },
    { about: list(ENTRY) },
  ),
  log: object({ entry: ENTRY, warning: MAYBE }),
  session: object({ sections: list(object({ section: TEXT, entries: list(ENTRY) })) }),
  search: object({ hits: list(ENTRY), total: COUNT, nearly: table(list(TEXT)) }),
  status: object({
    counts: object({ entries: COUNT, notes: COUNT, types: table(COUNT), kinds: table(COUNT) }),
    health: object({ ok: FLAG, checks: list(object({ name: TEXT, ok: FLAG, detail: TEXT })) }),
    lastActivity: MAYBE,
  }),
  reminders: object(
    { due: list(REMINDER), context: list(REMINDER), later: list(REMINDER) },
    { over: list(REMINDER) },
  ),
  'reminders done': object({ entry: REMINDER }),
  'reminders snooze': object({ entry: REMINDER }),
  blocker: object({ entry: ENTRY, warning: MAYBE, related: list(ENTRY) }),
  remind: object({ entry: REMINDER }),
  edges: object({ gotchas: list(ENTRY) }),
  'edges add': object({ entry: ENTRY, warning: MAYBE }),
  checkpoint: object({
    promoted: list(RISEN),
    settled: list(object({ id: TEXT, proposal: TEXT, how: TEXT, said: TEXT })),
    proposed: list(PLACE),
  }),
  amend: object({ entry: ENTRY }),
  why: object({ why: object({}) }),
  page: object({ page: object({ path: TEXT, name: TEXT, title: TEXT }) }),
  'page list': object({ pages: list(object({ path: TEXT, name: TEXT, title: TEXT })) }),
  links: object({ links: list(object({})) }),
  history: object({ history: list(object({ seq: COUNT, at: TEXT, verb: TEXT, by: MAYBE, say: TEXT })) }),
  diff: object({ diff: TEXT }),
  'memory add': object({ entry: ENTRY }),
  'memory replace': object({ entry: ENTRY }),
  'memory remove': object({ entry: ENTRY }),
  memory: object({ preferences: list(ENTRY), facts: list(ENTRY), rules: list(ENTRY) }),
  day: object({ entries: list(ENTRY) }),
  handoff: object({ handoff: object({}) }),
  'handoff list': object({ handoffs: list(object({})) }),
  which: object({ root: TEXT, reason: TEXT, content: TEXT, global: TEXT }),
};

const NOTICE = object({ level: TEXT, message: TEXT }, { path: TEXT, line: COUNT });

/** What every reply has, as `--json` has it but for `say`, which is the text of the reply. */
const REPLY = object(
  { ok: FLAG, changes: list(object({ path: TEXT, why: TEXT })), notices: list(NOTICE) },
  {
    seq: { ...COUNT, description: 'the number of the change, for `daybook undo`' },
    queued: { ...FLAG, description: 'the store is busy; it is done as soon as it is free' },
    workspace: TEXT,
  },
);

/** What a verb gives, asked with such a first word. */
export function givesOf(verb: string, act?: string): ObjectSchema {
  const own = OWN[`${verb} ${act}`] ?? OWN[verb] ?? object({});
  return {
    type: 'object',
    properties: { ...REPLY.properties, ...own.properties },
    required: [...(REPLY.required ?? []), ...(own.required ?? [])],
  };
}
