import { formatEntryId } from '../../../command/find-entry.js';
import { OPEN_TYPES } from '../../../matching/relations/find-relation.js';
import { sanitizeLine } from '../../../text/sanitize.js';
import type { WaitingEntry } from './find-waiting.js';

/** Longer texts are cut. Most of shorter ones have their point in it. */
const MAX_LENGTH = 160;
const LONGEST_BESIDE = 30;

const HEAD =
  'Worth keeping? In one call, `mind_checkpoint` with `answers` or `daybook inbox settle --answer ID=keep`: keep, type:TYPE, drop, replaces:ID, closes:ID.';

/** Formats one question: the id to answer with, and the line. */
function formatQuestion({ entry, text, near }: WaitingEntry): string {
  const beside = near
    ? ` (${OPEN_TYPES.has(near.type) ? 'closes' : 'replaces'} ${formatEntryId(near.id)} «${shorten(near.text, LONGEST_BESIDE)}»?)`
    : '';
  return `- ${formatEntryId(entry.id)} ${shorten(text, MAX_LENGTH)}${beside}`;
}

function shorten(text: string, most: number): string {
  const line = sanitizeLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

/** Formats the questions about lines that wait, and how to answer; '' for none. */
export const formatWaiting = (waiting: readonly WaitingEntry[]): string =>
  waiting.length === 0 ? '' : [HEAD, ...waiting.map(formatQuestion)].join('\n');
