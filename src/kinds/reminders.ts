import type { Kind } from './kind.js';

/** What to bring up later (Mind §Reminders): one line each, `DUE | TYPE | MESSAGE`. */
export const reminders = {
  name: 'reminders',
  about: 'what to bring up later, and when',
  path: 'REMINDERS.md',
  shape: 'pipes',
  sections: [{ heading: 'Reminders', type: 'reminder' }],
  blocks: [],
  otherwise: 'reminder',
  paragraphs: false,
  personal: false,
  flows: false,
  sheds: true,
  weight: 1,
} as const satisfies Kind;
