import type { EntryType } from '../entry-types.js';

/** One remembered thing: a line or a block of a note. The fields are those that `--json` prints. */
export interface Entry {
  /** The block id without its caret, or the handle `~` + 8 hex if the line has none. */
  readonly id: string;
  readonly type: EntryType;
  /** Name of the kind of its note. */
  readonly kind: string;
  readonly text: string;
  readonly why: string | null;
  /** What was not taken: B of "chose A over B". The text names it, too. */
  readonly alternatives: readonly string[];
  /** For a gotcha, the way around it. */
  readonly workaround: string | null;
  /** ISO 8601 with offset. */
  readonly at: string | null;
  readonly by: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly path: string;
  readonly line: number;
  /** 0–1 where the words show the type, 0 where nothing does; null where a heading or a person gives it. */
  readonly confidence: number | null;
  readonly status: string | null;
  readonly verified: string | null;
  /** The `^id` of the entry that replaced it. */
  readonly superseded: string | null;
  /** The source link as written, e.g. `[[2026-06-07#^k3m9p2x1ab4]]`. */
  readonly from: string | null;
}

/** Returns true for a valid entry: neither done, dropped, resolved nor superseded. */
export const isStanding = ({ status, superseded }: Pick<Entry, 'status' | 'superseded'>): boolean =>
  superseded === null && status !== 'done' && status !== 'dropped' && status !== 'resolved';

/** Returns true for an entry that is valid on a branch: noted for it, or for none. A hand-off is valid on all branches. */
export const isForBranch = (
  { branch, kind }: Pick<Entry, 'branch' | 'kind'>,
  current: string | null,
): boolean => branch === null || branch === current || kind === 'handoff';

/** The status of an entry that waits to be confirmed or dropped. */
export const PROVISIONAL = 'provisional';

/** Copies an entry without the extra fields that a reader adds, in the order of the interface. */
export function toPlainEntry(entry: Entry): Entry {
  const { id, type, kind, text, why, alternatives, workaround, at, by, branch, tags, path, line } = entry;
  const { confidence, status, verified, superseded, from } = entry;
  const said = { id, type, kind, text, why, alternatives, workaround, at, by, branch, tags, path, line };
  return { ...said, confidence, status, verified, superseded, from };
}

/** Returns the text of an entry with the way around it, as its line has it: `X -> Y`. */
export const formatEntryText = ({ text, workaround }: Pick<Entry, 'text' | 'workaround'>): string =>
  workaround === null ? text : `${text} -> ${workaround}`;

/** Returns true for an entry that never fades (FEATURES A12): it has the tag `#key`. */
export const isPinned = (tags: readonly string[]): boolean => tags.includes('key') || tags.includes('KEY');

/** Appends `#key` to the text of a pinned entry. All interfaces use it. */
export const appendPinTag = (text: string, { tags }: Pick<Entry, 'tags'>): string =>
  isPinned(tags) ? `${text} #key` : text;

/** Lists what a reader should know about an entry besides its text: verification date, replacement, status. */
export const listEntryLabels = ({
  verified,
  superseded,
  status,
  branch,
  kind,
}: Pick<Entry, 'verified' | 'superseded' | 'status' | 'branch' | 'kind'>): string[] => [
  ...(branch === null || kind === 'handoff' ? [] : [`on branch ${branch}`]),
  ...(verified === null ? [] : [`verified ${verified}`]),
  ...(superseded === null ? [] : [`superseded by ${superseded}`]),
  ...(status === null ? [] : [status]),
];
