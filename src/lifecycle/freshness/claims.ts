import type { Entry } from '../../wiki/entry.js';
import type { Claim } from '../../wiki/fate.js';
import { mentionsIn } from '../../wiki/mentions.js';
import { addDays, instant, isDate, type Local } from '../../wiki/time.js';

/** What an entry claims of the working tree, as of its day: when it was verified, else when it was told. */
export function claimsOf(entry: Entry, local: (ms: number) => Local): readonly Claim[] {
  const mentions = mentionsIn(entry.why === null ? entry.text : `${entry.text}\n${entry.why}`);
  if (mentions.length === 0) return [];
  const since = told(entry, local);
  return mentions.map((mention) => ({ ...mention, since }));
}

/** A day alone lasts to its end: what happened on it may have been known. */
function told({ verified, at }: Entry, local: (ms: number) => Local): number | null {
  const times = [verified, at].flatMap((said) => {
    const day = said?.trim() ?? '';
    const time = isDate(day) ? instant(addDays(day, 1), local) : instant(day, local);
    return time === null ? [] : [time];
  });
  return times.length === 0 ? null : Math.max(...times);
}
