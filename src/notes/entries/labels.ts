import type { Entry } from './entry.js';

/** True for what never fades (FEATURES A12): it carries the tag `#key`. */
export const isPinned = (tags: readonly string[]): boolean => tags.includes('key') || tags.includes('KEY');

/** `#key` behind the words of such an entry, the same in every face. */
export const withPinTag = (said: string, { tags }: Pick<Entry, 'tags'>): string =>
  isPinned(tags) ? `${said} #key` : said;

/** What a reader should know of an entry beside its words: when it was verified, what took its place, its state. */
export const entryLabels = ({
  verified,
  superseded,
  status,
}: Pick<Entry, 'verified' | 'superseded' | 'status'>): string[] => [
  ...(verified === null ? [] : [`verified ${verified}`]),
  ...(superseded === null ? [] : [`superseded by ${superseded}`]),
  ...(status === null ? [] : [status]),
];
