import type { Kind } from './kind.js';

/** A phase checkpoint (External Memory §Checkpoints): the fields of its JSON are the front matter. */
export const checkpoint = {
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
  otherwise: 'prose',
  paragraphs: false,
  personal: false,
  flows: false,
  weight: 0.6,
} as const satisfies Kind;
