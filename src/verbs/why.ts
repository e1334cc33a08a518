import { pathOf } from '../kinds/index.js';
import { became } from '../lifecycle/freshness/staleness.js';
import { briefLine, candidates, type Memory } from '../recall/brief/brief.js';
import type { Located } from '../wiki/entries.js';
import { withKey } from '../wiki/marks.js';
import type { Record } from '../wiki/record.js';
import { addDays } from '../wiki/time.js';
import { asEntry } from './entries.js';
import { freshnesses } from './freshness.js';
import { bareId, entryNamed, shownId } from './naming.js';
import { describeOrigin, findOrigin } from './origin.js';
import { readBrief, readMemory } from './reading.js';
import { type Row, verb, type World } from './verb.js';

/** Explains one entry (FEATURES H4): where it stands, who wrote it when, what it comes from, why the brief shows it or not. */
export const why = verb({
  name: 'why',
  about: 'explain one entry: where it stands, who wrote it when, from what, and whether the brief shows it',
  params: {
    id: { kind: 'text', word: 'one', required: true, about: 'its id, e.g. ^61k0y5k9xfs, or its ~handle' },
  },
  examples: ['daybook why 61k0y5k9xfs'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { id }) {
    const { entry, note } = entryNamed(world, id);
    const line = note.text.slice(entry.start, entry.end).replace(/(?<![\r\n])[\r\n]+$/, '');
    const written = writings(world.ask('history'), entry, line);
    const origin = findOrigin(world, entry);
    const source = linked(world, entry.from);
    const successor = linked(world, entry.superseded);
    const looked = freshnesses(world, [entry]);
    const fresh = looked.of(entry);
    const brief = standing(world, entry, looked.mark(entry));
    const shown = (one: Located | null) => one && asEntry(world, one);
    return {
      say: `${entry.type}: ${withKey(entry.text, entry)}${entry.why === null ? '' : ` — ${entry.why}`}`,
      rows: [
        row(
          'Stands',
          `${entry.path}:${entry.line}${entry.section === null ? '' : ` › ${entry.section}`} ${shownId(entry.id)}`,
        ),
        row('Origin', describeOrigin(origin)),
        ...(written.length > 0 ? written.map(writtenRow) : [row('Written', unrecorded(entry))]),
        ...(entry.from === null
          ? []
          : [row('From', `${entry.from}${source ? ` ${told(source)}` : ', which is gone'}`)]),
        ...(entry.superseded === null
          ? []
          : [
              row(
                'Superseded',
                `by ${entry.superseded}${successor ? ` ${told(successor)}` : ', which is gone'}`,
              ),
            ]),
        ...(entry.verified === null ? [] : [row('Verified', entry.verified)]),
        ...(fresh === null
          ? []
          : [row('Freshness', `${fresh.state}: ${fresh.named.map(became).join('; ')}`)]),
        row('Brief', brief.reason),
      ],
      data: {
        why: {
          entry: { ...asEntry(world, entry), freshness: fresh },
          origin: {
            origin: origin.origin,
            by: origin.record?.by ?? null,
            session: origin.record?.session ?? null,
            seq: origin.record?.seq ?? null,
            author: origin.author && { name: origin.author.name, commit: origin.author.commit },
          },
          written: written.map(({ seq, at, verb: by, by: who, session, say }) => ({
            seq,
            at,
            verb: by,
            by: who,
            session,
            say,
          })),
          source: shown(source),
          supersededBy: shown(successor),
          brief,
        },
      },
      changes: [],
    };
  },
});

const row = (label: string, what: string): Row => ({ what: `**${label}**: ${what}` });

const writtenRow = ({ seq, at, verb: name, by, session }: Record, index: number): Row =>
  row(
    index === 0 ? 'Written' : 'Then',
    `${at.slice(0, 16).replace('T', ' ')} by ${by ?? 'a person'} with \`${name}\`${session ? ` in session ${session}` : ''} (daybook diff ${seq})`,
  );

/** Without a record, the line itself tells what is known. */
const unrecorded = ({ at, by }: Located): string =>
  `by hand${by ? `, as ${by} says` : ''}${at ? `, ${at.slice(0, 16).replace('T', ' ')}` : ''}: no command of the last days wrote this line`;

const told = ({ type, text, path, line }: Located): string => `«${type}: ${text}» (${path}:${line})`;

