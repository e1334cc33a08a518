import { pluralize } from '../text/pluralize.js';
import type { CommandContext } from './define-command.js';

/** So many files that could not be read are named. */
const MOST_NAMED = 3;

/** Says what was looked at where nothing was found, and what could not be read: `looked at 14 notes; …`. */
export function describeReading({ notebook }: CommandContext, ...others: readonly string[]): string {
  const unread = notebook.allUnknown().map(({ path }) => path);
  const looked = [pluralize(notebook.list().length, 'note'), ...others].join(', ');
  if (unread.length === 0) return `looked at ${looked}`;
  const named = unread.slice(0, MOST_NAMED).join(', ');
  const more = unread.length > MOST_NAMED ? ' …' : '';
  return `looked at ${looked}; ${pluralize(unread.length, 'file')} could not be read: ${named}${more}`;
}
