import { pathOf } from '../kinds/index.js';
import type { EntryType } from '../kinds/types.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Ids } from '../wiki/ids.js';
import { BARE } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';
import { isAtLeast, type Origin } from '../wiki/origin.js';
import { redactAll } from '../wiki/secrets.js';
import type { Local } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { keep } from './keep.js';
import { Known } from './known.js';
import { type Risen, risesTo } from './ladder.js';
import { novelty } from './novelty.js';
import { readsAsOrder } from './orders.js';
import { propose, proposeOrder } from './propose.js';
import { placesOf } from './record.js';
import { supersede } from './supersede.js';

/** What rising takes besides the notes. */
export interface Promotion {
  readonly ids: Ids;
  readonly local: (ms: number) => Local;
  readonly entries: (note: Note) => readonly Located[];
  readonly template: (name: string) => string;
  /** True where Daybook wrote this line, and nobody edited it since. */
  readonly wrote: (path: string, line: string) => boolean;
  /** Asked only where a line is about to be superseded. */
  readonly origins: Origins;
}

/** Origins while entries are promoted: a line that was promoted a moment ago is not in the journal yet. */
export interface Origins {
  /** The origin of an entry as it stands in a wiki. */
  of(entry: Located, wiki: Wiki): Origin;
  /** Tells that an entry was promoted to a line with this id. */
  promoted(id: string, from: Located, wiki: Wiki): void;
}

/** One entry that rose to memory. */
export interface Promoted {
  readonly id: string;
  readonly type: EntryType;
  readonly text: string;
  /** The source link, e.g. `[[2026-06-07#^k3m9p2x1ab4]]`. */
  readonly from: string;
}

/** From where entries rise, and by what rules; without them, from the session. */
export interface Ascent {
  /** The note as links name it. */
  readonly source: string;
  readonly rises?: (entry: Located) => Risen | null;
  readonly why?: string;
  /** The day on which it was said: what memory learned since stands. */
  readonly date?: string;
  /** True where a line of this text stood in memory once. */
  readonly isTold?: (text: string) => boolean;
  readonly hasRisen?: (entry: Located, wiki: Wiki) => boolean;
  /** The lines of memory that a text contradicts. */
  readonly against?: (text: string, known: Known<Located>) => readonly Located[];
}

interface Rise {
  readonly changes: readonly Change[];
  readonly promoted: readonly Promoted[];
  /** Ids that lines of the session get, by line, since something links to them now. */
  readonly ids: ReadonlyMap<number, string>;
}

/**
 * Lifts what is worth it from a session to memory (Mind §What Gets Promoted; FEATURES A6). What memory knows already is
 * skipped; what is nearly known supersedes a line of our own, or becomes a proposal where a person wrote the line.
 */
