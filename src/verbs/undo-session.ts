import { pathOf } from '../kinds/index.js';
import { removeBlocks } from '../markdown/place.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import { CLOCK, nightOf } from '../wiki/jobs.js';
import type { Wiki } from '../wiki/wiki.js';
import { planRefresh } from './context.js';
import type { Record } from './facts.js';
import { backOf, isHollow, takenBack, turnedRound } from './take-back.js';
import { type Outcome, Refusal, type World } from './verb.js';

/**
 * Takes out what one session wrote, newest first, as one operation: its changes turned round, its lines
 * wherever they moved since, and what rose from them to memory. What somebody edited since stays and is named.
 */
export function undoSession(world: World, session: string): Outcome {
  const history = world.ask('history');
  const records = standing(history, session);
  if (records.length === 0) throw nothingOf(history, session);
  return undoAll(world, { records, name: `session ${session}`, key: { session }, reach: 'wherever it went' });
}

/** Takes out what the jobs of a day wrote, newest first, as one operation (FEATURES H1); every byte is as it was before. */
export function undoNight(world: World, night: string): Outcome {
  const history = world.ask('history');
  const records = standing(history, nightOf(night)).filter(({ by }) => by === CLOCK);
  if (records.length === 0)
    throw new Refusal('unknown-night', `no job changed anything on ${night}`, 'see: daybook cron log');
  return undoAll(world, { records, name: `the night ${night}`, key: { night }, reach: 'where it stands' });
}

/** Changes that are taken out together. */
interface Group {
  readonly records: readonly Record[];
  /** As the reply calls it. */
  readonly name: string;
  readonly key: Readonly<{ [key: string]: string }>;
  /** What is poisoned is followed to where it moved and rose, and the block is written anew; else only the changes go. */
  readonly reach: 'wherever it went' | 'where it stands';
}

function undoAll(world: World, { records, name, key, reach }: Group): Outcome {
  const taking: Taking = { world, wiki: world.wiki, changes: [], taken: [], left: [], reach };
  for (const record of records) takeOut(taking, record);
  if (reach === 'wherever it went') refreshBlock(taking);
  const { changes, taken, left } = taking;
  const paths = [...new Set(changes.map(({ path }) => path))];
  if (taken.length === 0) throw nothingFree(name, left);
  return {
    say: [
      `Took back ${amount(taken.length, 'change')} of ${name}: ${paths.join(', ')}.`,
      ...(left.length === 0
        ? []
        : [
            `${amount(left.length, 'change')} stay${left.length === 1 ? 's' : ''}, since somebody edited what it wrote:`,
          ]),
    ].join('\n'),
    did: `took back ${name}`,
    rows: left.map(({ record, why }) => ({ what: `**${record.seq}** ${record.verb}: ${record.say}`, why })),
    data: {
      undone: {
        ...key,
        seqs: taken,
        paths,
        left: left.map(({ record, why }) => ({ seq: record.seq, why })),
      },
    },
    undoes: taken,
    changes,
    ...(left.length === 0 ? {} : { exit: 1 as const }),
  };
}

/** What is done so far: the wiki as it will be, and which changes are out of it. */
interface Taking {
  readonly world: World;
  wiki: Wiki;
  readonly changes: Change[];
  readonly taken: number[];
  readonly left: { readonly record: Record; readonly why: string }[];
  readonly reach: Group['reach'];
}

/** Changes of a session that stand, newest first; where it took back a change of its own, neither counts. */
function standing(history: readonly Record[], session: string): readonly Record[] {
  const own = history.filter((one) => one.session === session && !isHollow(one));
  const seqs = new Set(own.map(({ seq }) => seq));
  const isOwnAffair = (one: Record) => one.undoes !== undefined && backOf(one).every((seq) => seqs.has(seq));
  return own.filter((one) => !takenBack(history, one.seq) && !isOwnAffair(one));
}

