import {
  createNullableSchema,
  createObjectSchema,
  listSchema,
  mapSchema,
  type Schema,
  VALUE_SCHEMAS,
} from './schema.js';

const { text, number, count, flag, textOrNull, texts } = VALUE_SCHEMAS;

const ENTRY_FIELDS = {
  id: text,
  type: text,
  kind: text,
  text,
  why: textOrNull,
  at: textOrNull,
  by: textOrNull,
  branch: textOrNull,
  tags: texts,
  path: text,
  line: count,
  confidence: { type: ['number', 'null'] },
  status: textOrNull,
  verified: textOrNull,
  superseded: textOrNull,
  from: textOrNull,
} as const satisfies Record<string, Schema>;

/** Whether what an entry names is still as it was. */
const FRESHNESS = createNullableSchema(
  createObjectSchema({
    state: text,
    named: listSchema(
      createObjectSchema({
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

export const ENTRY = createObjectSchema(ENTRY_FIELDS);
export const ENTRY_WITH_FRESHNESS = createObjectSchema({ ...ENTRY_FIELDS, freshness: FRESHNESS });
export const REMINDER = createObjectSchema({ ...ENTRY_FIELDS, due: textOrNull, when: textOrNull });
export const PROPOSAL = createObjectSchema({ ...ENTRY_FIELDS, n: count });

/** An entry that was searched for, and how it was found. */
export const HIT = createObjectSchema(ENTRY_FIELDS, {
  section: textOrNull,
  score: number,
  matches: texts,
  freshness: FRESHNESS,
  parts: mapSchema(number),
});

/** A record of the correction log. */
export const FEEDBACK = createObjectSchema({
  id: text,
  mistake: text,
  correction: text,
  trigger: text,
  prevention: text,
  category: text,
  severity: text,
  verified: flag,
  seen: count,
  hits: count,
  clean: count,
  violated: count,
  timestamp: textOrNull,
  entry: ENTRY,
});

/** An answered proposal of the inbox. */
export const SETTLED = listSchema(createObjectSchema({ id: text, proposal: text, how: text, said: text }));

/** One link from a note. */
export const LINK_FIELDS = {
  line: count,
  link: text,
  to: textOrNull,
  heading: textOrNull,
  block: textOrNull,
  alias: textOrNull,
  embed: flag,
} as const satisfies Record<string, Schema>;

/** What `doctor` and `status` check. */
export const HEALTH_CHECKS = listSchema(
  createObjectSchema(
    { name: text, ok: flag, detail: text },
    {
      mendable: flag,
      unknown: listSchema(createObjectSchema({ path: text, cause: text, why: text, remedy: text })),
    },
  ),
);
