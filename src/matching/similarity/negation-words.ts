import { parseWordRows, parseWordSet } from '../../text/word-list.js';
import * as table from './negation-words.data.js';

/** Words that negate the clause they stand in. */
export const NEGATES_CLAUSE = parseWordSet(table.CLAUSE_NEGATIONS);

/** For the second word of a pair of opposites, the words that it negates. */
export const NEGATED_BY = readOpposites();

/** Removes the prefix that negates a word: irreversible, unsafe, nonblocking. */
export const stripNegativePrefix = (word: string): string =>
  word.replace(/^(?:un|ir|in|im|non|dis)(?=\p{L}{4})/u, '');

function readOpposites(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [plain = '', negated = ''] of parseWordRows(table.OPPOSITES))
    found.set(negated, [...(found.get(negated) ?? []), plain]);
  return found;
}
