import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { readEntriesAt, toEntryJson, toResultItem } from '../../command/entry-format.js';
import { defineFlag, defineWord, defineWords } from '../../command/params.js';
import { addDays, parseDay } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Block } from '../../markdown/outline.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { dayNotePath, listDayNotes } from '../../notes/kinds/note-paths.js';
import { readTitle } from '../../notes/links/note-name.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { pluralize } from '../../text/pluralize.js';
import { cutText } from '../../text/sanitize.js';
import { classifyAge, getTierAges, type Tier } from '../retention/retention-tiers.js';
import { planSessionStart } from '../working-session/session-start.js';
import { addDayEntry, DAY_KINDS } from './day-note.js';

/** The longest text of a day's entry. */
const MAX_LENGTH = 8 * 1024;

/** The episodic stream (Mutable §Episodic Stream; FEATURES C2): shows a day, and appends to it. */
export const day = defineCommand({
  name: 'day',
  description: 'show what happened on a day; `day add KIND TEXT` adds to today',
  group: 'Wiki',
  params: {
    date: defineWord('a day (today), `yesterday`, or `add`'),
    kind: defineWord(`to add one: ${DAY_KINDS.join(', ')}`, { choices: DAY_KINDS }),
    text: defineWords('what happened'),
    full: defineFlag('show every line of a day that is older than a week'),
  },
  actions: {
    add: {
      description: 'add an entry to today',
      params: { kind: { required: true }, text: { required: true } },
    },
  },
  defaultAction: {
    description: 'show what happened on a day',
    params: { date: { description: 'the day (today), `yesterday` or `tuesday`' }, full: {} },
  },
  examples: [
    'daybook day',
    'daybook day 2026-06-06',
    'daybook day 2026-05-20 --full',
    'daybook day add tool "terminal → hugo build"',
    'daybook day add obs "Vite HMR caches stale files"',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { date, kind, text, full }) {
    if (date !== 'add') return show(ctx, dayNamed(ctx, date, kind), full ? 'whole' : 'by age');
    if (kind === undefined || text === undefined || text.trim() === '')
      throw createUsageError(
        'the text is missing',
        'write: daybook day add obs "Vite HMR caches stale files"',
      );
    return add(ctx, kindNamed(kind, text), text);
  },
});

function add(ctx: CommandContext, kind: string, text: string): CommandReply {
  if (text.includes('\0')) throw createUsageError('the text has a NUL byte', 'note plain text');
  if (text.length > MAX_LENGTH)
    throw new UserError(
      'too-long',
      'the text is too long for one entry',
      'put it into a page and note one line about it',
      {
        found: `found ${text.length} characters; an entry has at most ${MAX_LENGTH}`,
      },
    );
  const at = ctx.local(ctx.now);
  const path = `${ctx.notebook.content}/${notePath('day', { date: at.date })}`;
  const known = readEntriesAt(ctx, ctx.notebook, path).find(
    (entry) => isSame(entry, kind, text) && isJustNow(ctx, entry),
  );
  if (known)
    return {
      message: `Already noted: ${known.at?.slice(0, 16).replace('T', ' ')} (${known.path}:${known.line}).`,
      data: { entry: toEntryJson(ctx, known) },
    };
  const id = ctx.ids.mint((taken) => ctx.notebook.note(path)?.text.includes(`^${taken}`) ?? false);
  const begun = planSessionStart(ctx);
  const notebook = ctx.notebook.after(begun.changes);
  const change = addDayEntry({ kind, text, id, by: ctx.actor.by }, at, notebook, (name) =>
    ctx.query('template', name),
  );
  const entry = readEntriesAt(ctx, notebook.after([change]), path).find((one) => one.id === id);
  if (!entry)
    throw new UserError('unwritable', 'cannot store this text as one entry', 'write it as one plain line');
  const shown = entry.text.split('\n')[0] ?? '';
  return {
    message: `Noted in ${notePath('day', { date: at.date })}: ${cutText(shown, SHOWN)}`,
    historyMessage: `${kind}: ${shown}`,
    data: { entry: toEntryJson(ctx, entry) },
    changes: [...begun.changes, change],
    activityMarks: begun.marks,
    location: `${path}:${entry.line} › ${entry.section ?? at.date} ^${id}`,
  };
}

