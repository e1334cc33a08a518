import {
  ENTRY,
  ENTRY_FIELDS,
  ENTRY_WITH_FRESHNESS,
  FEEDBACK,
  HEALTH_CHECKS,
  HIT,
  LINK_FIELDS,
  MISS,
  PROPOSAL,
  REMINDER,
  SETTLED,
  WAITING,
} from './entries.js';
import {
  eitherSchema,
  listSchema,
  mapSchema,
  nullableSchema,
  objectSchema,
  VALUE_SCHEMAS,
} from './schema.js';

const { text, number, count, flag, textOrNull, numberOrNull, countOrNull, texts, anyObject } = VALUE_SCHEMAS;

const ONE_ENTRY = objectSchema({ entry: ENTRY });
/** How a new entry relates to existing entries. */
const RELATED = {
  superseded: listSchema(ENTRY),
  closed: listSchema(ENTRY),
  proposed: listSchema(ENTRY),
  related: { ...listSchema(HIT), description: 'standing entries that it may replace, close or repeat' },
};
/** A proved guard: a pattern, and calls that it must and must not match. */
const GUARD = { guard: nullableSchema(objectSchema({ pattern: text, trips: texts, passes: texts })) };

/** `remember to …` with a time becomes a reminder. */
const ENTRY_OR_REMINDER = objectSchema(ENTRY_FIELDS, { due: textOrNull, when: textOrNull });
const LOGGED = objectSchema(
  { entry: ENTRY_OR_REMINDER, warning: textOrNull },
  {
    ...GUARD,
    ...RELATED,
    also: listSchema(ENTRY_OR_REMINDER),
    waiting: { ...listSchema(ENTRY), description: 'the entry, if the reply asks for its type' },
  },
);
const RECEIPT = objectSchema({ shown: count, followed: count, overridden: count, noChance: count });
const ONE_PAGE = { path: text, name: text, title: text };
const ANSWERED = objectSchema({ proposals: listSchema(PROPOSAL), settled: SETTLED });

/** The changes that nightly jobs made, for the first brief of a day. */
const NIGHT = objectSchema({
  date: text,
  did: listSchema(objectSchema({ job: text, said: text, seq: count })),
  before: texts,
  failing: texts,
  asked: count,
  line: text,
});

