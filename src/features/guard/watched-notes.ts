import { notePath } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';

/** The notes in which the guard looks for what went wrong before, those of all workspaces included. */
export const listGuardedNotes = (content: string): readonly string[] => [
  ...['failures', 'feedback', 'session', 'memory'].map((kind) => `${content}/${notePath(kind)}`),
  getPrivateMemoryPath({ content }),
  ...['failures', 'memory'].map((kind) => `~/content/${notePath(kind)}`),
];
