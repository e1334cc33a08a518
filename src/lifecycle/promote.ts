import { pathOf } from '../kinds/index.js';
import { type EntryType, TYPES } from '../kinds/types.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Ids } from '../wiki/ids.js';
import { BARE } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';
import { redactAll } from '../wiki/secrets.js';
import type { Local } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { keep } from './keep.js';
import { novelty } from './novelty.js';
import { propose } from './propose.js';
import { supersede } from './supersede.js';
import { worth } from './worth.js';

/** What rising takes besides the notes. */
export interface Promotion {
  readonly ids: Ids;
  readonly local: (ms: number) => Local;
  readonly entries: (note: Note) => readonly Located[];
  readonly template: (name: string) => string;
  /** True where Daybook wrote this line, and nobody edited it since. */
  readonly wrote: (path: string, line: string) => boolean;
}

/** One entry that rose to memory. */
export interface Promoted {
  readonly id: string;
  readonly type: EntryType;
  readonly text: string;
  /** The source link, e.g. `[[2026-06-07#^k3m9p2x1ab4]]`. */
  readonly from: string;
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
export function promote(
  entries: readonly Located[],
  wiki: Wiki,
  promotion: Promotion & { readonly source: string },
): Rise {
  const ids = new Map<number, string>();
  const promoted: Promoted[] = [];
  let now = wiki;
  const changes: Change[] = [];
  const make = (made: readonly Change[]) => {
    changes.push(...made);
    now = now.after(made);
  };
  for (const entry of entries) {
    const worthy = redactAll(worth(entry) ?? permanent(entry)).value;
    if (!worthy || entry.status === 'dropped' || hasRisen(entry, now)) continue;
    const known = knownOf(now, promotion);
    const { kind, nearest } = novelty(worthy.text, known);
    if (kind === 'skip') continue;
    const source = entry.hasId ? entry.id : promotion.ids.mint();
    if (!entry.hasId) ids.set(entry.line, source);
    const id = promotion.ids.mint();
    const from = `[[${promotion.source}#^${source}]]`;
    const fields = entry.by === null ? {} : { by: entry.by };
    const draft = { ...BARE, ...worthy, tags: entry.tags, fields, from, id };
    make([keep(draft, now, promotion.template, 'rose from the session').change]);
    promoted.push({ id, type: worthy.type, text: worthy.text, from });
    const old = kind === 'supersede' && nearest !== null ? known[nearest] : undefined;
    if (old) make(overtake(old, id, worthy.text, now, promotion));
  }
  return { changes, promoted, ids };
}

/** What somebody wrote loosely into the session, but what is at home in memory: it rises as what it is. */
const permanent = ({ type, text, why, confidence }: Located) =>
  confidence !== null && TYPES[type].home?.kind === 'memory' ? { type, text, why } : null;

/** An entry that a line of memory comes from already rose at a checkpoint. */
const hasRisen = ({ id, hasId }: Located, wiki: Wiki): boolean =>
  hasId && (wiki.note(`${wiki.content}/${pathOf('memory')}`)?.text.includes(`#^${id}]]`) ?? false);

function knownOf(wiki: Wiki, { entries }: Promotion): readonly Located[] {
  const note = wiki.note(`${wiki.content}/${pathOf('memory')}`);
  return note ? entries(note).filter(({ type, superseded }) => type !== 'prose' && superseded === null) : [];
}

/** The older line is marked where it is ours; a person's line is left alone, and a proposal says what could be done. */
export function overtake(
  old: Located,
  id: string,
  text: string,
  wiki: Wiki,
  promotion: Pick<Promotion, 'wrote' | 'ids' | 'template'>,
): readonly Change[] {
  const note = wiki.note(old.path);
  if (!note) return [];
  const line = note.text.slice(old.start, old.end).replace(/(?<![\r\n])[\r\n]+$/, '');
  if (promotion.wrote(old.path, line)) return supersede(old, id, note, wiki);
  return propose({ act: 'supersede', target: old, by: id, text }, wiki, promotion);
}
