/** A date found in a text, and its position. */
interface LooseDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';

/** The accepted forms, with the positions of year, month and day among the groups. */
const FORMS: readonly { readonly pattern: RegExp; readonly order: readonly [number, number, number] }[] = [
  { pattern: /(?<![\d/.-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/, order: [1, 2, 3] },
  { pattern: /(?<![\d/.-])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/, order: [3, 1, 2] },
  { pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'), order: [3, 1, 2] },
  { pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})\\b`, 'i'), order: [3, 2, 1] },
  { pattern: /(\d{4})年(\d{1,2})月(\d{1,2})日/, order: [1, 2, 3] },
];

/** Every form contains a year. This check avoids compiling the forms for most texts. */
const YEAR = /\d{4}/;

/**
 * Finds the first date in a text: ISO, `M/D/YYYY`, `Month D, YYYY`, `D Month YYYY` or `Y年M月D日`; null if there is none.
 */
export function findFreeformDate(text: string): LooseDate | null {
  if (!YEAR.test(text)) return null;
  let first: LooseDate | null = null;
  for (const { pattern, order } of FORMS) {
    const match = pattern.exec(text);
    const date = match && written(match, order);
    if (date && (first === null || match.index < first.start))
      first = { date, start: match.index, end: match.index + match[0].length };
  }
  return first;
}

function written(
  match: RegExpExecArray,
  [year, month, day]: readonly [number, number, number],
): string | null {
  const name = MONTHS.indexOf((match[month] ?? '').slice(0, 3).toLowerCase());
  const at = { month: name < 0 ? Number(match[month]) : name + 1, day: Number(match[day]) };
  const date = `${match[year]}-${String(at.month).padStart(2, '0')}-${String(at.day).padStart(2, '0')}`;
  const real = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(real.getTime()) || real.getUTCDate() !== at.day ? null : date;
}
