import type { EntryType } from '../entry-types.js';
import type { NoteKind } from './kind.js';

/** Archived notes: the same path below `archive/`, parsed as the original kind, searched last. */
export const archiveKind = {
  name: 'archive',
  about: 'whatever left its place; searched last, never deleted',
  path: 'archive/{path}.md',
  shape: 'lines',
  sections: [],
  blocks: [],
  defaultType: 'prose',
  paragraphs: true,
  isPrivate: false,
  isChronological: false,
  weight: 0.3,
} as const satisfies NoteKind;

/** A phase checkpoint (External Memory §Checkpoints): the fields of its JSON are the front matter. */
export const checkpointKind = {
  name: 'checkpoint',
  about: 'where a phase of a task stands, to recover it',
  path: 'checkpoints/{name}.md',
  shape: 'front matter',
  sections: [],
  blocks: [],
  fields: [
    { key: 'context_summary', type: 'state' },
    { key: 'next_action', type: 'next' },
    { key: 'recovery_instructions', type: 'next' },
  ],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: false,
  isChronological: false,
  weight: 0.6,
} as const satisfies NoteKind;

/** A context snapshot (External Memory §Context Snapshots) that a new agent starts from. */
export const contextSnapshotKind = {
  name: 'context-snapshot',
  about: 'a conversation before its context runs out',
  path: 'context_snapshots/{name}.md',
  shape: 'lines',
  sections: [
    { heading: 'Conversation Summary', type: 'state' },
    { heading: 'Current State', type: 'state' },
    { heading: 'Important Context', type: 'finding' },
    { heading: 'Files in Play', type: 'file' },
    { heading: 'Pending Decisions', type: 'question' },
    { heading: 'Resume Instructions', type: 'next' },
  ],
  blocks: [],
  defaultType: 'prose',
  paragraphs: true,
  isPrivate: false,
  isChronological: false,
  weight: 0.6,
} as const satisfies NoteKind;

/** The current session (Mind). When it ends, entries worth keeping are promoted. */
export const sessionKind = {
  name: 'session',
  about: 'what is going on now, until the session ends',
  path: 'SESSION.md',
  shape: 'lines',
  sections: [
    { heading: 'Experience', type: 'experience' },
    { heading: 'Blockers', type: 'blocker' },
    { heading: 'Rejected', type: 'rejected' },
    { heading: 'Assumptions', type: 'assumption' },
    { heading: 'Files', type: 'file' },
  ],
  blocks: [],
  defaultType: 'experience',
  paragraphs: false,
  isFreeform: true,
  isPrivate: true,
  isChronological: true,
  weight: 1,
} as const satisfies NoteKind;

/** The events of one day (Mutable §Episodic Stream). A finished session is stored under its own headings. */
export const dayKind = {
  name: 'day',
  about: 'what happened on one day',
  path: 'evolving/{date}.md',
  shape: 'blocks',
  sections: [
    { heading: 'Session', type: 'moment', open: true },
    { heading: 'Trace', type: 'tool' },
    { heading: 'Summary', type: 'summary', open: true },
    ...sessionKind.sections,
  ],
  blocks: [
    { heading: 'Tool', type: 'tool' },
    { heading: 'Decision', type: 'decision' },
    { heading: 'Obs', type: 'obs' },
    { heading: 'Error', type: 'error', reason: 'fix' },
  ],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: false,
  isChronological: true,
  weight: 0.9,
} as const satisfies NoteKind;

/** The failure graph (MindSave §Failure Graph): one block per rejected thing, with links as edges. */
export const failuresKind = {
  name: 'failures',
  about: 'what must not be tried again, and what to do instead',
  path: 'FAILURES.md',
  shape: 'blocks',
  sections: [],
  blocks: [{ heading: 'Rejected', type: 'failure' }],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: false,
  isChronological: false,
  weight: 1,
} as const satisfies NoteKind;