function takeOut(taking: Taking, record: Record): void {
  const { world, left, taken } = taking;
  const ids = taking.reach === 'where it stands' ? [] : idsOf(record);
  try {
    make(taking, turnedRound(world, taking.wiki, record));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cannot-undo') throw error;
    const moved = ids.flatMap((id) => whereMoved(taking, record, id));
    if (ids.length === 0 || moved.length < ids.length) {
      left.push({ record, why: error.message.replace(/^[^:]*: /, '') });
      return;
    }
    for (const one of moved) make(taking, removal(taking, one));
  }
  taken.push(record.seq);
  for (const one of ids.flatMap((id) => risen(taking, id))) make(taking, removal(taking, one));
}

/** Agents read the block before all else: what is taken out must not stay there until somebody recalls. */
function refreshBlock(taking: Taking): void {
  const { world, wiki, changes } = taking;
  if (changes.length === 0 || !wiki.note(world.settings['context.target'])) return;
  make(taking, planRefresh(world, wiki).changes);
}

function make(taking: Taking, changes: readonly Change[]): void {
  taking.changes.push(...changes);
  taking.wiki = taking.wiki.after(changes);
}

/** Ids of the lines that a record put in. */
function idsOf({ touched }: Record): readonly string[] {
  const added = touched.flatMap(({ splices }) => splices.map((one) => one.new)).join('\n');
  return [...added.matchAll(/(?:^|\s)\^([0-9a-z]{11})[ \t]*$/gm)].map(([, id = '']) => id);
}

/** One whole line of a note. */
interface Line {
  readonly path: string;
  readonly text: string;
}

/** The line with an id in another note, where it reads as it was written. */
function whereMoved({ world, wiki }: Taking, { touched }: Record, id: string): readonly Line[] {
  const written = touched
    .flatMap(({ splices }) => splices.flatMap((one) => linesIn(one.new)))
    .map((line) => line.trim());
  return world.ask('places', id).flatMap(({ path }) => {
    const note = wiki.note(path);
    const line = note && linesIn(note.text).find((one) => endsWithId(one, id));
    return line && written.includes(line.trim()) ? [{ path, text: line }] : [];
  });
}

/** Lines of memory that come from an entry, as Daybook wrote them. */
function risen({ world, wiki }: Taking, id: string): readonly Line[] {
  const path = `${wiki.content}/${pathOf('memory')}`;
  const lines = linesIn(wiki.note(path)?.text ?? '').filter((line) => line.includes(`#^${id}]]`));
  return lines.filter((line) => world.ask('wrote', path, line)).map((text) => ({ path, text }));
}

function removal({ wiki }: Taking, { path, text }: Line): Change[] {
  const note = wiki.note(path);
  const outline = note && wiki.outline(note);
  const block = outline?.blocks.find((one) => note?.text.slice(one.start, one.end).trim() === text.trim());
  if (!note || !outline || !block) return [];
  const splices = removeBlocks(note.text, outline, [block]);
  return [{ do: 'edit', path, base: note.hash, splices, why: 'take out what a session wrote' }];
}

const linesIn = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
const endsWithId = (line: string, id: string): boolean => line.trimEnd().endsWith(`^${id}`);

function nothingOf(history: readonly Record[], session: string): Refusal {
  const known = [...new Set(history.flatMap((one) => one.session ?? []))];
  const hint =
    known.length === 0
      ? 'no change here names a session'
      : `sessions that did: ${known.slice(0, 5).join(', ')}`;
  return new Refusal('unknown-session', `nothing of session ${session} stands here`, hint);
}

function nothingFree(name: string, left: Taking['left']): Refusal {
  const [first] = left;
  const hint = first ? `see both: daybook diff ${first.record.seq}, and the file` : 'see: daybook history';
  return new Refusal('cannot-undo', `nothing of ${name} can be taken out: ${first?.why ?? ''}`, hint);
}
