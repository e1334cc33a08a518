import type { Kind } from './kind.js';
import type { EntryType } from './types.js';

/** What lasts (Mind, Mutable §Semantic Base). */
export const memory = {
  name: 'memory',
  about: 'what lasts: decisions, learnings, facts and rules',
  path: 'MEMORY.md',
  shape: 'lines',
  sections: [
    { heading: 'Preferences', type: 'preference' },
    { heading: 'Facts', type: 'fact' },
    { heading: 'Rules', type: 'rule' },
    { heading: 'Constraints', type: 'constraint' },
    { heading: 'Decisions', type: 'decision' },
    { heading: 'Learnings', type: 'learning' },
    { heading: 'Problems', type: 'problem' },
    { heading: 'Progress', type: 'progress' },
    { heading: 'Gotchas', type: 'gotcha' },
  ],
  blocks: [],
  otherwise: 'prose',
  paragraphs: false,
  loose: true,
  personal: false,
  flows: false,
  sheds: true,
  weight: 1,
} as const satisfies Kind;

/** The sections of the semantic base, in the order in which they are read (Mutable §Read Protocol). */
export const BASE = {
  preferences: 'preference',
  facts: 'fact',
  rules: 'rule',
} as const satisfies Record<string, EntryType>;

/** What claims to hold until something takes its place: two lines of these types may contradict each other. */
export const CLAIMS: readonly EntryType[] = [
  ...Object.values(BASE),
  'constraint',
  'decision',
  'learning',
  'gotcha',
];