const SHOWN = 120;

/** A second telling within so many minutes is the same telling; a tool may well be run again later. */
const SAID_TWICE_MINUTES = 10;

const isJustNow = ({ now }: CommandContext, { at }: LocatedEntry): boolean =>
  at !== null && now - Date.parse(at) < SAID_TWICE_MINUTES * 60_000;

const TYPE_OF: Readonly<Record<string, string>> = { session: 'moment' };

const isSame = (entry: LocatedEntry, kind: string, text: string): boolean =>
  entry.hasId &&
  entry.type === (TYPE_OF[kind] ?? kind) &&
  [entry.text, `${entry.text} — ${entry.why}`].includes(text.trim());

/** All entries of a day: its note, and the new ones of memory, session and reminders, each with its place. */
function show(ctx: CommandContext, date: string, how: 'whole' | 'by age'): CommandReply {
  const { content } = ctx.notebook;
  const paths = listDayNotes(date, ctx.notebook);
  const known = paths.flatMap((path) => readEntriesAt(ctx, ctx.notebook, path));
  const noted = known.filter(({ type }) => type !== 'prose');
  const written = paths.flatMap((path) => listWrittenLines(ctx, path, known));
  const records = TRACED.flatMap((kind) =>
    readEntriesAt(ctx, ctx.notebook, `${content}/${notePath(kind)}`),
  ).filter((entry) => entry.type !== 'prose' && entry.from === null && entry.at?.slice(0, 10) === date);
  const entries = inOrder(noted, records);
  const tier = classifyAge(date, ctx.local(ctx.now).date, getTierAges(ctx.settings));
  const shown = how === 'whole' || tier === 'hot' ? entries : selectDayHighlights(entries);
  return {
    message: headOf(ctx, date, tier, shown, entries, written.length),
    items: [
      ...shown.map((entry) =>
        toResultItem(
          entry,
          paths.includes(entry.path) ? getGroup(ctx, entry.path, date) : (entry.section ?? entry.kind),
        ),
      ),
      ...written.map((line) => ({ ...line, group: getGroup(ctx, line.path, date) })),
    ],
    data: { tier, entries: entries.map((entry) => toEntryJson(ctx, entry)) },
  };
}

/** The heading of the lines of a note: the day, or the title that a person gave the note. */
function getGroup({ notebook }: CommandContext, path: string, date: string): string {
  const note = notebook.note(path);
  const isOwn = path === dayNotePath(date, notebook);
  return isOwn || note === null ? date : readTitle(note.text, path);
}

/** The lines of a day's note that are no entries: items without a type, paragraphs, quotes and code. */
function listWrittenLines({ notebook }: CommandContext, path: string, all: readonly LocatedEntry[]) {
  const note = notebook.note(path);
  if (!note) return [];
  const known = all.filter((entry) => entry.path === path);
  const items = known.filter(({ type }) => type === 'prose').map(({ line, text }) => ({ line, text }));
  const { blocks } = notebook.outline(note);
  const isEntry = (line: number | undefined) => known.some((entry) => entry.line === line);
  const paragraphs = blocks
    .filter(({ kind, line }, at) => WRITTEN.has(kind) && !isEntry(line) && !isEntry(headingLine(blocks, at)))
    .map(({ line, start, end }) => ({ line, text: note.text.slice(start, end) }))
    .filter(({ text }) => !SESSION_LINE.test(text));
  return [...items, ...paragraphs]
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, text }) => ({ path, line, what: text.trim().replace(/\s+/g, ' ') }));
}

/** Blocks that a person writes a day in, beside lists. */
const WRITTEN: ReadonlySet<Block['kind']> = new Set(['paragraph', 'quote', 'code']);

