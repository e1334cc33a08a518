import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Handoff } from './handoff-record.js';

/** The sources for fields of a hand-off that were not passed. */
interface HandoffSources {
  readonly day: readonly LocatedEntry[];
  readonly memory: readonly LocatedEntry[];
  readonly session: readonly LocatedEntry[];
  /** The text of the records so far: entries that they link to are not listed again. */
  readonly log: string;
  /** When the last record was made, ISO 8601; '' if never. */
  readonly last: string;
  /** The local day. */
  readonly date: string;
}

/** Most items of one sort: a record is a summary. */
const MAX_COUNT = 12;

/** Fills missing fields: the day's tool entries, new entries of memory, open blockers. */
export function fillMissingFields(fresh: Handoff, store: HandoffSources): Handoff {
  const or = (values: readonly string[], found: readonly string[]) =>
    values.length > 0 ? values : found.slice(0, MAX_COUNT);
  return {
    ...fresh,
    actions: or(fresh.actions, toolsSince(store)),
    added: or(fresh.added, gainedToday(store)),
    blockers: or(fresh.blockers, stillBlocking(store)),
  };
}

const toolsSince = ({ day, last }: HandoffSources): string[] =>
  day.filter(({ type, at }) => type === 'tool' && (at ?? '') > last).map(firstLine);

/** Entries of memory of today that no record lists yet, each with a link to its line. */
function gainedToday({ memory, log, date }: HandoffSources): string[] {
  const name = notePath('memory').replace(/\.md$/, '');
  return memory
    .filter(({ type, hasId, at }) => type !== 'prose' && hasId && at?.slice(0, 10) === date)
    .filter(({ superseded, status }) => superseded === null && status !== 'dropped')
    .filter(({ id }) => !log.includes(`#^${id}]]`))
    .map(({ text, id }) => `${text} [[${name}#^${id}]]`);
}

const stillBlocking = ({ session }: HandoffSources): string[] =>
  session
    .filter(({ type, status }) => type === 'blocker' && status !== 'done' && status !== 'resolved')
    .map(firstLine);

const firstLine = ({ text }: LocatedEntry): string => text.split('\n', 1)[0] ?? '';
