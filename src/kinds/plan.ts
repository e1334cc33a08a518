import type { Kind } from './kind.js';

/** A research plan (External Memory §Research Plans), one for each task. */
export const plan = {
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
  otherwise: 'prose',
  paragraphs: true,
  personal: false,
  flows: false,
  weight: 0.8,
} as const satisfies Kind;
