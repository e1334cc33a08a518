import type { Kind } from './kind.js';

/** Any other note: searched, never promoted. */
export const page = {
  name: 'page',
  about: 'any other note',
  path: '{path}.md',
  shape: 'lines',
  sections: [],
  blocks: [],
  otherwise: 'prose',
  paragraphs: true,
  personal: false,
  flows: false,
  weight: 0.8,
} as const satisfies Kind;
