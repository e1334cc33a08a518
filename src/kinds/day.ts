import type { Kind } from './kind.js';
import { session } from './session.js';

/** What happened on one day (Mutable §Episodic Stream); a session that ended is kept here under its own headings. */
export const day = {
  name: 'day',
  about: 'what happened on one day',
  path: 'evolving/{date}.md',
  shape: 'blocks',
  sections: [
    { heading: 'Session', type: 'moment', open: true },
    { heading: 'Trace', type: 'tool' },
    { heading: 'Summary', type: 'summary', open: true },
    ...session.sections,
  ],
  blocks: [
    { heading: 'Tool', type: 'tool' },
    { heading: 'Decision', type: 'decision' },
    { heading: 'Obs', type: 'obs' },
    { heading: 'Error', type: 'error', reason: 'fix' },
  ],
  otherwise: 'prose',
  paragraphs: false,
  personal: false,
  flows: true,
  weight: 0.9,
} as const satisfies Kind;
