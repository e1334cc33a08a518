import { ENTRY, PHASE_CHECKPOINT, SETTLED, WAITING } from './entries.js';
import { listSchema, mapSchema, nullableSchema, objectSchema, type Schema, VALUE_SCHEMAS } from './schema.js';

const { text, count, flag, textOrNull, numberOrNull, countOrNull, texts, anyObject } = VALUE_SCHEMAS;

const FLAG_OR_LIST: Schema<boolean | readonly Readonly<Record<string, unknown>>[]> = {
  anyOf: [flag, listSchema(anyObject)],
};
const COUNT_OR_COUNTS: Schema<number | readonly number[]> = { type: ['integer', 'array'], items: count };

const HANDOFF = objectSchema({
  id: text,
  goal: text,
  next: textOrNull,
  outcome: textOrNull,
  turns: countOrNull,
  minutes: numberOrNull,
  actions: texts,
  artifacts: texts,
  added: texts,
  corrected: texts,
  blockers: texts,
  questions: texts,
  commits: texts,
  workspace: textOrNull,
  branch: textOrNull,
  agent: textOrNull,
  parent: textOrNull,
  entry: ENTRY,
});

/** A saved state in a list. */
const SAVED = { id: text, path: text, created_at: text, status: text, goal: text };

const SNAPSHOT = objectSchema({
  id: text,
  path: text,
  snapshot_id: text,
  created_at: text,
  version: text,
  status: text,
  session: textOrNull,
  goal: text,
  state: text,
  next_action: text,
  active_files: texts,
  file_notes: mapSchema(text),
  blocker: text,
  constraints: texts,
  decisions: texts,
  failure_graph: mapSchema(anyObject),
  groups: nullableSchema(anyObject),
  auto_trigger: nullableSchema(objectSchema({ reason: text, tool_calls_since_last: count })),
});

const TOKENS_BY_LAYER = objectSchema({ l1: count, l2: count, l3: count });

const MERGED = listSchema(objectSchema({ text, sources: texts }));

/** The header of a session of any client. */
const SESSION_FIELDS = {
  id: text,
  client: text,
  origin: text,
  bytes: count,
  cwd: textOrNull,
  branch: textOrNull,
  goal: textOrNull,
  started: textOrNull,
  last: textOrNull,
  path: textOrNull,
};

/** A session imported from a transcript. */
const READ_SESSION_FIELDS = {
  ...SESSION_FIELDS,
  count,
  turns: count,
  leaves: count,
  leaf: textOrNull,
  branchPoints: texts,
  spent: count,
};

const LABELS = listSchema(objectSchema({ name: text, as: text, entry: textOrNull }));
const STORED_FIELDS = {
  session: objectSchema(
    { id: text, origin: text, count, leaf: textOrNull },
    { labels: LABELS, engine: text },
  ),
};
const STORED_SESSION = objectSchema(STORED_FIELDS);

const JOBS = objectSchema({
  jobs: listSchema(
    objectSchema({
      name: text,
      about: text,
      schedule: text,
      condition: text,
      lastDone: textOrNull,
      said: textOrNull,
      seq: countOrNull,
      failures: count,
      why: textOrNull,
      next: textOrNull,
    }),
  ),
});

const TIMER = objectSchema({
  timer: objectSchema({ as: text, name: text, text }, { places: texts, left: textOrNull }),
});

/** What `scrub` found in one workspace and removed. */
const SCRUBBED_FIELDS = {
  notes: texts,
  renamed: texts,
  places: count,
  records: count,
  images: count,
  requests: count,
  files: count,
  git: nullableSchema(objectSchema({ commits: countOrNull, isNamed: flag })),
};

const PLAN = objectSchema({ task: text, path: text, done: flag, objective: text, next: texts });

