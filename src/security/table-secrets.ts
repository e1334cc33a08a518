import { isMixed } from './random-token.js';
import { PATTERN_PIECES } from './secret-forms.data.js';

/** A secret in a cell: its range, and what the head of its column calls it. */
interface CellSecret {
  readonly from: number;
  readonly to: number;
  readonly kind: 'password' | 'pin' | 'token';
}

/** Finds secrets in the cells of Markdown tables below a head that names a password, a PIN or a token. */
export function findTableSecrets(text: string): readonly CellSecret[] {
  const source = text.includes('\n') ? text : text.replace(JOINED, '|\n');
  if (!RULE.test(text) && source === text) return [];
  const found: CellSecret[] = [];
  let columns: readonly (CellSecret['kind'] | undefined)[] = [];
  let before: string | undefined;
  let at = 0;
  for (const line of source.split('\n')) {
    if (source !== text && before === undefined) columns = splitCells(line).map(({ value }) => kindOf(value));
    else if (isRule(line) && before !== undefined)
      columns = splitCells(before).map(({ value }) => kindOf(value));
    else if (!line.includes('|')) columns = [];
    else if (columns.some(Boolean))
      for (const [i, { start, value }] of splitCells(line).entries()) {
        const kind = columns[i];
        if (kind && isSecret(kind, value))
          found.push({ from: at + start, to: at + start + value.length, kind });
      }
    before = line;
    at += line.length + 1;
  }
  return found;
}

const RULE = /\|[ \t]{0,20}:?-|-:?[ \t]{0,20}\|/;
/** An empty cell between the rows of a table that was put on one line. */
const JOINED = /\|[ \t](?=[ \t]{0,3}\|)/g;
const isRule = (line: string): boolean => RULE.test(line) && /^[\s|:-]+$/.test(line);

/** The cells of a row without blanks and emphasis around them, and where each starts. */
function splitCells(line: string): readonly { readonly start: number; readonly value: string }[] {
  const cells: { start: number; value: string }[] = [];
  let from = /^\s*\|/.exec(line)?.[0].length ?? 0;
  for (const cell of line.slice(from).split('|')) {
    const lead = /^[\s*_`"']*/.exec(cell)?.[0].length ?? 0;
    cells.push({ start: from + lead, value: cell.slice(lead).replace(/[\s*_`"']{1,100}$/, '') });
    from += cell.length + 1;
  }
  return cells;
}

const kindOf = (head: string): CellSecret['kind'] | undefined =>
  (Object.keys(HEADS) as CellSecret['kind'][]).find((kind) => HEADS[kind].test(head));

const whole = (names: string): RegExp => new RegExp(`^(?:[\\p{L}-]{1,20} ){0,2}(?:${names}|pass)$`, 'iu');
const HEADS = {
  password: whole(PATTERN_PIECES.PASSWORD),
  pin: whole(PATTERN_PIECES.PIN),
  token: whole(PATTERN_PIECES.TOKEN),
};

/** What a cell holds if it is a secret: a word with a digit or sign, or several words; digits; a run like chance. */
const VALUES = {
  password:
    /^(?:(?![$<{[]|.{0,80}\.{3})(?=[^\d!#$%&*?^~@]{0,80}[\d!#$%&*?^~@])[^\s()<>|]{6,200}|[a-z]{3,20}(?:[ -][a-z]{3,20}){3,12})$/,
  pin: /^\d{4,8}$/,
  token: /^(?=\D{0,80}\d\d{0,80}\D{1,80}\d)[\w.~+/=-]{16,500}$/,
};

const isSecret = (kind: CellSecret['kind'], value: string): boolean =>
  VALUES[kind].test(value) || (kind === 'password' && isMixed(value));
