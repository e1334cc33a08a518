import { ENTRY, SETTLED } from './entries.js';
import {
  createNullableSchema,
  createObjectSchema,
  listSchema,
  mapSchema,
  type ObjectSchema,
  type Schema,
  VALUE_SCHEMAS,
} from './schema.js';

const { text, count, flag, textOrNull, countOrNull, texts, anyObject } = VALUE_SCHEMAS;

const HANDOFF = createObjectSchema({
  id: text,
  goal: text,
  outcome: textOrNull,
  turns: countOrNull,
  minutes: { type: ['number', 'null'] },
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

const PHASE_CHECKPOINT = createObjectSchema({
  path: text,
  checkpoint_id: text,
  task_id: text,
  phase: text,
  timestamp: text,
  state: createObjectSchema({
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

const SNAPSHOT = createObjectSchema({
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
  blocker: text,
  constraints: texts,
  decisions: texts,
  failure_graph: mapSchema(anyObject),
  groups: createNullableSchema(anyObject),
  auto_trigger: createNullableSchema(createObjectSchema({ reason: text, tool_calls_since_last: count })),
});

const TOKENS_BY_LAYER = createObjectSchema({ l1: count, l2: count, l3: count });

const MERGED = listSchema(createObjectSchema({ text, sources: texts }));

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
} as const satisfies Record<string, Schema>;

/** A session whose transcript was read. */
const READ_SESSION_FIELDS = {
  ...SESSION_FIELDS,
  count,
  turns: count,
  leaves: count,
  leaf: textOrNull,
  branchPoints: texts,
  spent: count,
} as const satisfies Record<string, Schema>;

const LABELS = listSchema(createObjectSchema({ name: text, as: text, entry: textOrNull }));
const STORED_SESSION = createObjectSchema({
  session: createObjectSchema(
    { id: text, origin: text, count, leaf: textOrNull },
    { labels: LABELS, engine: text },
  ),
});

const JOBS = createObjectSchema({
  jobs: listSchema(
    createObjectSchema({
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

const TIMER = createObjectSchema({
  timer: createObjectSchema({ as: text, name: text, text }, { places: texts, left: textOrNull }),
});

/** What a scrub found and took out of one workspace. */
const SCRUBBED_FIELDS = {
  notes: texts,
  renamed: texts,
  places: count,
  records: count,
  images: count,
  requests: count,
  files: count,
  git: createNullableSchema(createObjectSchema({ commits: countOrNull, isNamed: flag })),
} as const satisfies Record<string, Schema>;

/** Own keys of the commands for tasks, agents, exchange and maintenance. */
export const WORK_OUTPUTS: Readonly<Record<string, ObjectSchema>> = {
  save: createObjectSchema({
    snapshot: createNullableSchema(createObjectSchema({ id: text, path: text, tokens: TOKENS_BY_LAYER })),
    archived: texts,
  }),
  load: createObjectSchema({
    snapshot: createNullableSchema(SNAPSHOT),
    list: listSchema(
      createObjectSchema({ n: count, id: text, path: text, created_at: text, status: text, goal: text }),
    ),
    context: textOrNull,
    tokens: count,
    omitted: count,
    discrepancies: listSchema(
      createObjectSchema({ path: text, fate: text, modified: textOrNull, to: textOrNull }),
    ),
  }),
  snapshots: createObjectSchema({
    snapshots: listSchema(
      createObjectSchema({
        id: text,
        path: text,
        created_at: text,
        size: count,
        status: text,
        validity: text,
        goal: text,
      }),
    ),
  }),
  'snapshots clean': createObjectSchema({ archived: texts }),
  'snapshots stats': createObjectSchema({
    stats: createObjectSchema({ count, bytes: count, tokens: TOKENS_BY_LAYER }),
  }),
  plan: createObjectSchema({
    plan: createObjectSchema({ task: text, path: text, done: flag, objective: text, next: texts }),
  }),
  finding: createObjectSchema({
    finding: createNullableSchema(createObjectSchema({ path: text, agent: text, task: text, status: text })),
  }),
  'finding merge': createObjectSchema({
    merged: createObjectSchema({
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
  checkpoint: createObjectSchema({
    checkpoint: createNullableSchema(PHASE_CHECKPOINT),
    handoff: createNullableSchema(HANDOFF),
    promoted: listSchema(createObjectSchema({ id: text, type: text, text, from: text })),
    settled: SETTLED,
    proposed: listSchema(createObjectSchema({ path: text, line: count, text })),
  }),
  snap: createObjectSchema({
    snap: createObjectSchema({ path: text }, { reason: text, tokens: count, task: text }),
  }),
  recover: createObjectSchema({
    recovery: createObjectSchema({
      kind: text,
      path: text,
      task: text,
      summary: text,
      next: text,
      instructions: text,
      pending: texts,
      at: textOrNull,
      findings: texts,
      context: text,
      omitted: count,
    }),
    tokens: count,
  }),
  handoff: createObjectSchema({ handoff: HANDOFF }),
  'handoff list': createObjectSchema({ handoffs: listSchema(HANDOFF) }),
  'sessions list': createObjectSchema({ sessions: listSchema(createObjectSchema(SESSION_FIELDS)) }),
  'sessions show': createObjectSchema({
    session: createObjectSchema({
      ...READ_SESSION_FIELDS,
      messages: listSchema(
        createObjectSchema({ id: text, parent: textOrNull, at: textOrNull }, { message: anyObject }),
      ),
    }),
  }),
  'sessions tree': createObjectSchema({
    session: createObjectSchema(READ_SESSION_FIELDS),
    tree: listSchema(createObjectSchema({ text, id: textOrNull })),
  }),
  'sessions resume': createObjectSchema({
    session: createObjectSchema({
      ...READ_SESSION_FIELDS,
      messages: listSchema(anyObject),
      todos: listSchema(anyObject),
      files: createObjectSchema({ read: texts, modified: texts }),
    }),
  }),
  'sessions checkpoint': createObjectSchema(STORED_SESSION.properties ?? {}, { checkpoints: LABELS }),
  'sessions import': createObjectSchema({
    imported: createObjectSchema({
      sessions: count,
      days: listSchema(createObjectSchema({ date: text, path: text, sessions: texts })),
      handoffs: texts,
      proposed: texts,
    }),
  }),
  sessions: STORED_SESSION,
  import: createObjectSchema({
    imported: createObjectSchema({
      page: textOrNull,
      before: count,
      items: listSchema(
        createObjectSchema({
          file: text,
          line: count,
          path: text,
          section: textOrNull,
          id: textOrNull,
          what: text,
        }),
      ),
      skipped: listSchema(createObjectSchema({ path: text, why: text })),
    }),
  }),
  export: createObjectSchema({ exported: createObjectSchema({ format: text, folder: text, pages: count }) }),
  cron: JOBS,
  'cron log': createObjectSchema({ runs: listSchema(anyObject) }),
  'cron run': { ...createObjectSchema({}, { runs: listSchema(anyObject) }), additionalProperties: true },
  'cron tick': createObjectSchema({
    runs: listSchema(createObjectSchema({ job: text, what: text, said: text }, { at: text, diff: text })),
  }),
  'cron simulate': createObjectSchema({
    runs: listSchema(createObjectSchema({ job: text, at: text, what: text, said: text, diff: text })),
  }),
  'cron start': createObjectSchema({}),
  'cron install': TIMER,
  'cron uninstall': TIMER,
  cleanup: createObjectSchema({ archived: texts, moved: count, asked: count, forgotten: count }),
  journal: createObjectSchema({ traced: texts }),
  history: createObjectSchema({
    history: listSchema(
      createObjectSchema(
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
          undoes: { type: ['integer', 'array'], items: count },
          origins: mapSchema(text),
          adopted: flag,
        },
      ),
    ),
  }),
  diff: createObjectSchema({ diff: text, at: text, verb: text, seq: count }),
  restore: createObjectSchema({ restored: createObjectSchema({ path: text }, { at: text, id: text }) }),
  scrub: createObjectSchema({
    scrubbed: createObjectSchema(SCRUBBED_FIELDS, {
      global: createObjectSchema(SCRUBBED_FIELDS),
      left: texts,
    }),
  }),
  trust: createObjectSchema(
    { trusted: { anyOf: [flag, listSchema(anyObject)] } },
    {
      adopted: createObjectSchema({
        records: count,
        images: count,
        sessions: count,
        runs: count,
        calls: count,
        queued: count,
        leftOut: texts,
        folders: texts,
      }),
    },
  ),
  config: createObjectSchema({
    settings: listSchema(
      createObjectSchema({ name: text, value: {}, default: {}, unit: textOrNull, origin: text, about: text }),
    ),
  }),
  which: createObjectSchema({ root: text, reason: text, content: text, global: text, trusted: flag }),
  context: createObjectSchema({ context: text, tokens: count, omitted: count }),
  tokens: createObjectSchema({
    seed: createObjectSchema({ words: count, lines: count, asProse: count, asCode: count }),
    tokenizer: count,
  }),
  completions: createObjectSchema({}),
  uninstall: createObjectSchema({ restored: texts }),
  'before-prompt': createObjectSchema({ context: text, notice: text, shown: texts }),
  'after-activity': createObjectSchema({
    context: text,
    notice: text,
    saved: createNullableSchema(createObjectSchema({ trigger: text, path: text })),
    pulse: createObjectSchema({
      callsSinceSave: count,
      callsOfTurn: count,
      turn: countOrNull,
      worked: flag,
      began: { type: ['number', 'null'] },
      refused: flag,
      completed: flag,
      planned: flag,
      logged: flag,
      madeGood: count,
      last: textOrNull,
      saved: createObjectSchema({ at: { type: ['number', 'null'] }, turn: countOrNull }),
    }),
  }),
  'before-compact': createObjectSchema({ context: text, snap: textOrNull }),
};
