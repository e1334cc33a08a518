import type { Kind } from './kind.js';

/** What sessions handed on (Mutable §Handoff Record): one block a session, newest last. */
export const handoff = {
  name: 'handoff',
  about: 'what each session handed on to the next',
  path: 'SESSION_LOG.md',
  shape: 'blocks',
  sections: [],
  blocks: [{ heading: 'Session Log', type: 'handoff', deep: true, says: 'goal', reason: 'outcome' }],
  otherwise: 'prose',
  paragraphs: false,
  personal: false,
  flows: false,
  sheds: true,
  weight: 0.9,
} as const satisfies Kind;

/** How a session can end, and how its record says so (Mutable §Handoff Record, Format). */
export const OUTCOMES = {
  complete: '✅ Complete',
  partial: '⚠️ Partial',
  failed: '❌ Failed',
} as const;

export type HandoffOutcome = keyof typeof OUTCOMES;

/** The headings of a record, in their order. */
export const RECORD = {
  actions: 'Key Actions',
  artifacts: 'Artifacts Created',
  memory: 'Memory Updates',
  open: 'Blockers / Open Questions',
} as const;
