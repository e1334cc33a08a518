import type { Kind } from './kind.js';

/** Whatever left its place: the same path below, read as the kind it was, searched last. */
export const archive = {
  name: 'archive',
  about: 'whatever left its place; searched last, never deleted',
  path: 'archive/{path}.md',
  shape: 'lines',
  sections: [],
  blocks: [],
  otherwise: 'prose',
  paragraphs: true,
  personal: false,
  flows: false,
  weight: 0.3,
} as const satisfies Kind;