export function promote(entries: readonly Located[], wiki: Wiki, promotion: Promotion & Ascent): Rise {
  const { rises = fromSession, why = 'rose from the session', hasRisen: rose = hasRisen } = promotion;
  const ids = new Map<number, string>();
  const promoted: Promoted[] = [];
  const isFresh = (line: string) => promoted.some(({ id }) => line.endsWith(`^${id}`));
  const desk = {
    ...promotion,
    wrote: (path: string, line: string) => isFresh(line) || promotion.wrote(path, line),
  };
  let now = wiki;
  let known = everKnown(wiki, promotion);
  const changes: Change[] = [];
  const make = (made: readonly Change[]) => {
    changes.push(...made);
    now = now.after(made);
  };
  for (const entry of entries) {
    const worthy = redactAll(rises(entry)).value;
    if (!worthy || entry.status === 'dropped' || rose(entry, now) || promotion.isTold?.(worthy.text))
      continue;
    if (isOrder(worthy)) {
      make(proposeOrder(worthy.text, worthy.why, `${entry.path}:${entry.line}`, now, promotion));
      continue;
    }
    const { kind, nearest: near } = novelty(worthy.text, known);
    if (kind === 'skip' || (kind === 'supersede' && near && !isCurrent(near))) continue;
    const against = promotion.against?.(worthy.text, known) ?? [];
    if (against.some((one) => isSince(one, promotion.date))) continue;
    const source = entry.hasId ? entry.id : promotion.ids.mint();
    if (!entry.hasId) ids.set(entry.line, source);
    const id = promotion.ids.mint();
    const from = `[[${promotion.source}#^${source}]]`;
    const fields = entry.by === null ? {} : { by: entry.by };
    const draft = { ...BARE, ...worthy, tags: entry.tags, fields, from, id };
    const { change, path } = keep(draft, now, promotion.template, why);
    make([change]);
    promoted.push({ id, type: worthy.type, text: worthy.text, from });
    const before = now;
    promotion.origins.promoted(id, entry, before);
    const origin = () => promotion.origins.of(entry, before);
    known.add({ ...entry, ...worthy, ...MEMORY, path, id, from });
    const overtaken = new Set(kind === 'supersede' && near ? [near, ...against] : against);
    for (const old of overtaken)
      make(overtake(found(old, now, promotion), { id, text: worthy.text, origin }, now, desk));
    if (overtaken.size > 0) known = everKnown(now, promotion);
  }
  return { changes, promoted, ids };
}

const isOrder = ({ text, why }: Risen): boolean => readsAsOrder(why === null ? text : `${text} ${why}`);

const fromSession = (entry: Located): Risen | null => risesTo('session', entry);

/** An entry that a line of memory comes from already rose at a checkpoint. */
const hasRisen = ({ id, hasId }: Located, wiki: Wiki): boolean =>
  hasId && (wiki.note(`${wiki.content}/${pathOf('memory')}`)?.text.includes(`#^${id}]]`) ?? false);

/** What memory holds, and what it held: superseded, dropped and archived lines are known as well. */
function everKnown(wiki: Wiki, { entries }: Promotion): Known<Located> {
  const notes = placesOf('memory', wiki).flatMap((path) => wiki.note(path) ?? []);
  return new Known(notes.flatMap((note) => entries(note)).filter(({ type }) => type !== 'prose'));
}

/** What a line has that was just written to memory. */
const MEMORY = { kind: 'memory', hasId: true, status: null, superseded: null } as const;

const isCurrent = ({ superseded, status, kind }: Located): boolean =>
  superseded === null && status !== 'dropped' && kind === 'memory';

/** True where memory learned something later than the day of what would rise. */
function isSince({ at, from }: Located, date: string | undefined): boolean {
  const said = /^\[\[(\d{4}-\d{2}-\d{2})#/.exec(from ?? '')?.[1] ?? at?.slice(0, 10);
  return said !== undefined && date !== undefined && said > date;
}

/** An entry where it stands by now. */
const found = (old: Located, wiki: Wiki, { entries }: Promotion): Located => {
  const note = wiki.note(old.path);
  return (note ? entries(note) : []).find(({ id }) => id === old.id) ?? old;
};

/** A line that would take the place of another. */
export interface Newer {
  readonly id: string;
  readonly text: string;
  readonly origin: () => Origin;
}

/**
 * Marks the older line as superseded where Daybook wrote its bytes, and its origin is not higher than that of the newer
 * line. Any other line is left alone, and a proposal says what could be done.
 */
export function overtake(
  old: Located,
  { id, text, origin }: Newer,
  wiki: Wiki,
  promotion: Pick<Promotion, 'wrote' | 'ids' | 'template' | 'origins'>,
): readonly Change[] {
  const note = wiki.note(old.path);
  if (!note) return [];
  const line = note.text.slice(old.start, old.end).replace(/(?<![\r\n])[\r\n]+$/, '');
  if (promotion.wrote(old.path, line) && isAtLeast(origin(), promotion.origins.of(old, wiki)))
    return supersede(old, id, note, wiki);
  return propose({ act: 'supersede', target: old, by: id, text }, wiki, promotion);
}
