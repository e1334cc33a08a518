import { pathOf } from '../kinds/index.js';
import { climb } from '../lifecycle/climb.js';
import { gapOf } from '../lifecycle/gap.js';
import { type Promoted, promote } from '../lifecycle/promote.js';
import { type Proposed, proposeComments } from '../lifecycle/remember-comments.js';
import { reviseAll, withId } from '../lifecycle/revise.js';
import { type Settlement, settle } from '../lifecycle/settle.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { addDays } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { savedUnasked } from './auto-save.js';
import { beginning } from './begun.js';
import { climbDesk, movingDesk, promotionDesk } from './desk.js';
import { entriesAt } from './entries.js';
import { countHeeding } from './heeding.js';
import { PHASE_PARAMS, phaseOf } from './phase.js';
import { type Notice, type Outcome, type Row, verb, type World } from './verb.js';

/** Settles what is pending (Mind: force process pending memories; FEATURES A4): the inbox, the session, comments in changed files. */
export const checkpoint = verb({
  name: 'checkpoint',
  about: 'settle what is pending: answered proposals, what session and days taught, MEMORY: comments',
  params: {
    ended: { kind: 'flag', about: 'lift from the session only where a quiet while has ended it' },
    transcript: {
      kind: 'text',
      reaches: 'transcript',
      about: 'the transcript of a session that ended: what it tells is handed on, too',
      holder: 'FILE',
    },
    ...PHASE_PARAMS,
  },
  examples: [
    'daybook checkpoint',
    'daybook checkpoint --ended',
    'daybook checkpoint --phase exploration --task station_feature --next "write the service"',
  ],
  faces: ['cli', 'mcp', 'cron'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { ended, transcript, ...said }) {
    const phase = phaseOf(world, said);
    const saved = phase && savedUnasked(world, { signals: { phaseEnded: true }, transcript });
    const desk = movingDesk(world);
    const inbox = world.known(() => settle(world.wiki, desk), { changes: [], settled: [] });
    const goesOn = ended && !hasEnded(world);
    const session = goesOn
      ? UNTOUCHED
      : world.known(() => promoteNow(world, world.wiki.after(inbox.changes)), UNTOUCHED);
    const climbing = () =>
      climb(world.wiki.after([...inbox.changes, ...session.changes]), {
        ...climbDesk(world),
        until: lastDay(world, goesOn),
      });
    const risen = world.known(climbing, UNTOUCHED);
    const wiki = world.wiki.after([...inbox.changes, ...session.changes, ...risen.changes]);
    const promoted = [...session.promoted, ...risen.promoted];
    const comments = world.known(() => {
      const known = entriesAt(world, wiki, `${wiki.content}/${pathOf('memory')}`);
      return proposeComments(world.ask('changedFiles'), wiki, { ...desk, known });
    }, NO_COMMENTS);
    const atEnd = { ...world, wiki: wiki.after(comments.changes) };
    const handed =
      transcript === undefined
        ? null
        : world.known<Outcome>(() => world.ask('handOnAtEnd')(atEnd, transcript) ?? NOT_HANDED, NOT_HANDED);
    const begun =
      transcript === undefined
        ? []
        : world.known(() => ({ changes: beginning(atEnd).changes }), UNTOUCHED).changes;
    const counted = world.known(() => ({ changes: countHeeding(world, wiki) }), UNTOUCHED).changes;
    const { settled } = inbox;
    const inboxPath = `${wiki.content}/${pathOf('inbox')}`;
    return {
      say: [
        summary(settled, promoted, comments.proposed, handed?.changes.length ?? 0),
        ...(phase ? [`Checkpoint: ${phase.change.path}`] : []),
        ...(saved ? [saved.say] : []),
        ...(counted.length > 0 ? ['Counted: what agents were told, heeded and did again.'] : []),
      ].join('\n'),
      rows: [
        ...settled.filter(({ how }) => how === 'applied' || how === 'declined').map(settledRow),
        ...promoted.map(({ type, text, from }) => ({
          group: 'Risen',
          what: `${type}: ${text}`,
          why: from,
        })),
        ...comments.proposed.map(commentRow),
      ],
      data: {
        checkpoint: phase?.checkpoint ?? null,
        handoff: handed?.data.handoff ?? null,
        promoted,
        settled: settled.map(({ proposal, words, how, said }) => ({
          id: proposal.id,
          proposal: words,
          how,
          said,
        })),
        proposed: comments.proposed,
      },
      changes: [
        ...inbox.changes,
        ...session.changes,
        ...risen.changes,
        ...comments.changes,
        ...(handed?.changes ?? []),
        ...begun,
        ...counted,
        ...(phase ? [phase.change] : []),
        ...(saved?.changes ?? []),
      ],
      ...(saved ? { signal: saved.signal, marks: [{ mark: 'saved' } as const] } : {}),
      ...(settled.length === 0
        ? {}
        : { answered: [inboxPath, ...settled.flatMap(({ outOf }) => outOf ?? [])] }),
      notices: settled.filter(({ how }) => how === 'stale' || how === 'unknown').map(leftAlone),
      ...placeOf(wiki, settled.length + comments.proposed.length, promoted),
    };
  },
});

