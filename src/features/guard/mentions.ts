import type { CommandContext } from '../../command/define-command.js';
import { type Entry, formatEntryText, isForBranch } from '../../notes/entries/entry.js';
import { findKnownEntries } from '../search/find-relevant.js';
import type { GuardedEntry } from './guarded-entries.js';
import type { ToolAction } from './tool-action.js';

/** An entry that is relevant to a call, on one line. */
export interface Mention {
  readonly entry: Entry;
  readonly line: string;
}

/** The words before mentions. */
export const MENTIONS_HEAD = 'Known about this:';

const MOST_MENTIONS = 2;
/** More entries than are mentioned are found, since some are shown already. */
const MOST_FOUND = 6;

/** Finds what memory knows about a call, besides the entries that it breaks or follows; a proved pattern decides alone. */
export function findCallMentions(
  ctx: CommandContext,
  words: string,
  { commands, files, lines }: ToolAction,
  others: readonly GuardedEntry[],
): readonly Mention[] {
  const text = [commands.length > 0 ? words : '', ...files, ...lines].join('\n').trim();
  if (text === '') return [];
  const known = new Set(others.map(({ entry }) => entry.id));
  const found = findKnownEntries(ctx, { text, purpose: 'call', most: MOST_FOUND });
  const branch = found.some((entry) => entry.branch !== null) ? ctx.query('branch') : null;
  return found
    .filter((entry) => isForBranch(entry, branch) && !known.has(entry.id) && entry.proof === null)
    .slice(0, MOST_MENTIONS)
    .map((entry) => ({ entry, line: formatLine(entry) }));
}

const formatLine = (entry: Entry): string => [formatEntryText(entry), entry.why].filter(Boolean).join(' — ');
