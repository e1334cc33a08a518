import { parseWordSet } from '../../text/word-list.js';
import { ATTRIBUTES, IMPERATIVES, PREPOSITIONS, VERBS } from '../similarity/claim-vocabulary.data.js';
import type { StatementWord } from '../similarity/statement.js';
import { parseStatementTokens } from '../similarity/statement-tokens.js';

/** Words before a number that make it an amount where a plural follows: "keep 3 copies", not "step 3 fails". */
const BEFORE = parseWordSet([ATTRIBUTES, IMPERATIVES, PREPOSITIONS, VERBS].join(' '));

/** Units of time, size and share. */
const UNIT =
  /^(?:%|[kmgt]i?b|ms|s|m|h|d|mins?|secs?|px|percent|(?:hour|minute|second|day|week|month|year|byte|time)s?|[秒分小天周月年次个条].*)$/i;

/** True for a number that counts or measures, and for its unit; "step 2" and "topic1" name a thing. */
export function isAmount({ sort, at, form }: StatementWord, line: string): boolean {
  const tokens = parseStatementTokens(line.slice(0, LONGEST).normalize('NFKC'));
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens[at + 1]?.lower ?? '';
  if (sort !== 'number') return UNIT.test(form) && /^\d/.test(before);
  return UNIT.test(after) || (BEFORE.has(before) && /^[a-z]{3,}s$/.test(after) && !BEFORE.has(after));
}

/** Characters of a line that are read. */
const LONGEST = 4096;
