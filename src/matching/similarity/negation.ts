import { parseWordSet } from '../../text/stem.js';
import * as table from './negation-words.data.js';
import { NEGATES_CLAUSE } from './negation-words.js';
import type { StatementToken } from './statement-tokens.js';

const AUXILIARY = parseWordSet(table.AUXILIARY);
const NEW_CLAUSE = parseWordSet(table.NEW_CLAUSE);
const PREFERENCE_WORDS = parseWordSet(table.PREFERENCE_WORDS);

/** Clauses with each token marked as negated by its clause or by a word before it. */
export function splitClauses(tokens: readonly StatementToken[]) {
  const found: StatementToken[][] = [[]];
  for (const token of tokens) {
    const now = found[found.length - 1] as StatementToken[];
    if ((token.breaks || NEW_CLAUSE.has(token.lower)) && now.length > 0) found.push([token]);
    else now.push(token);
  }
  return found.map(judge);
}

function judge(clause: readonly StatementToken[]) {
  let whole = false;
  let aside = false;
  const judged: { token: StatementToken; aside: boolean }[] = [];
  for (let at = 0; at < clause.length; at++) {
    const token = clause[at] as StatementToken;
    const skipped = setsAside(clause, at);
    if (skipped > 0) {
      aside = true;
      at += skipped - 1;
    } else if (token.lower === 'from' && clause.slice(at).some(({ lower }) => lower === 'to')) aside = true;
    else if (token.lower === 'to' && clause.slice(0, at).some(({ lower }) => lower === 'from')) aside = false;
    else if (token.lower === 'not' && at > 0 && !AUXILIARY.has(clause[at - 1]?.lower ?? '')) aside = !aside;
    else if (denies(token.lower)) whole = !whole;
    else judged.push({ token, aside });
  }
  return judged.map(({ token, aside }) => ({ token, denied: whole !== aside }));
}

/** The number of tokens from here that negate what follows; 0 if none. */
function setsAside(clause: readonly StatementToken[], at: number): number {
  for (const phrase of table.NEGATES_REST)
    if (phrase.every((word, step) => clause[at + step]?.lower === word)) return phrase.length;
  const over =
    clause[at]?.lower === 'over' && clause.slice(0, at).some(({ lower }) => PREFERENCE_WORDS.has(lower));
  return over ? 1 : 0;
}

const denies = (word: string): boolean => NEGATES_CLAUSE.has(word) || /n't$/.test(word);
