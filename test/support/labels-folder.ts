import { fileURLToPath } from 'node:url';
import { FULL } from './workspace.js';

/** The folder of labelled rows; DAYBOOK_LABELS names another one. */
export const LABELS_FOLDER =
  process.env.DAYBOOK_LABELS ?? fileURLToPath(new URL('../fixtures/labels/open/', import.meta.url));

/** All rows in the full tests and in another folder; else always the same tenth. */
export const drawLabels = <T>(rows: readonly T[]): readonly T[] =>
  FULL || process.env.DAYBOOK_LABELS ? rows : rows.filter((_, at) => at % 10 === 1);
