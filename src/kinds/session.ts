import type { Kind } from './kind.js';

/** What is going on now (Mind); it ends with the session, and what is worth it rises. */
export const session = {
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
  otherwise: 'experience',
  paragraphs: false,
  loose: true,
  personal: true,
  flows: true,
  weight: 1,
} as const satisfies Kind;
