import { failuresKind, feedbackKind, memoryKind, sessionKind } from '../../notes/kinds/definitions.js';

/** The notes in which the guard looks for what went wrong before, those of all workspaces included. */
export const guardedNotePaths = (content: string): readonly string[] => [
  ...[failuresKind, feedbackKind, sessionKind, memoryKind].map(({ path }) => `${content}/${path}`),
  ...[failuresKind, memoryKind].map(({ path }) => `~/content/${path}`),
];