/** Mistakes and their corrections (Mutable §Procedural Corrections): one block each. */
export const feedbackKind = {
  name: 'feedback',
  about: 'mistakes, what to do instead, and whether that was followed',
  path: 'FEEDBACK-LOG.md',
  shape: 'blocks',
  sections: [],
  blocks: [
    {
      heading: 'FB',
      type: 'feedback',
      numbered: true,
      says: 'mistake',
      also: ['trigger', 'prevention'],
      reason: 'correction',
    },
  ],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: false,
  isChronological: false,
  weight: 1,
} as const satisfies NoteKind;

/** The five categories (Mutable §Categories) with the words that select one; the last is the default. */
export const FEEDBACK_CATEGORIES = {
  tool_usage:
    /\s-{1,2}\w|\b(?:flags?|tools?|command|commands|option|argument|terminal|background|cli)\b|工具|命令|参数/i,
  config:
    /\b(?:config\w*|env|environment|variable|settings?|schedule|cron|model|credentials?|version)\b|配置|环境变量/i,
  communication:
    /\b(?:verbose|tone|wording|answer\w*|explain\w*|clarif\w*|asked|rude|reply|language)\b|语气|啰嗦/i,
  logic: /\b(?:assum\w*|edge case|circular|off by one|wrong conclusion|misread|false)\b|假设|逻辑/i,
  workflow: /(?:)/,
} as const satisfies Record<string, RegExp>;

export type FeedbackCategory = keyof typeof FEEDBACK_CATEGORIES;
export const CATEGORY_NAMES = Object.keys(FEEDBACK_CATEGORIES) as FeedbackCategory[];

/** The four severities, worst first (Mutable §Entry Schema). */
export const FEEDBACK_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type FeedbackSeverity = (typeof FEEDBACK_SEVERITIES)[number];

/** The results of an agent (External Memory §Findings), and the merge of several. */
export const findingKind = {
  name: 'finding',
  about: 'what one agent found out, or several together',
  path: 'findings/{name}.md',
  shape: 'lines',
  sections: [
    { heading: 'Summary', type: 'finding' },
    { heading: 'Key Discoveries', type: 'finding' },
    { heading: 'Contradictions', type: 'question' },
    { heading: 'Files Modified/Created', type: 'file' },
    { heading: 'Open Questions', type: 'question' },
    { heading: 'Recommendations', type: 'next' },
    { heading: 'Sources', type: 'prose' },
  ],
  blocks: [],
  defaultType: 'prose',
  paragraphs: true,
  isPrivate: false,
  isChronological: false,
  weight: 0.8,
} as const satisfies NoteKind;

/** Handoffs of sessions (Mutable §Handoff Record): one block a session, newest last. */
export const handoffKind = {
  name: 'handoff',
  about: 'what each session hands off to the next',
  path: 'SESSION_LOG.md',
  shape: 'blocks',
  sections: [],
  blocks: [{ heading: 'Session Log', type: 'handoff', deep: true, says: 'goal', reason: 'outcome' }],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: false,
  isChronological: false,
  isTrimmed: true,
  weight: 0.9,
} as const satisfies NoteKind;

/** The outcomes of a session, and their wording in a record (Mutable §Handoff Record, Format). */
export const HANDOFF_OUTCOMES = {
  complete: '✅ Complete',
  partial: '⚠️ Partial',
  failed: '❌ Failed',
} as const;

export type HandoffOutcome = keyof typeof HANDOFF_OUTCOMES;

/** The headings of a record, in order. */
export const HANDOFF_HEADINGS = {
  actions: 'Key Actions',
  artifacts: 'Artifacts Created',
  memory: 'Memory Updates',
  open: 'Blockers / Open Questions',
} as const;

/** Proposals that wait for a person: `[x]` accepts, `[-]` declines. */
export const inboxKind = {
  name: 'inbox',
  about: 'proposals that wait for a person',
  path: 'INBOX.md',
  shape: 'lines',
  sections: [{ heading: 'Proposals', type: 'proposal' }],
  blocks: [],
  defaultType: 'proposal',
  paragraphs: false,
  isPrivate: true,
  isChronological: false,
  weight: 0.5,
} as const satisfies NoteKind;