/** Hits of `recall --cold` in the archive and the tool log. */
const COLD_HIT = objectSchema(
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

/** A hit of `search --sessions`, and the command that shows its session. */
const SESSION_HIT = objectSchema({
  session: text,
  agent: text,
  project: textOrNull,
  at: textOrNull,
  role: text,
  text,
  partner: { ...textOrNull, description: 'the answer to a prompt, or the prompt before an answer' },
  score: number,
  count: { ...count, description: 'passages of the session that match' },
  show: text,
});

/** A hit in a file of another tool that is not imported. */
const FILE_HIT = objectSchema({
  tool: text,
  file: text,
  line: count,
  heading: textOrNull,
  text,
  command: { ...text, description: 'the command that imports it' },
  score: number,
});

const MOVED_PAGE = objectSchema({ page: objectSchema({ ...ONE_PAGE, from: text, links: count }) });

/** JSON keys of the commands in the groups Every day and Wiki. */
export const NOTE_OUTPUTS = {
  init: objectSchema({
    created: texts,
    kept: texts,
    found: texts,
    sources: listSchema(
      objectSchema({
        source: text,
        what: text,
        path: textOrNull,
        count,
        oldest: text,
        newest: text,
        deletedInDays: countOrNull,
        command: text,
        imported: textOrNull,
        isOffered: flag,
      }),
    ),
  }),
  log: LOGGED,
  'log blocker': objectSchema({ entry: ENTRY, warning: textOrNull, related: listSchema(HIT) }),
  recall: objectSchema(
    {
      context: { ...text, description: 'the brief' },
      tokens: count,
      omitted: { ...count, description: 'entries left out of the brief' },
      night: nullableSchema(NIGHT),
      waiting: WAITING,
      gap: objectSchema({ minutes: numberOrNull, promoted: count, rolled: count }),
      reminders: listSchema(REMINDER),
      feedback: listSchema(ENTRY_WITH_FRESHNESS),
    },
    {
      asOf: text,
      trace: anyObject,
      about: listSchema(HIT),
      outside: {
        ...listSchema(eitherSchema(SESSION_HIT, FILE_HIT)),
        description: 'sessions of agents and files of other tools about the query',
      },
    },
  ),
  'recall --cold': objectSchema({ hits: listSchema(COLD_HIT) }),
  search: objectSchema(
    {
      hits: listSchema(eitherSchema(HIT, SESSION_HIT, FILE_HIT)),
      total: count,
      nearly: mapSchema(texts),
    },
    { misses: listSchema(MISS), vectors: count, entries: count, asOf: text },
  ),
  done: objectSchema({ entry: ENTRY_OR_REMINDER }),
  remind: eitherSchema(
    objectSchema({ entry: REMINDER }),
    objectSchema(
      { due: listSchema(REMINDER), context: listSchema(REMINDER), later: listSchema(REMINDER) },
      { over: listSchema(REMINDER), todos: listSchema(REMINDER) },
    ),
  ),
  inbox: objectSchema({ proposals: listSchema(PROPOSAL) }),
  'inbox accept': ANSWERED,
  'inbox decline': ANSWERED,
  'inbox clear': ANSWERED,
  undo: objectSchema({
    undone: objectSchema(
      { paths: texts },
      {
        seq: count,
        verb: text,
        last: count,
        night: text,
        session: text,
        seqs: listSchema(count),
        left: listSchema(objectSchema({ seq: count, why: text })),
      },
    ),
  }),
  'undo --redo': objectSchema({
    redone: objectSchema({ seq: count, again: listSchema(count), paths: texts }),
  }),
  status: objectSchema(
    {
      root: textOrNull,
      reason: text,
      content: textOrNull,
      global: text,
      counts: objectSchema({
        entries: count,
        notes: count,
        types: mapSchema(count),
        kinds: mapSchema(count),
      }),
      trusted: flag,
      health: objectSchema({ ok: flag, checks: HEALTH_CHECKS }),
      lastActivity: textOrNull,
      lastInjected: nullableSchema(anyObject),
      atWork: listSchema(anyObject),
      nextRuns: listSchema(objectSchema({ job: text, at: text })),
      timer: textOrNull,
    },
    {
      week: objectSchema({
        since: text,
        tokens: count,
        sessions: count,
        entries: count,
        receipt: RECEIPT,
        unneeded: listSchema(ENTRY),
      }),
    },
  ),
  doctor: objectSchema({ checks: HEALTH_CHECKS }),
  page: objectSchema({ pages: listSchema(objectSchema(ONE_PAGE)) }),
  'page new': objectSchema({ page: objectSchema(ONE_PAGE) }),
  'page add': objectSchema({ page: objectSchema(ONE_PAGE) }),
  'page show': objectSchema({
    page: objectSchema({ ...ONE_PAGE, text }),
    links: listSchema(objectSchema({ path: text, ...LINK_FIELDS })),
  }),
  'page rename': MOVED_PAGE,
  'page move': MOVED_PAGE,
  'page merge': MOVED_PAGE,
  'page delete': objectSchema({
    page: objectSchema(ONE_PAGE),
    links: listSchema(objectSchema({ path: text, ...LINK_FIELDS })),
  }),
  links: objectSchema({ links: listSchema(objectSchema({ path: text }, { ...LINK_FIELDS, why: text })) }),
  about: objectSchema({
    path: text,
    names: texts,
    entries: listSchema(ENTRY),
    sessions: listSchema(
      objectSchema({ id: text, agent: text, last: textOrNull, goal: textOrNull, files: texts }),
    ),
    commits: listSchema(objectSchema({ hash: text, at: text, author: text, subject: text })),
  }),
  why: eitherSchema(
    objectSchema({
      why: objectSchema({
        entry: ENTRY_WITH_FRESHNESS,
        origin: objectSchema({
          origin: text,
          by: textOrNull,
          session: textOrNull,
          seq: countOrNull,
          author: nullableSchema(objectSchema({ name: text, commit: text })),
        }),
        written: listSchema(
          objectSchema({ seq: count, at: text, verb: text, by: textOrNull, session: textOrNull, say: text }),
        ),
        source: nullableSchema(ENTRY),
        supersededBy: nullableSchema(ENTRY),
        brief: objectSchema({
          shown: flag,
          part: textOrNull,
          rank: numberOrNull,
          place: countOrNull,
          reason: text,
        }),
        receipt: nullableSchema(RECEIPT),
      }),
    }),
    objectSchema({
      blame: objectSchema({
        path: text,
        line: count,
        text: textOrNull,
        commit: nullableSchema(anyObject),
        session: nullableSchema(anyObject),
        shown: listSchema(ENTRY),
        notShown: listSchema(anyObject),
        unknown: texts,
      }),
    }),
  ),
  amend: objectSchema({ entry: ENTRY_OR_REMINDER }),
  memory: objectSchema({
    preferences: listSchema(ENTRY),
    facts: listSchema(ENTRY),
    rules: listSchema(ENTRY),
  }),
  'memory add': objectSchema({ entry: ENTRY }, { ...RELATED, warning: textOrNull, left: texts }),
  'memory replace': objectSchema({ entry: ENTRY }, { ...RELATED, warning: textOrNull, left: texts }),
  'memory remove': ONE_ENTRY,
  day: objectSchema({ tier: text, entries: listSchema(ENTRY) }),
  'day add': ONE_ENTRY,
  serve: objectSchema({ url: text }),
  view: objectSchema({ path: text, entries: count, notes: count }),
  lint: objectSchema({}),
  check: objectSchema({
    findings: listSchema(objectSchema({ path: text, line: count, entry: ENTRY, why: text, level: text })),
    stale: listSchema(ENTRY),
  }),
  'recall --session': objectSchema({
    sections: listSchema(objectSchema({ section: text, entries: listSchema(ENTRY_WITH_FRESHNESS) })),
  }),
  feedback: objectSchema({ feedback: listSchema(FEEDBACK) }),
  'feedback add': objectSchema({ feedback: FEEDBACK }, GUARD),
  'feedback applied': objectSchema({ feedback: FEEDBACK }),
  'feedback audit': objectSchema({
    feedback: listSchema(FEEDBACK),
    patterns: listSchema(objectSchema({ times: count, rule: text, feedback: texts })),
    proposed: texts,
  }),
  'guard --intent': objectSchema({ gotchas: listSchema(ENTRY), others: listSchema(ENTRY) }),
  guard: eitherSchema(
    objectSchema({ context: text, denied: flag, advised: listSchema(ENTRY), trace: anyObject }),
    objectSchema({ watched: listSchema(ENTRY) }),
  ),
  reject: objectSchema(
    {
      failure: objectSchema({
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
    },
    GUARD,
  ),
  compress: objectSchema({
    symbolic: mapSchema(objectSchema({ strategy: texts, rejected: texts, raw: texts })),
    constraints: texts,
    conflicts: listSchema(anyObject),
  }),
  pressure: objectSchema({
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
