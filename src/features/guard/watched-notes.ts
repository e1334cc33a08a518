import { notePath } from '../../notes/kinds/index.js';

/** The notes in which the guard looks for what went wrong before, those of all workspaces included. */
export const listGuardedNotes = (content: string): readonly string[] => [
  ...['failures', 'feedback', 'session', 'memory'].map((kind) => `${content}/${notePath(kind)}`),
  ...['failures', 'memory'].map((kind) => `~/content/${notePath(kind)}`),
];
