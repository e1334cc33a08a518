import type { KindRow } from './kind.js';

/** All kinds. A note is of the first kind whose path it fits, so the pages come last. */
export const KIND_ROWS = [
  // What lasts (Mind, Mutable §Semantic Base).
  {
    name: 'memory',
    about: 'lasting entries: decisions, learnings, facts and rules',
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
    defaultType: 'prose',
    isFreeform: true,
    isTrimmed: true,
    weight: 1,
  },
  // The current work (Mind). It ends with the session; what lasts is promoted.
  {
    name: 'session',
    about: 'the current session, until it ends',
    path: 'SESSION.md',
    shape: 'lines',
    sections: [
      { heading: 'Experience', type: 'experience' },
      { heading: 'Blockers', type: 'blocker' },
      { heading: 'Rejected', type: 'rejected' },
      { heading: 'Assumptions', type: 'assumption' },
      { heading: 'Questions', type: 'question' },
      { heading: 'Files', type: 'file' },
    ],
    defaultType: 'experience',
    isFreeform: true,
    isPrivate: true,
    isChronological: true,
    weight: 1,
  },
  // What to bring up later (Mind §Reminders): one line each, `DUE | TYPE | MESSAGE`.
  {
    name: 'reminders',
    about: 'reminders, with their time or topic',
    path: 'REMINDERS.md',
    shape: 'pipes',
    sections: [{ heading: 'Reminders', type: 'reminder' }],
    defaultType: 'reminder',
    isTrimmed: true,
    weight: 1,
  },
  // What happened on one day (Mutable §Episodic Stream). A session that ended stays here under its own
  // headings.
  {
    name: 'day',
    about: 'the events of one day',
    path: 'evolving/{date}.md',
    shape: 'blocks',
    sections: [
      { heading: 'Session', type: 'moment', open: true },
      { heading: 'Trace', type: 'tool' },
      { heading: 'Summary', type: 'summary', open: true },
    ],
    sectionsOf: 'session',
    blocks: [
      { heading: 'Tool', type: 'tool' },
      { heading: 'Decision', type: 'decision' },
      { heading: 'Obs', type: 'obs' },
      { heading: 'Error', type: 'error', reason: 'fix' },
    ],
    defaultType: 'prose',
    isChronological: true,
    weight: 0.9,
  },
  // What sessions handed off (Mutable §Handoff Record): one block a session, newest last.
  {
    name: 'handoff',
    about: 'the hand-off of each session to the next',
    path: 'SESSION_LOG.md',
    shape: 'blocks',
    blocks: [{ heading: 'Session Log', type: 'handoff', deep: true, says: 'goal', reason: 'outcome' }],
    defaultType: 'prose',
    isPrivate: true,
    isTrimmed: true,
    weight: 0.9,
  },
  // Mistakes and what to do instead (Mutable §Procedural Corrections): one block each.
  {
    name: 'feedback',
    about: 'mistakes, their corrections, and whether agents followed them',
    path: 'FEEDBACK-LOG.md',
    shape: 'blocks',
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
    weight: 1,
  },
  // What waits for a person: `[x]` accepts a proposal, `[-]` declines it.
  {
    name: 'inbox',
    about: 'proposals that the user accepts or declines',
    path: 'INBOX.md',
    shape: 'lines',
    sections: [{ heading: 'Proposals', type: 'proposal' }],
    defaultType: 'proposal',
    isPrivate: true,
    weight: 0.5,
  },
  // A snapshot in three layers (MindSave): front matter has what is restored, the body the cold archive.
  // Its constraints and decisions are no entries: most are copies of memory, and a search would find them
  // once for each snapshot.
  {
    name: 'snapshot',
    about: 'the state of one task, to continue it in a new conversation',
    path: 'snapshots/{name}.md',
    shape: 'front matter',
    sections: [
      { heading: 'Completed Steps', type: 'step' },
      { heading: 'File Changes', type: 'file' },
      { heading: 'Recent Tool Calls', type: 'tool' },
    ],
    fields: [
      { key: 'goal', type: 'goal' },
      { key: 'state', type: 'state' },
      { key: 'next_action', type: 'next' },
      { key: 'blocker', type: 'blocker' },
    ],
    defaultType: 'prose',
    isPrivate: true,
    weight: 0.5,
  },
  // The failure graph (MindSave §Failure Graph): one block for each rejected thing, its links the edges.
  {
    name: 'failures',
    about: 'approaches that must not be tried again, with alternatives',
    path: 'FAILURES.md',
    shape: 'blocks',
    blocks: [{ heading: 'Rejected', type: 'failure' }],
    defaultType: 'prose',
    weight: 1,
  },
  // A research plan (External Memory §Research Plans), one for each task.
  {
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
    defaultType: 'prose',
    paragraphs: true,
    weight: 0.8,
  },
  // What an agent found out (External Memory §Findings), and the synthesis of several.
  {
    name: 'finding',
    about: 'the findings of one agent, or of several together',
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
    defaultType: 'prose',
    paragraphs: true,
    weight: 0.8,
  },
  // A phase checkpoint (External Memory §Checkpoints): the fields of its JSON are the front matter.
  {
    name: 'checkpoint',
    about: 'the state of a task after a phase, to recover it',
    path: 'checkpoints/{name}.md',
    shape: 'front matter',
    fields: [
      { key: 'context_summary', type: 'state' },
      { key: 'next_action', type: 'next' },
      { key: 'recovery_instructions', type: 'next' },
    ],
    defaultType: 'prose',
    weight: 0.6,
  },
  // A context snapshot (External Memory §Context Snapshots), for a fresh agent to start from.
  {
    name: 'context-snapshot',
    about: 'a conversation, saved before its context runs out',
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
    defaultType: 'prose',
    paragraphs: true,
    isPrivate: true,
    weight: 0.6,
  },
  // Notes and entries that left their place: the same path below `archive/`, read as the kind they were,
  // searched last.
  {
    name: 'archive',
    about: 'archived notes and entries; searched last, never deleted',
    path: 'archive/{path}.md',
    shape: 'lines',
    defaultType: 'prose',
    paragraphs: true,
    weight: 0.3,
  },
  // A document that was read in: its text is from outside, and never promoted.
  {
    name: 'source',
    about: 'the text of a document that `ingest` read; the user’s own text is below `## Notes`',
    path: 'sources/{path}.md',
    shape: 'lines',
    defaultType: 'prose',
    paragraphs: true,
    weight: 0.8,
  },
  // Any other note: searched, never promoted.
  {
    name: 'page',
    about: 'any other note',
    path: '{path}.md',
    shape: 'lines',
    defaultType: 'prose',
    paragraphs: true,
    weight: 0.8,
  },
] as const satisfies readonly KindRow[];
