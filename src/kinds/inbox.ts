import type { Kind } from './kind.js';

/** What waits for a person: `[x]` accepts a proposal, `[-]` declines it. */
export const inbox = {
  name: 'inbox',
  about: 'proposals that wait for a person',
  path: 'INBOX.md',
  shape: 'lines',
  sections: [{ heading: 'Proposals', type: 'proposal' }],
  blocks: [],
  otherwise: 'proposal',
  paragraphs: false,
  personal: true,
  flows: false,
  weight: 0.5,
} as const satisfies Kind;
