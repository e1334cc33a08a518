import { BASE } from '../kinds/memory.js';
import type { Located } from '../wiki/entries.js';
import { bareId, shownId } from './naming.js';
import { Refusal } from './verb.js';

const TYPES: ReadonlySet<string> = new Set(Object.values(BASE));
/** So many of several are named. */
const MOST_NAMED = 3;

/**
 * The one line of the semantic base that some of its words, or its id, name; a line that has no force any more is none.
 * Refuses where none or several have them.
 */
export function baseLine(words: string, all: readonly Located[], section: string | undefined): Located {
  const wanted = words.trim().toLowerCase();
  const current = all.filter(
    ({ type, superseded, status }) =>
      TYPES.has(type) && superseded === null && status !== 'dropped' && (section ?? type) === type,
  );
  const found =
    wanted === '' ? [] : current.filter((one) => isSaid(one, wanted) || one.id === bareId(words.trim()));
  const whole = found.filter(({ text }) => text.toLowerCase() === wanted);
  const [one, ...others] = whole.length === 1 ? whole : found;
  if (one === undefined)
    throw new Refusal('no-entry', `no preference, fact or rule says «${words}»`, 'see all: daybook memory');
  if (others.length === 0) return one;
  const named = [one, ...others].slice(0, MOST_NAMED).map(({ text, id }) => `«${text}» (${shownId(id)})`);
  throw new Refusal('ambiguous', `${found.length} lines say «${words}»`, 'say more of it, or give its id', {
    found: `found ${named.join(', ')}${found.length > MOST_NAMED ? ', …' : ''}`,
  });
}

const isSaid = ({ text, why }: Located, wanted: string): boolean =>
  `${text} ${why ?? ''}`.toLowerCase().includes(wanted);
