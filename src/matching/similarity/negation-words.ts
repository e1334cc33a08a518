import { groupByKeys } from '../../text/group-by.js';
import { parseWordRows, parseWordSet } from '../../text/stem.js';
import * as table from './negation-words.data.js';

/** Words that negate the clause they stand in. */
export const NEGATES_CLAUSE = parseWordSet(table.CLAUSE_NEGATIONS);

/** For the second word of a pair of opposites, the words that it negates. */
export const NEGATED_BY = groupByKeys(
  parseWordRows(table.OPPOSITES).map(([plain = '', negated = '']) => [negated, plain] as const),
);

/** Removes the prefix that negates a word: irreversible, unsafe, nonblocking; an import is no denial of a port. */
export const stripNegativePrefix = (word: string): string => word.replace(NEGATIVE_PREFIX, '');

/** `in`, `im` and `dis` negate only adjectives, which their ending tells. */
const NEGATIVE_PREFIX =
  /^(?:un(?!der|it|iq|iv|ion|til|less)|ir(?=r)|non|(?:in|im|dis)(?=\p{L}{2,}(?:able|ible|ent|ant|ate|ive|ect|al|ous|ete|ite|id|act|ure|ar|ary|ient)$|\p{L}{4,}ed$))(?=\p{L}{4})/u;
