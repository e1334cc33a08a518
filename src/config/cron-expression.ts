/** How missed runs are made up for: one run for all, one run for each of the newest, or none. */
export type CatchUpPolicy = (typeof CATCH_UP_POLICIES)[number];

const CATCH_UP_POLICIES = ['once', 'many', 'skip'] as const;

/** When a job comes, as five fields of crontab(5) say it, each spelt out. */
export interface Schedule {
  /** Ascending. */
  readonly minutes: readonly number[];
  /** Ascending. */
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 for Sunday to 6. */
  readonly weekdays: ReadonlySet<number>;
  /** As in cron(8): where day of the month and weekday are both restricted, a day of either comes. */
  readonly either: boolean;
  /** True for `*` in the field of hours: it comes by what has elapsed, in both passes of an hour that is repeated. */
  readonly hourly: boolean;
  readonly missed: CatchUpPolicy;
}

/** A line that is no schedule, and what to write instead. */
interface ScheduleError {
  readonly fault: string;
}

/** Turns a job off. */
const OFF = 'off';

/**
 * Reads `10 4 * * *`, followed by `once` (the default), `many` or `skip` for missed runs. Never throws; null for `off`.
 */
export function parseSchedule(line: string): Schedule | ScheduleError | null {
  const words = line.trim().toLowerCase().split(/\s+/);
  if (words.length === 1 && words[0] === OFF) return null;
  const [missed = 'once', ...beyond] = words.slice(FIELDS.length);
  if (words.length < FIELDS.length || beyond.length > 0 || !isMissed(missed))
    return {
      fault: `needs five fields and, if wanted, ${CATCH_UP_POLICIES.join(', ')}: \`10 4 * * *\`, \`0 9 * * mon many\`, or \`off\``,
    };
  const fields = FIELDS.map((field, i) => readField(words[i] ?? '', field));
  const wrong = fields.find((field) => 'fault' in field);
  if (wrong) return wrong as ScheduleError;
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = fields as (readonly number[])[];
  const schedule: Schedule = {
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays.map((day) => day % 7)),
    either: !words[2]?.startsWith('*') && !words[4]?.startsWith('*'),
    hourly: words[1] === '*',
    missed,
  };
  return everComes(schedule, words[4]?.startsWith('*') ?? false)
    ? schedule
    : { fault: `never occurs: no such month has a day ${words[2]}` };
}

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of the values from `least`. */
  readonly names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'weekday', least: 0, most: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

/** `*`, `5`, `1-5`, each with a step (`/2`), in a list; names for months and weekdays. */
function readField(text: string, field: Field): readonly number[] | ScheduleError {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(part) ?? [];
    const every = step === undefined ? 1 : Number(step);
    const [from, to] = rangeOf(range, field, step === undefined ? 'one' : 'onwards');
    if (Number.isNaN(from + to) || from > to || every < 1) return wrongField(part, field);
    for (let value = from; value <= to; value += every) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

/** First and last value of a range; NaN for an invalid one. A single value with a step extends to the end. */
function rangeOf(range: string, field: Field, single: 'one' | 'onwards'): readonly [number, number] {
  if (range === '*') return [field.least, field.most === 7 ? 6 : field.most];
  const [first = '', last, ...more] = range.split('-');
  const from = numberOf(first, field);
  if (last === undefined) return [from, single === 'one' ? from : field.most];
  return more.length > 0 ? [Number.NaN, Number.NaN] : [from, numberOf(last, field)];
}

function numberOf(text: string, { least, most, names = [] }: Field): number {
  const named = names.indexOf(text);
  if (named >= 0) return named + least;
  const value = /^[0-9]{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : Number.NaN;
}

const wrongField = (part: string, { name, least, most }: Field): ScheduleError => ({
  fault: `has \`${part}\` as ${name}, which takes ${least} to ${most}, a range as 1-5, a list as 1,2 or a step as */2`,
});

const isMissed = (word: string): word is CatchUpPolicy =>
  (CATCH_UP_POLICIES as readonly string[]).includes(word);

/** February has 29 days now and then. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const everComes = ({ days, months, either }: Schedule, anyWeekday: boolean): boolean =>
  either ||
  !anyWeekday ||
  [...months].some((month) => [...days].some((day) => day <= (DAYS_IN_MONTH[month - 1] ?? 0)));