/** Permanent memory (Mind, Mutable §Semantic Base). */
export const memoryKind = {
  name: 'memory',
  about: 'what lasts: decisions, learnings, facts and rules',
  path: 'MEMORY.md',
  shape: 'lines',
  sections: [
    { heading: 'Preferences', type: 'preference' },
    { heading: 'Facts', type: 'fact' },
    { heading: 'Rules', type: 'rule' },
    { heading: 'Constraints', type: 'constraint' },
    { heading: 'Decisions', type: 'decision' },
    { heading: 'Learnings', type: 'learning' },
    { heading: 'Problems', type: 'problem' },
    { heading: 'Progress', type: 'progress' },
    { heading: 'Gotchas', type: 'gotcha' },
  ],
  blocks: [],
  defaultType: 'prose',
  paragraphs: false,
  isFreeform: true,
  isPrivate: false,
  isChronological: false,
  isTrimmed: true,
  weight: 1,
} as const satisfies NoteKind;

/** The sections of the semantic base, in reading order (Mutable §Read Protocol). */
export const BASE_SECTIONS = {
  preferences: 'preference',
  facts: 'fact',
  rules: 'rule',
} as const satisfies Record<string, EntryType>;

/** Types that hold until replaced: two entries of these types may contradict each other. */
export const CLAIM_TYPES: readonly EntryType[] = [
  ...Object.values(BASE_SECTIONS),
  'constraint',
  'decision',
  'learning',
  'gotcha',
];

/** Any other note: searched, never promoted. */
export const pageKind = {
  name: 'page',
  about: 'any other note',
  path: '{path}.md',
  shape: 'lines',
  sections: [],
  blocks: [],
  defaultType: 'prose',
  paragraphs: true,
  isPrivate: false,
  isChronological: false,
  weight: 0.8,
} as const satisfies NoteKind;

/** A research plan (External Memory §Research Plans), one per task. */
export const planKind = {
  name: 'plan',
  about: 'the strategy of one task, its questions and next actions',
  path: 'research_plans/{name}.md',
  shape: 'lines',
  sections: [
    { heading: 'Objective', type: 'goal' },
    { heading: 'Strategy', type: 'state' },
    { heading: 'Key Questions', type: 'question' },
    { heading: 'Progress', type: 'state' },
    { heading: 'Constraints', type: 'constraint' },
    { heading: 'Next Actions', type: 'next' },
  ],
  blocks: [],
  defaultType: 'prose',
  paragraphs: true,
  isPrivate: false,
  isChronological: false,
  weight: 0.8,
} as const satisfies NoteKind;

/** Reminders (Mind §Reminders): one line each, `DUE | TYPE | MESSAGE`. */
export const remindersKind = {
  name: 'reminders',
  about: 'what to bring up later, and when',
  path: 'REMINDERS.md',
  shape: 'pipes',
  sections: [{ heading: 'Reminders', type: 'reminder' }],
  blocks: [],
  defaultType: 'reminder',
  paragraphs: false,
  isPrivate: false,
  isChronological: false,
  isTrimmed: true,
  weight: 1,
} as const satisfies NoteKind;

/**
 * A snapshot in three layers (MindSave): the front matter holds what is restored, the body the cold archive. Its
 * constraints and decisions are not entries: most are copies from memory and would be found once per snapshot.
 */
export const snapshotKind = {
  name: 'snapshot',
  about: 'the state of one task, to continue it in a new conversation',
  path: 'snapshots/{name}.md',
  shape: 'front matter',
  sections: [
    { heading: 'Completed Steps', type: 'step' },
    { heading: 'File Changes', type: 'file' },
    { heading: 'Recent Tool Calls', type: 'tool' },
  ],
  blocks: [],
  fields: [
    { key: 'goal', type: 'goal' },
    { key: 'state', type: 'state' },
    { key: 'next_action', type: 'next' },
    { key: 'blocker', type: 'blocker' },
  ],
  defaultType: 'prose',
  paragraphs: false,
  isPrivate: true,
  isChronological: false,
  weight: 0.5,
} as const satisfies NoteKind;
