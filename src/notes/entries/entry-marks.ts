import type { Entry } from './entry.js';

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
