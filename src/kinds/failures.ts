import type { Kind } from './kind.js';

/** The failure graph (MindSave §Failure Graph): one block for each rejected thing, its links the edges. */
export const failures = {
  name: 'failures',
  about: 'what must not be tried again, and what to do instead',
  path: 'FAILURES.md',
  shape: 'blocks',
  sections: [],
  blocks: [{ heading: 'Rejected', type: 'failure' }],
  otherwise: 'prose',
  paragraphs: false,
  personal: false,
  flows: false,
  weight: 1,
} as const satisfies Kind;
