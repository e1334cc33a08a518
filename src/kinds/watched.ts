import { failures } from './failures.js';
import { feedback } from './feedback.js';
import { memory } from './memory.js';
import { session } from './session.js';

/** The notes in which the guard looks for what went wrong before, those of all workspaces included. */
export const watchedPaths = (content: string): readonly string[] => [
  ...[failures, feedback, session, memory].map(({ path }) => `${content}/${path}`),
  ...[failures, memory].map(({ path }) => `~/content/${path}`),
];
