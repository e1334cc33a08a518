import { UserError } from '../../command/define-command.js';
import { formatEntryId, parseEntryId } from '../../command/find-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { BASE_SECTIONS } from '../../notes/kinds/definitions.js';

const TYPES: ReadonlySet<string> = new Set(Object.values(BASE_SECTIONS));
/** So many of several are named. */
const MOST_NAMED = 3;

/**
 * The one line of the semantic base that some of its words, or its id, name; a line that has no force any more is none.
 * Refuses where none or several have them.
 */
export function findBaseLine(
  words: string,
  all: readonly LocatedEntry[],
  section: string | undefined,
): LocatedEntry {
  const wanted = words.trim().toLowerCase();
  const current = all.filter(
    ({ type, superseded, status }) =>
      TYPES.has(type) && superseded === null && status !== 'dropped' && (section ?? type) === type,
  );
  const found =
    wanted === ''
      ? []
      : current.filter((one) => isSaid(one, wanted) || one.id === parseEntryId(words.trim()));
  const whole = found.filter(({ text }) => text.toLowerCase() === wanted);
  const [one, ...others] = whole.length === 1 ? whole : found;
  if (one === undefined)
    throw new UserError('no-entry', `no preference, fact or rule says «${words}»`, 'see all: daybook memory');
  if (others.length === 0) return one;
  const named = [one, ...others]
    .slice(0, MOST_NAMED)
    .map(({ text, id }) => `«${text}» (${formatEntryId(id)})`);
  throw new UserError('ambiguous', `${found.length} lines say «${words}»`, 'say more of it, or give its id', {
    found: `found ${named.join(', ')}${found.length > MOST_NAMED ? ', …' : ''}`,
  });
}

const isSaid = ({ text, why }: LocatedEntry, wanted: string): boolean =>
  `${text} ${why ?? ''}`.toLowerCase().includes(wanted);
