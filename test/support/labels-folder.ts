import { fileURLToPath } from 'node:url';

/** The folder of labelled rows; DAYBOOK_LABELS names another one. */
export const LABELS_FOLDER =
  process.env.DAYBOOK_LABELS ?? fileURLToPath(new URL('../fixtures/labels/open/', import.meta.url));
