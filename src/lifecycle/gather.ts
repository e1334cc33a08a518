import { pathOf } from '../kinds/index.js';
import type { Located } from '../wiki/entries.js';
import type { Handoff } from './handoff.js';

/** Where a hand-off looks for what nobody said. */
export interface Ground {
  readonly day: readonly Located[];
  readonly memory: readonly Located[];
  readonly session: readonly Located[];
  /** The text of the records so far: what one of them links to is handed on already. */
  readonly log: string;
  /** When the last record was made, ISO 8601; '' for never. */
  readonly last: string;
  /** The local day. */
  readonly date: string;
}

/** A record is a summary: more of one sort is looked up where it stands. */
const MOST = 12;

/** What nobody said is gathered from where it stands: the day's tools, what memory gained today, what still blocks. */
export function gathered(fresh: Handoff, ground: Ground): Handoff {
  const or = (given: readonly string[], found: readonly string[]) =>
    given.length > 0 ? given : found.slice(0, MOST);
  return {
    ...fresh,
    actions: or(fresh.actions, toolsSince(ground)),
    added: or(fresh.added, gainedToday(ground)),
    blockers: or(fresh.blockers, stillBlocking(ground)),
  };
}

const toolsSince = ({ day, last }: Ground): string[] =>
  day.filter(({ type, at }) => type === 'tool' && (at ?? '') > last).map(firstLine);

/** What memory gained today and nobody handed on yet, each with the link to its line. */
function gainedToday({ memory, log, date }: Ground): string[] {
  const name = pathOf('memory').replace(/\.md$/, '');
  return memory
    .filter(({ type, hasId, at }) => type !== 'prose' && hasId && at?.slice(0, 10) === date)
    .filter(({ superseded, status }) => superseded === null && status !== 'dropped')
    .filter(({ id }) => !log.includes(`#^${id}]]`))
    .map(({ text, id }) => `${text} [[${name}#^${id}]]`);
}

const stillBlocking = ({ session }: Ground): string[] =>
  session
    .filter(({ type, status }) => type === 'blocker' && status !== 'done' && status !== 'resolved')
    .map(firstLine);

const firstLine = ({ text }: Located): string => text.split('\n', 1)[0] ?? '';
