import { dayOf, pathOf } from '../kinds/index.js';
import { climb } from '../lifecycle/climb.js';
import { waiting } from '../lifecycle/due.js';
import { gapOf } from '../lifecycle/gap.js';
import { reviseAll, withBox } from '../lifecycle/revise.js';
import { type RollOver, rollOver } from '../lifecycle/roll-over.js';
import { clockOf } from '../lifecycle/when/due.js';
import { briefLine } from '../recall/brief/brief.js';
import type { Hit } from '../recall/query.js';
import { harmless } from '../wiki/harmless.js';
import { coldRecall } from './cold.js';
import { planRefresh } from './context.js';
import { climbDesk, promotionDesk } from './desk.js';
import { asEntry, asReminder, entriesAt } from './entries.js';
import { type Freshnesses, freshnesses, lowered } from './freshness.js';
import { morning } from './morning.js';
import { type Brief, readBrief, unknownSources, waitsFor } from './reading.js';
import { type Outcome, verb, type World } from './verb.js';

/** Entries shown for a query, above the brief. */
const QUERY_HITS = 5;

/** Brings back what matters (Mind: call it first). After a gap it begins a new session: promotes, and empties the old one into the day. */
export const recall = verb({
  name: 'recall',
  about: 'bring back what matters within a budget; after a quiet while, begin a new session',
  params: {
    words: {
      kind: 'text',
      word: 'rest',
      about: 'with --cold what to look for there; else the same as --query',
    },
    query: {
      kind: 'text',
      about: 'what the work is about: what memory knows of it comes first',
      holder: 'Q',
    },
    budget: { kind: 'number', about: 'tokens of the brief (800)', holder: 'N' },
    characters: { kind: 'number', about: 'characters of the brief at most', holder: 'N' },
    'no-promote': { kind: 'flag', about: 'only show the brief: write nothing' },
    cold: {
      kind: 'flag',
      about: 'read the cold archive of snapshots instead; filters: type: topic: file: after: before:',
    },
  },
  examples: [
    'daybook recall',
    'daybook recall --query "session storage"',
    'daybook recall --no-promote',
    'daybook recall --cold "JWT"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: (input) => !input['no-promote'] && !input.cold,
  ticks: true,
  whenUnknown: 'write',
  think: (world, { cold, words, ...input }) =>
    cold ? coldRecall(world, words) : bringBack(world, { ...input, query: input.query ?? words }),
});

/** What a brief is asked with. */
interface Wish {
  readonly query: string | undefined;
  readonly budget: number | undefined;
  readonly characters: number | undefined;
  readonly 'no-promote': boolean;
}

function bringBack(
  world: World,
  { query, budget: asked, characters, 'no-promote': onlyShow }: Wish,
): Outcome {
  const readOnly = onlyShow || world.ask('root').foreign !== undefined;
  const budget = asked ?? world.settings['context.budget'];
  const heartbeat = world.ask('heartbeat')?.lastActivity ?? null;
  const gap = gapOf(world.now, heartbeat, newestOfSession(world), world.settings['session.gap']);
  const rolled =
    gap.isNew && heartbeat !== null && !readOnly
      ? world.known<RollOver>(() => sessionEnded(world, heartbeat), STAYED)
      : STAYED;
  const wiki = world.wiki.after(rolled.changes);
  const night = morning(world, heartbeat);
  const waited = () => comingUp(world, { query, isNew: gap.isNew });
  const reminders = world.known(waited, { ...waited(), changes: [] });
  const read = (most: number) => readBrief(world, wiki, most, reminders.shown);
  const whole = read(budget);
  const brief = within(characters, budget, whole, read);
  const isPlain =
    budget === world.settings['context.budget'] &&
    reminders.shown.length === 0 &&
    unknownSources(world, wiki).length === 0;
  const context = readOnly
    ? { changes: [], notices: [] }
    : planRefresh(world, wiki, undefined, isPlain ? whole : undefined);
  const found =
    query === undefined
      ? []
      : world.ask('hits', { words: query, limit: QUERY_HITS }).hits.filter(({ type }) => type !== 'reminder');
  const fresh = freshnesses(world, [...found, ...brief.feedback]);
  const about = lowered(found, fresh);
  return {
    did: newSession(gap.minutes, rolled) || 'Refreshed the context block.',
    say: [
      newSession(gap.minutes, rolled),
      night?.line,
      ...aboutLines(query, about, fresh),
      brief.text.trimEnd(),
    ]
      .filter(Boolean)
      .join('\n\n'),
    data: {
      context: brief.text,
      tokens: brief.tokens,
      omitted: brief.omitted,
      night,
      gap: { minutes: gap.minutes, promoted: rolled.promoted.length, rolled: rolled.moved },
      reminders: brief.reminders.map((entry) => asReminder(world, entry)),
      feedback: brief.feedback.map((entry) => ({ ...asEntry(world, entry), freshness: fresh.of(entry) })),
      ...(query === undefined ? {} : { about: about.map((hit) => ({ ...hit, freshness: fresh.of(hit) })) }),
    },
    changes: [...rolled.changes, ...(readOnly ? [] : reminders.changes), ...context.changes],
    notices: context.notices,
  };
}

/**
 * Reminders beyond those of every brief: what waits for a topic of the query, and what waited for this session, which
 * is done when it was shown (FEATURES A9).
 */
function comingUp(world: World, { query, isNew }: { query: string | undefined; isNew: boolean }) {
  const note = world.wiki.note(`${world.wiki.content}/${pathOf('reminders')}`);
  if (!note) return { shown: [], changes: [] };
  const { context, session } = waiting(world.entries(note), clockOf(world));
  const asked = query === undefined ? [] : context.filter(waitsFor(query, world));
  const now = isNew ? session : [];
  return {
    shown: [...now, ...asked],
    changes: reviseAll(
      now,
      note,
      world.wiki.outline(note),
      withBox('done'),
      'shown in the session it waited for',
    ),
  };
}

/** The brief itself, or one of a smaller budget that stays within so many characters. */
function within(
  most: number | undefined,
  budget: number,
  brief: Brief,
  read: (budget: number) => Brief,
): Brief {
  if (most === undefined || brief.text.length <= most || budget <= LEAST_BUDGET) return brief;
  const fitting = Math.max(LEAST_BUDGET, Math.floor((budget * most) / brief.text.length) - 1);
  return within(most, fitting, read(fitting), read);
}

/** No brief is smaller (settings: `context.budget`). */
const LEAST_BUDGET = 100;

const STAYED = { changes: [], promoted: [], moved: 0, day: '' };

/**
 * What the end of a session does: it moves into its day, and what it and the days since hold that is worth it rises to
 * memory (FEATURES A5, C11). Days before it were climbed when their own sessions ended, or are by the nightly job.
 */
function sessionEnded(world: World, lastActivity: number): RollOver {
  const rolled = rollOver(world.wiki, { ...promotionDesk(world), lastActivity });
  const risen = climb(world.wiki.after(rolled.changes), {
    ...climbDesk(world),
    since: dayOf(rolled.day) ?? world.local(lastActivity).date,
    until: world.local(world.now).date,
  });
  return {
    ...rolled,
    changes: [...rolled.changes, ...risen.changes],
    promoted: [...rolled.promoted, ...risen.promoted],
  };
}

function newestOfSession(world: World): number | null {
  const entries = entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('session')}`);
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return times.length === 0 ? null : Math.max(...times);
}

function newSession(
  minutes: number | null,
  { promoted, moved, day }: { promoted: readonly unknown[]; moved: number; day: string },
): string {
  if (moved === 0 && promoted.length === 0) return '';
  const quiet = minutes === null ? '' : ` after ${minutes} quiet minutes`;
  const done = [
    `${promoted.length} risen to MEMORY.md`,
    ...(moved === 0 ? [] : [`${moved} moved to ${day}`]),
  ];
  return `A new session begins${quiet}: ${done.join(', ')}.`;
}

function aboutLines(query: string | undefined, hits: readonly Hit[], fresh: Freshnesses): string[] {
  if (hits.length === 0) return [];
  const lines = hits.map((hit) => briefLine(hit, fresh.mark(hit)));
  return [`### About ${harmless(query ?? '')}\n\n${lines.join('\n')}`];
}
