import type { CommandContext } from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import type { SearchQuery, SearchResults } from '../../search/query.js';
import { removeQuotes } from './find-misses.js';

/** Why nothing was found, what nearly matched, and what to do. */
export function describeNothing(ctx: CommandContext, query: SearchQuery, { nearly }: SearchResults): string {
  const ask = (other: SearchQuery): SearchResults => ctx.query('search', other);
  const { words, types, kinds, tags, paths, after, before } = query;
  if (words.trim() === '') return `No entry passes these filters; ${describeReading(ctx)}.`;
  const shown = `«${words.length > 80 ? `${words.slice(0, 80)}…` : words}»`;
  const plain = removeQuotes(words);
  const bare = { words, limit: 1 };
  if ([types, kinds, tags, paths].some((one) => one?.length) || after || before) {
    const without = ask(bare);
    if (without.hits[0])
      return `Nothing found for ${shown} with these filters; without them ${theFirst(without)}`;
  }
  if (plain !== words) {
    const apart = ask({ ...query, words: plain, limit: 1 });
    if (apart.hits[0])
      return `Nothing has the quoted words in this order; without the quotes ${theFirst(apart)}`;
  }
  const guesses = Object.entries(nearly).map(([word, near]) => `\`${word}\` (nearest: ${near.join(', ')})`);
  const looked = describeReading(ctx);
  if (guesses.length > 0) return `Nothing found for ${guesses.join(', ')}; ${looked}.`;
  const type = Object.keys(ENTRY_TYPES).find((name) => [name, `${name}s`].includes(plain.toLowerCase()));
  const help = type ? `Of that type: \`daybook search --type ${type}\`` : 'Fewer or other words may help';
  return `Nothing found for ${shown}; ${looked}. ${help}.`;
}

function theFirst({ hits, total }: SearchResults): string {
  const [hit] = hits;
  const many = total === 1 ? 'there is 1' : `there are ${total}`;
  return `${many}, first ${hit?.path}:${hit?.line} ${hit?.text.slice(0, 120)}`;
}
