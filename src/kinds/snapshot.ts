import type { Kind } from './kind.js';

/**
 * A snapshot in three layers (MindSave): front matter holds what is restored, the body the cold archive. Its constraints
 * and decisions are no entries: most are copies of what the memory says, and would be found once for each snapshot.
 */
export const snapshot = {
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
  otherwise: 'prose',
  paragraphs: false,
  personal: true,
  flows: false,
  weight: 0.5,
} as const satisfies Kind;