/** JSON keys of the commands in the other groups. */
export const WORK_OUTPUTS = {
  fix: objectSchema({
    fixes: listSchema(
      objectSchema({
        error: textOrNull,
        command: text,
        changes: texts,
        at: text,
        session: textOrNull,
        times: count,
      }),
    ),
  }),
  save: objectSchema({
    snapshot: nullableSchema(objectSchema({ id: text, path: text, tokens: TOKENS_BY_LAYER })),
    archived: texts,
  }),
  load: objectSchema({
    snapshot: nullableSchema(SNAPSHOT),
    list: listSchema(objectSchema({ n: count, kind: text, ...SAVED })),
    context: textOrNull,
    tokens: count,
    omitted: count,
    discrepancies: listSchema(objectSchema({ path: text, fate: text, modified: textOrNull, to: textOrNull })),
  }),
  'load --list': objectSchema({
    snapshots: listSchema(objectSchema({ ...SAVED, size: count, validity: text })),
  }),
  'load clean': objectSchema({ archived: texts }),
  'load stats': objectSchema({ stats: objectSchema({ count, bytes: count, tokens: TOKENS_BY_LAYER }) }),
  plan: objectSchema({ plan: PLAN }),
  'plan list': objectSchema({ plans: listSchema(PLAN) }),
  finding: objectSchema({
    finding: nullableSchema(objectSchema({ path: text, agent: text, task: text, status: text })),
  }),
  'finding merge': objectSchema({
    merged: objectSchema({
      path: text,
      task: text,
      sources: texts,
      discoveries: MERGED,
      files: MERGED,
      questions: MERGED,
      recommendations: MERGED,
      contradictions: listSchema(MERGED),
    }),
  }),
  checkpoint: objectSchema({
    checkpoint: nullableSchema(PHASE_CHECKPOINT),
    handoff: nullableSchema(HANDOFF),
    promoted: listSchema(objectSchema({ id: text, type: text, text, from: text })),
    settled: SETTLED,
    proposed: listSchema(objectSchema({ path: text, line: count, text })),
    waiting: WAITING,
    answered: listSchema(objectSchema({ id: text, how: text, text, said: text })),
  }),
  snap: objectSchema({
    snap: objectSchema({ path: text }, { reason: text, tokens: count, task: textOrNull }),
  }),
  'load --recover': objectSchema({
    recovery: objectSchema({
      kind: text,
      path: text,
      task: text,
      summary: text,
      next: text,
      instructions: text,
      phase: text,
      blocker: text,
      active: texts,
      blocked: texts,
      pending: texts,
      at: textOrNull,
      findings: texts,
      context: text,
      omitted: count,
    }),
    tokens: count,
  }),
  handoff: objectSchema({ handoff: HANDOFF }),
  'handoff list': objectSchema({ handoffs: listSchema(HANDOFF) }),
  sessions: objectSchema({
    sessions: listSchema(objectSchema(SESSION_FIELDS)),
    unread: listSchema(objectSchema({ client: text, what: text, count, why: text })),
  }),
  'sessions show': objectSchema({
    session: objectSchema({
      ...READ_SESSION_FIELDS,
      messages: listSchema(
        objectSchema({ id: text, parent: textOrNull, at: textOrNull }, { message: anyObject }),
      ),
    }),
  }),
  'sessions tree': objectSchema({
    session: objectSchema(READ_SESSION_FIELDS),
    tree: listSchema(objectSchema({ text, id: textOrNull })),
  }),
  'sessions resume': objectSchema({
    session: objectSchema({
      ...READ_SESSION_FIELDS,
      messages: listSchema(anyObject),
      todos: listSchema(anyObject),
      files: objectSchema({ read: texts, modified: texts }),
    }),
  }),
  'sessions checkpoint': objectSchema(STORED_FIELDS, { checkpoints: LABELS }),
  'sessions import': objectSchema({
    imported: objectSchema({
      sessions: count,
      days: listSchema(objectSchema({ date: text, path: text, sessions: texts })),
      handoffs: texts,
      proposed: texts,
    }),
  }),
  'sessions new': STORED_SESSION,
  'sessions append': STORED_SESSION,
  'sessions branch': STORED_SESSION,
  'sessions switch': STORED_SESSION,
  'sessions compact': STORED_SESSION,
  'sessions undo': STORED_SESSION,
  'sessions migrate': STORED_SESSION,
  import: objectSchema({
    imported: objectSchema({
      page: textOrNull,
      before: count,
      items: listSchema(
        objectSchema({
          file: text,
          line: count,
          path: text,
          section: textOrNull,
          id: textOrNull,
          what: text,
        }),
      ),
      skipped: listSchema(objectSchema({ path: text, why: text })),
    }),
  }),
  merge: objectSchema({ merged: listSchema(objectSchema({ path: text, conflicts: count, doubled: texts })) }),
  sync: objectSchema({
    merged: listSchema(objectSchema({ path: text, conflicts: count, doubled: texts })),
    pushed: textOrNull,
    attempts: count,
    conflicts: texts,
  }),
  'config agents': objectSchema({ session: text, off: flag }),
  ingest: objectSchema({ pages: listSchema(objectSchema({ source: text, path: text, status: text })) }),
  export: objectSchema({ exported: objectSchema({ format: text, folder: text, pages: count }) }),
  cron: JOBS,
  'cron log': objectSchema({ runs: listSchema(anyObject) }),
  'cron run': { ...objectSchema({}, { runs: listSchema(anyObject) }), additionalProperties: true },
  'cron tick': objectSchema({
    runs: listSchema(objectSchema({ job: text, what: text, said: text }, { at: text, diff: text })),
  }),
  'cron simulate': objectSchema({
    runs: listSchema(objectSchema({ job: text, at: text, what: text, said: text, diff: text })),
  }),
  'cron start': objectSchema({}),
  'cron install': TIMER,
  'cron uninstall': TIMER,
  cleanup: objectSchema({ archived: texts, moved: count, asked: count, forgotten: count }),
  journal: objectSchema({ traced: texts }),
  history: objectSchema({
    history: listSchema(
      objectSchema(
        {
          seq: count,
          at: text,
          verb: text,
          by: textOrNull,
          session: textOrNull,
          say: text,
          touched: listSchema(anyObject),
        },
        {
          undoes: COUNT_OR_COUNTS,
          origins: mapSchema(text),
          adopted: flag,
        },
      ),
    ),
  }),
  'history --diff': objectSchema({ diff: text, at: text, verb: text, seq: count }),
  restore: objectSchema({ restored: objectSchema({ path: text }, { at: text, id: text }) }, { diff: text }),
  scrub: objectSchema({
    scrubbed: objectSchema(SCRUBBED_FIELDS, {
      global: objectSchema(SCRUBBED_FIELDS),
      left: listSchema(objectSchema({ path: text, why: text })),
    }),
  }),
  forget: objectSchema(
    {
      forgotten: objectSchema({
        done: flag,
        entries: listSchema(anyObject),
        places: listSchema(objectSchema({ path: text, line: count })),
        withholds: flag,
      }),
    },
    {
      scrubbed: objectSchema(SCRUBBED_FIELDS, {
        global: objectSchema(SCRUBBED_FIELDS),
        left: listSchema(objectSchema({ path: text, why: text })),
      }),
    },
  ),
  trust: objectSchema(
    { trusted: FLAG_OR_LIST },
    {
      adopted: objectSchema({
        records: count,
        images: count,
        sessions: count,
        runs: count,
        calls: count,
        queued: count,
        leftOut: texts,
        folders: texts,
      }),
      confirmed: texts,
    },
  ),
  config: objectSchema({
    settings: listSchema(
      objectSchema({
        name: text,
        group: text,
        value: {},
        default: {},
        unit: textOrNull,
        choices: texts,
        origin: text,
        about: text,
      }),
    ),
  }),
  'config set': objectSchema({ set: objectSchema({ name: text, value: {}, before: {} }) }),
  context: objectSchema({ context: text, tokens: count, omitted: count }),
  tokens: objectSchema({
    seed: objectSchema({ words: count, lines: count, asProse: count, asCode: count }),
    tokenizer: count,
  }),
  completions: objectSchema({}),
  uninstall: objectSchema({ restored: texts }),
  'before-prompt': objectSchema({ context: text, notice: text, shown: texts }),
  'after-activity': objectSchema({
    context: text,
    notice: text,
    saved: nullableSchema(objectSchema({ trigger: text, path: text })),
    pulse: objectSchema({
      callsSinceSave: count,
      callsOfTurn: count,
      turn: countOrNull,
      worked: flag,
      began: numberOrNull,
      refused: flag,
      completed: flag,
      planned: flag,
      logged: flag,
      madeGood: count,
      failuresBefore: count,
      last: textOrNull,
      saved: objectSchema({ at: numberOrNull, turn: countOrNull }),
    }),
  }),
  'before-compact': objectSchema({ context: text, snap: textOrNull }),
};
