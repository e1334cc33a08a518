import type { Command } from '../command/define-command.js';

/** Shared fields of the page's read-only commands, which have no other surface. */
export const LOOK = {
  group: 'hidden',
  examples: [],
  surfaces: [],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
} as const satisfies Partial<Command>;
