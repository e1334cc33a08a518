import { listSchema, mapSchema, nullableSchema, objectSchema, VALUE_SCHEMAS } from './schema.js';

const { text, number, numberOrNull, count, flag, textOrNull, texts } = VALUE_SCHEMAS;

export const ENTRY_FIELDS = {
  id: text,
  type: text,
  kind: text,
  text,
  why: textOrNull,
  alternatives: texts,
  workaround: textOrNull,
  at: textOrNull,
  by: textOrNull,
  branch: textOrNull,
  tags: texts,
  path: text,
  line: count,
  confidence: numberOrNull,
  status: textOrNull,
  verified: textOrNull,
  superseded: textOrNull,
  from: textOrNull,
};

/** Whether the code and files that an entry names have changed. */
const FRESHNESS = nullableSchema(
  objectSchema({
    state: text,
    named: listSchema(
      objectSchema({
        sort: text,
        name: text,
        fate: text,
        to: textOrNull,
        at: textOrNull,
        commit: textOrNull,
      }),
    ),
  }),
);

export const ENTRY = objectSchema(ENTRY_FIELDS);
export const ENTRY_WITH_FRESHNESS = objectSchema({ ...ENTRY_FIELDS, freshness: FRESHNESS });
export const REMINDER = objectSchema({ ...ENTRY_FIELDS, due: textOrNull, when: textOrNull });
export const PROPOSAL = objectSchema({ ...ENTRY_FIELDS, n: count });

const NEIGHBOUR = nullableSchema(objectSchema({ id: text, text }));

/** A hit of a search: the entry, how it was found, the headings above it and the entries beside it. */
export const HIT = objectSchema(ENTRY_FIELDS, {
  section: textOrNull,
  score: number,
  matches: texts,
  passage: text,
  freshness: FRESHNESS,
  parts: mapSchema(number),
  heading: textOrNull,
  due: text,
  before: NEIGHBOUR,
  after: NEIGHBOUR,
});

/** An entry that nearly matched a search, with the reasons why it is no hit. */
export const MISS = objectSchema(
  { ...ENTRY_FIELDS, reasons: texts },
  { section: textOrNull, score: number, matches: texts, passage: text, parts: mapSchema(number) },
);

/** A record of the correction log. */
export const FEEDBACK = objectSchema({
  id: text,
  mistake: text,
  correction: text,
  trigger: text,
  prevention: text,
  category: text,
  severity: text,
  verified: flag,
  resolved: flag,
  seen: count,
  hits: count,
  clean: count,
  violated: count,
  timestamp: textOrNull,
  entry: ENTRY,
});

/** An answered proposal of the inbox. */
export const SETTLED = listSchema(objectSchema({ id: text, proposal: text, how: text, said: text }));

/** Lines that a reply asks the agent to keep or drop. */
export const WAITING = listSchema(objectSchema({ id: text, text, type: text, path: text, line: count }));

/** One link from a note. */
export const LINK_FIELDS = {
  line: count,
  link: text,
  to: textOrNull,
  heading: textOrNull,
  block: textOrNull,
  alias: textOrNull,
  embed: flag,
};

/** One check of `doctor` and `status`. */
export const HEALTH_CHECKS = listSchema(
  objectSchema(
    { name: text, ok: flag, detail: text },
    {
      mendable: flag,
      unknown: listSchema(objectSchema({ path: text, cause: text, why: text, remedy: text })),
      unmerged: listSchema(objectSchema({ path: text, message: text })),
    },
  ),
);

/** A checkpoint between two phases of a long task. */
export const PHASE_CHECKPOINT = objectSchema({
  path: text,
  checkpoint_id: text,
  task_id: text,
  phase: text,
  timestamp: text,
  state: objectSchema({
    completed_subtasks: texts,
    pending_subtasks: texts,
    active_agents: texts,
    blocked_agents: texts,
    findings_count: count,
  }),
  context_summary: text,
  next_action: text,
  recovery_instructions: text,
});