/** The operations that wrote or changed the entry, oldest first: by its id in their lines or reasons, or by this very line. */
function writings(history: readonly Record[], { id, hasId }: Located, line: string): readonly Record[] {
  const mark = new RegExp(`\\^${id}(?![A-Za-z0-9-])`);
  const isOurs = (text: string) => (hasId ? mark.test(text) : text.split(/\r\n|\n|\r/).includes(line));
  const touches = ({ why: reason, splices }: Record['touched'][number]) =>
    (hasId && mark.test(reason)) || splices.some((one) => isOurs(one.new));
  return history.filter(({ touched }) => touched.some(touches)).toReversed();
}

/** The entry that a link or a `^id` names, or null where it is gone. */
function linked(world: World, link: string | null): Located | null {
  return link === null ? null : (world.ask('places', bareId(link))[0] ?? null);
}

/** Whether the brief shows an entry, and why. */
interface Standing {
  readonly shown: boolean;
  /** The part of the brief that it belongs to; null where it belongs to none. */
  readonly part: string | null;
  /** Its weight among all candidates, 0–1, and its place among them, from 1. */
  readonly rank: number | null;
  readonly place: number | null;
  readonly reason: string;
}

const OUT = { shown: false, part: null, rank: null, place: null } as const;

function standing(world: World, entry: Located, stale: string | null): Standing {
  if (entry.superseded !== null) return { ...OUT, reason: 'left out: another line took its place' };
  if (['done', 'dropped', 'resolved'].includes(entry.status ?? ''))
    return { ...OUT, reason: `left out: it is ${entry.status}` };
  if (!isOfBrief(world, entry.path) && !hasRisen(world, entry)) return { ...OUT, reason: notOfBrief(entry) };
  const memory = readMemory(world, world.wiki);
  const all = candidates(memory).toSorted((a, b) => b.rank - a.rank);
  const line = briefLine(entry, stale);
  const at = all.findIndex(
    (one) => one.line === line || (entry.type === 'reminder' && one.line.includes(shownId(entry.id))),
  );
  const found = all[at];
  if (!found) return { ...OUT, reason: unseen(memory, entry) };
  const { text } = readBrief(world, world.wiki, world.settings['context.budget']);
  const shown = text.includes(`${found.line}\n`);
  const rank = Math.round(found.rank * 100) / 100;
  const where = `rank ${rank.toFixed(2)}, ${at + 1} of ${all.length}`;
  const reason = shown
    ? `shown below ${found.part}: ${where}`
    : `left out: ${where}; a higher one took the last of ${world.settings['context.budget']} tokens`;
  return { shown, part: found.part, rank, place: at + 1, reason };
}

/** True for the notes that a brief is made of; of all others it need not be put together. */
function isOfBrief({ wiki, local, now }: World, path: string): boolean {
  const today = local(now).date;
  const days = [today, addDays(today, -1)].map((date) => pathOf('day', { date }));
  return [
    ...['memory', 'session', 'reminders', 'feedback', 'handoff'].map((kind) => pathOf(kind)),
    ...days,
  ].some((one) => path === `${wiki.content}/${one}`);
}

/** True where some line of memory comes from this entry. */
const hasRisen = ({ wiki }: World, { id }: Located): boolean =>
  wiki.note(`${wiki.content}/${pathOf('memory')}`)?.text.includes(`#^${id}]]`) ?? false;

const notOfBrief = ({ kind }: Located): string =>
  `left out: notes of kind ${kind} are searched; the brief shows memory, session, reminders, feedback, hand-offs and two days`;

/** Why an entry that still holds is no candidate of the brief. */
function unseen(memory: Memory, entry: Located): string {
  const { id, type, path, start } = entry;
  const risen = memory.memory.find(({ from }) => from?.endsWith(`#^${id}]]`));
  if (risen)
    return `left out: ${shownId(risen.id)}, which rose from it, stands in its place (${risen.path}:${risen.line})`;
  if (type === 'reminder') return 'left out: its time, or its topic, has not come';
  const held = [...memory.memory, ...memory.session, ...memory.days, ...memory.feedback, ...memory.handoffs];
  const isHeld = held.some((one) => one.path === path && one.start === start);
  return isHeld ? 'left out: newer lines fill its part' : notOfBrief(entry);
}