/** The line that Daybook writes below the heading of a session. */
const SESSION_LINE = /^session `[^`\n]+` of \S+\s*$/;

/** The line of the heading that a block is below. */
const headingLine = (blocks: readonly Block[], at: number): number | undefined =>
  blocks.slice(0, at).findLast(({ kind }) => kind === 'heading')?.line;

/** How many entries a day has; a shortened day names what was picked. */
function headOf(
  ctx: CommandContext,
  date: string,
  tier: Tier,
  shown: readonly LocatedEntry[],
  all: readonly LocatedEntry[],
  written: number,
): string {
  if (all.length === 0 && written > 0) return `${pluralize(written, 'line')} of ${date}, written by hand:`;
  if (all.length === 0)
    return `Nothing is known of ${date}; ${describeReading(ctx)}. Note something: \`daybook log TEXT\`.`;
  if (shown.length === all.length)
    return `${pluralize(all.length, 'entry', 'entries')}${written === 0 ? '' : ` and ${pluralize(written, 'other line')}`} of ${date}:`;
  return `${date} in short, since it is ${tier}: ${shown.length} of ${all.length} entries, word for word, picked by what they are; all: daybook day ${date} --full`;
}

/** Kinds whose lines leave their trace in the day on which they were logged: it is seen there, and stored once. */
const TRACED = ['memory', 'session'] as const;

/** In the order of the note; entries of other notes come after the earlier ones of the note. */
function inOrder(noted: readonly LocatedEntry[], records: readonly LocatedEntry[]): readonly LocatedEntry[] {
  let time = '';
  const timed = noted.map((entry) => {
    if (entry.at !== null && entry.at.length > 'YYYY-MM-DD'.length && entry.at > time) time = entry.at;
    return { entry, time };
  });
  const all = [...timed, ...records.map((entry) => ({ entry, time: entry.at ?? '' }))];
  return all.toSorted((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1)).map(({ entry }) => entry);
}

function dayNamed(ctx: CommandContext, value: string | undefined, more: string | undefined): string {
  const today = ctx.local(ctx.now).date;
  const date = parseDay([value ?? 'today', more ?? ''].join(' '), today);
  if (date !== null) return date;
  if (more !== undefined)
    throw createUsageError(
      `\`daybook day ${value} ${more}\` says too much`,
      `write: daybook day ${value}, or: daybook day add obs "…"`,
    );
  throw createUsageError(
    `\`${value}\` is not a day`,
    `write: daybook day ${addDays(today, -1)}, daybook day yesterday, or daybook day add obs "…"`,
  );
}

function kindNamed(value: string, text: string): string {
  const plain = value.toLowerCase();
  const meant = DAY_KINDS.find((kind) => plain.startsWith(kind)); // `observation` too
  if (meant) return meant;
  const [near] = suggestNames(plain, DAY_KINDS);
  throw createUsageError(
    `a day has no \`${value}\``,
    near
      ? `did you mean: daybook day add ${near} ${JSON.stringify(text)}`
      : `one of: ${DAY_KINDS.join(', ')}`,
  );
}

/** A day in short shows so many entries. */
const MAX_HIGHLIGHTS = 7;

/** Types by importance for a day; the others come last. */
const TELLING: readonly EntryType[] = [
  'summary',
  'decision',
  'error',
  'rejected',
  'obs',
  'blocker',
  'assumption',
  'moment',
  'experience',
];

/**
 * The most important entries of a day, word for word and in their order (FEATURES C3): by type, and of equals the
 * first. The same day always gives the same.
 */
function selectDayHighlights(entries: readonly LocatedEntry[]): readonly LocatedEntry[] {
  const rank = ({ type, key }: LocatedEntry): number => {
    const place = TELLING.indexOf(type);
    return key ? -1 : place < 0 ? TELLING.length : place;
  };
  const chosen = new Set(entries.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_HIGHLIGHTS));
  return entries.filter((entry) => chosen.has(entry));
}