const UNTOUCHED = { changes: [], promoted: [] };
const NO_COMMENTS = { changes: [], proposed: [] };
const NOT_HANDED: Outcome = { say: '', data: { handoff: null }, changes: [] };

/** A session that nobody is at any more (FEATURES A5); where nobody knows it goes on. */
function hasEnded(world: World): boolean {
  const heartbeat = world.ask('heartbeat')?.lastActivity ?? null;
  return gapOf(world.now, heartbeat, null, world.settings['session.gap']).isNew;
}

/** A day in which a session goes on waits for its end. */
function lastDay({ local, now }: World, goesOn: boolean): string {
  const { date } = local(now);
  return goesOn ? addDays(date, -1) : date;
}

/** Lifts what is worth it now; the session stays as it is, but for the ids that the new lines link to. */
function promoteNow(
  world: World,
  wiki: Wiki,
): { readonly changes: readonly Change[]; readonly promoted: readonly Promoted[] } {
  const path = `${wiki.content}/${pathOf('session')}`;
  const note = wiki.note(path);
  if (!note) return { changes: [], promoted: [] };
  const entries = world.entries(note);
  const { changes, promoted, ids } = promote(entries, wiki, {
    ...promotionDesk(world),
    source: dayOf(entries, world),
  });
  const linked = entries.filter(({ line }) => ids.has(line));
  const edit = (words: string, { line }: Located) => withId(ids.get(line) ?? '')(words);
  const named = reviseAll(linked, note, wiki.outline(note), edit, 'a line of memory links to it');
  return { changes: [...changes, ...named], promoted };
}

/** The day whose note takes the session when it ends: that of its first entry. */
function dayOf(entries: readonly Located[], { local, now }: World): string {
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return local(Math.min(now, ...times)).date;
}

/** Where a reader sees what was done: the inbox, or the memory where only that gained. */
function placeOf(wiki: Wiki, inbox: number, promoted: readonly Promoted[]): { readonly place?: string } {
  const [first] = promoted;
  if (inbox > 0) return { place: `${wiki.content}/${pathOf('inbox')}` };
  return first ? { place: `${wiki.content}/${pathOf('memory')} ^${first.id}` } : {};
}

function summary(
  settled: readonly Settlement[],
  promoted: readonly Promoted[],
  proposed: readonly Proposed[],
  handed: number,
): string {
  const count = (how: Settlement['how']) => settled.filter((one) => one.how === how).length;
  const parts = [
    [count('applied'), 'accepted and done'],
    [count('declined'), 'declined and forgotten'],
    [count('stale') + count('unknown'), 'left alone'],
    [promoted.length, 'risen to MEMORY.md'],
    [handed, 'session handed on by its own facts'],
    [proposed.length, `found in changed files and proposed in ${pathOf('inbox')}`],
  ] as const;
  const done = parts.filter(([some]) => some > 0).map(([some, what]) => `${some} ${what}`);
  return done.length === 0 ? 'Nothing is pending.' : `Settled: ${done.join(', ')}.`;
}

const settledRow = ({ words, how, said }: Settlement): Row => ({
  group: how === 'applied' ? 'Accepted' : 'Declined',
  what: words,
  why: said,
});

const commentRow = ({ path, line, text }: Proposed): Row => ({ path, line, group: 'Proposed', what: text });

const leftAlone = ({ proposal, words, said }: Settlement): Notice => ({
  level: 'warning',
  path: proposal.path,
  line: proposal.line,
  message: `«${words.slice(0, 80)}» ${said}`,
});
