import type { Kind } from './kind.js';

/** A context snapshot (External Memory §Context Snapshots), for a fresh agent to start from. */
export const contextSnapshot = {
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
  otherwise: 'prose',
  paragraphs: true,
  personal: false,
  flows: false,
  weight: 0.6,
} as const satisfies Kind;
