import {
  ENTRY,
  ENTRY_WITH_FRESHNESS,
  FEEDBACK,
  HEALTH_CHECKS,
  HIT,
  LINK_FIELDS,
  PROPOSAL,
  REMINDER,
  SETTLED,
} from './entries.js';
import {
  createEitherSchema,
  createNullableSchema,
  createObjectSchema,
  listSchema,
  mapSchema,
  type ObjectSchema,
  VALUE_SCHEMAS,
} from './schema.js';

const { text, number, count, flag, textOrNull, countOrNull, texts, anyObject } = VALUE_SCHEMAS;

const ONE_ENTRY = createObjectSchema({ entry: ENTRY });
const LOGGED = createObjectSchema({ entry: ENTRY, warning: textOrNull });
const ONE_REMINDER = createObjectSchema({ entry: REMINDER });
const ONE_PAGE = { path: text, name: text, title: text };
const ANSWERED = createObjectSchema({ proposals: listSchema(PROPOSAL), settled: SETTLED });

/** What the night changed, for the first brief of a day. */
const NIGHT = createObjectSchema({
  date: text,
  did: listSchema(createObjectSchema({ job: text, said: text, seq: count })),
  before: texts,
  failing: texts,
  asked: count,
  line: text,
});

/** What `recall --cold` finds in the archive and in the tool log. */
const COLD_HIT = createObjectSchema(
  {
    type: text,
    text,
    snapshot: textOrNull,
    topic: textOrNull,
    path: textOrNull,
    line: countOrNull,
    at: text,
    files: texts,
  },
  { call: anyObject },
);

