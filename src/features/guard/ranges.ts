import type { GuardLiteral } from './guard-literal.js';

/** A limit: `at least 24`, `24 or above`, `more than 8`. */
const LIMIT =
  /\b(at least|no less than|minimum(?: is| of)?|at most|no more than|exceeds?|maximum(?: is| of)?|below|under|above|over|more than|less than|fewer than|higher than|lower than)\s+(?:version\s+)?`?v?(\d+(?:\.\d+)*)|(?<![\w.])v?(\d+(?:\.\d+)*)`?\s+(?:or|and)\s+(above|higher|newer|later|more|up|below|lower|less|older|fewer)\b/i;
const LEAST = /least|no less|minimum/i;
const MOST = /most|no more|maximum|exceed/i;
const LOWER = /below|under|less|fewer|lower|older/i;
const MUST = /\b(?:must|has to|have to|keep|stays?|remains?|should|needs?|require[sd]?)\b/i;
const WRONG =
  /\b(?:no|not|never|breaks?|broke|fails?|failed|crash\w*|hangs?|hung|leaks?|kills?|exhausts?|die[sd]|stalls?|corrupts?)\b|n['’]t\b/i;
/** A name that can be found in code: in backticks, or with a sign, digit or inner capital. */
const NAMED = /`([^`\s]+)`|(?<![\w`])(-{0,2}[A-Za-z]\w*(?:[_.:-]\w+|[a-z][A-Z]\w*)+|[A-Z]\w+(?=\s+\d))/g;

/** Parses limits of a number or version, each of the last name before it: `minSdkVersion must stay at 24 or above`. */
export const parseRanges = (text: string): readonly GuardLiteral[] =>
  text.split(/[.!?;,:]\s+|\n|\s[—–-]\s/).flatMap((clause): readonly GuardLiteral[] => {
    const [, before = '', first, second, behind] = LIMIT.exec(clause) ?? [];
    const limit = first ?? second;
    const name = [...clause.slice(0, LIMIT.exec(clause)?.index).matchAll(NAMED)]
      .at(-1)
      ?.slice(1)
      .find(Boolean);
    const isPlain = LEAST.test(before) || MOST.test(before);
    if (limit === undefined || name === undefined || !(isPlain || MUST.test(clause) || WRONG.test(clause)))
      return [];
    const isLower = MOST.test(before) || (!LEAST.test(before) && LOWER.test(behind ?? before));
    // `24 or above must stay` allows what is above, `more than 8 fails` forbids it.
    const isAllowed = isPlain || !WRONG.test(clause);
    return [{ how: 'range', name, limit, isLeast: isAllowed ? !isLower : isLower }];
  });
