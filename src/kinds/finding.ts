import type { Kind } from './kind.js';

/** What an agent found out (External Memory §Findings), and the synthesis of several. */
export const finding = {
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
  otherwise: 'prose',
  paragraphs: true,
  personal: false,
  flows: false,
  weight: 0.8,
} as const satisfies Kind;