/** Own keys of the commands of every day and of the wiki. */
export const NOTE_OUTPUTS: Readonly<Record<string, ObjectSchema>> = {
  init: createObjectSchema({ created: texts, kept: texts, found: texts }),
  log: LOGGED,
  recall: createEitherSchema(
    createObjectSchema(
      {
        context: { ...text, description: 'the brief' },
        tokens: count,
        omitted: { ...count, description: 'entries left out of the brief' },
        night: createNullableSchema(NIGHT),
        gap: createObjectSchema({ minutes: { type: ['number', 'null'] }, promoted: count, rolled: count }),
        reminders: listSchema(REMINDER),
        feedback: listSchema(ENTRY_WITH_FRESHNESS),
      },
      { about: listSchema(HIT) },
    ),
    createObjectSchema({ hits: listSchema(COLD_HIT) }),
  ),
  search: createObjectSchema({ hits: listSchema(HIT), total: count, nearly: mapSchema(texts) }),
  done: ONE_ENTRY,
  close: ONE_ENTRY,
  remind: ONE_REMINDER,
  reminders: createObjectSchema(
    { due: listSchema(REMINDER), context: listSchema(REMINDER), later: listSchema(REMINDER) },
    { over: listSchema(REMINDER) },
  ),
  'reminders done': ONE_REMINDER,
  'reminders snooze': ONE_REMINDER,
  inbox: createObjectSchema({ proposals: listSchema(PROPOSAL) }),
  'inbox accept': ANSWERED,
  'inbox decline': ANSWERED,
  'inbox clear': ANSWERED,
  undo: createObjectSchema({
    undone: createObjectSchema(
      { paths: texts },
      {
        seq: count,
        verb: text,
        last: count,
        night: text,
        session: text,
        seqs: listSchema(count),
        left: listSchema(createObjectSchema({ seq: count, why: text })),
      },
    ),
  }),
  redo: createObjectSchema({
    redone: createObjectSchema({ seq: count, again: listSchema(count), paths: texts }),
  }),
  status: createObjectSchema({
    counts: createObjectSchema({
      entries: count,
      notes: count,
      types: mapSchema(count),
      kinds: mapSchema(count),
    }),
    trusted: flag,
    health: createObjectSchema({ ok: flag, checks: HEALTH_CHECKS }),
    lastActivity: textOrNull,
    lastInjected: createNullableSchema(anyObject),
    nextRuns: listSchema(createObjectSchema({ job: text, at: text })),
  }),
  doctor: createObjectSchema({ checks: HEALTH_CHECKS }),
  'page list': createObjectSchema({ pages: listSchema(createObjectSchema(ONE_PAGE)) }),
  'page new': createObjectSchema({ page: createObjectSchema(ONE_PAGE) }),
  'page show': createObjectSchema({
    page: createObjectSchema({ ...ONE_PAGE, text }),
    links: listSchema(createObjectSchema({ path: text, ...LINK_FIELDS })),
  }),
  'page rename': createObjectSchema({ page: createObjectSchema({ ...ONE_PAGE, from: text, links: count }) }),
  links: createObjectSchema({
    links: listSchema(createObjectSchema({ path: text }, { ...LINK_FIELDS, why: text })),
  }),
  why: createObjectSchema({
    why: createObjectSchema({
      entry: ENTRY_WITH_FRESHNESS,
      origin: createObjectSchema({
        origin: text,
        by: textOrNull,
        session: textOrNull,
        seq: countOrNull,
        author: createNullableSchema(createObjectSchema({ name: text, commit: text })),
      }),
      written: listSchema(
        createObjectSchema({
          seq: count,
          at: text,
          verb: text,
          by: textOrNull,
          session: textOrNull,
          say: text,
        }),
      ),
      source: createNullableSchema(ENTRY),
      supersededBy: createNullableSchema(ENTRY),
      brief: createObjectSchema({
        shown: flag,
        part: textOrNull,
        rank: { type: ['number', 'null'] },
        place: countOrNull,
        reason: text,
      }),
    }),
  }),
  amend: ONE_ENTRY,
  memory: createObjectSchema({
    preferences: listSchema(ENTRY),
    facts: listSchema(ENTRY),
    rules: listSchema(ENTRY),
  }),
  'memory add': createObjectSchema(
    { entry: ENTRY },
    { superseded: listSchema(ENTRY), proposed: listSchema(ENTRY), left: texts },
  ),
  'memory replace': createObjectSchema(
    { entry: ENTRY },
    { superseded: listSchema(ENTRY), proposed: listSchema(ENTRY), left: texts },
  ),
  'memory remove': ONE_ENTRY,
  day: createObjectSchema({ tier: text, entries: listSchema(ENTRY) }),
  'day add': ONE_ENTRY,
  lint: createObjectSchema({}),
  session: createObjectSchema({
    sections: listSchema(createObjectSchema({ section: text, entries: listSchema(ENTRY_WITH_FRESHNESS) })),
  }),
  feedback: createObjectSchema({ feedback: listSchema(FEEDBACK) }),
  'feedback add': createObjectSchema({ feedback: FEEDBACK }),
  'feedback applied': createObjectSchema({ feedback: FEEDBACK }),
  'feedback audit': createObjectSchema({
    feedback: listSchema(FEEDBACK),
    patterns: listSchema(createObjectSchema({ times: count, rule: text, feedback: texts })),
    proposed: texts,
  }),
  blocker: createObjectSchema({ entry: ENTRY, warning: textOrNull, related: listSchema(HIT) }),
  edges: createObjectSchema({ gotchas: listSchema(ENTRY) }),
  'edges add': LOGGED,
  guard: createEitherSchema(
    createObjectSchema({ context: text, denied: flag, advised: listSchema(ENTRY), trace: anyObject }),
    createObjectSchema({ watched: listSchema(ENTRY) }),
  ),
  reject: createObjectSchema({
    failure: createObjectSchema({
      what: text,
      id: text,
      path: text,
      schema_version: text,
      rejected_by: text,
      reason: text,
      repeat_count: count,
      confidence: text,
      scope: text,
      related: texts,
      alternatives: texts,
    }),
  }),
  compress: createObjectSchema({
    symbolic: mapSchema(createObjectSchema({ strategy: texts, rejected: texts, raw: texts })),
    constraints: texts,
    conflicts: listSchema(anyObject),
  }),
  pressure: createObjectSchema({
    level: text,
    warning: number,
    critical: number,
    growth: text,
    complexity: text,
    ratio: number,
    tokens: count,
    zone: text,
    crossed: flag,
    layers: textOrNull,
  }),
};
