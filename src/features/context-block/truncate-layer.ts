import { sanitizeLine } from '../../text/sanitize.js';
import { type BudgetCandidate, type BudgetedText, fitToBudget } from './token-budget.js';

/** A line of a layer: its text, and its priority within the layer (higher first). */
export interface LayerLine {
  /** Stands before the text: `goal`, `constraint`. */
  readonly label: string;
  readonly text: string;
  readonly rank: number;
  /** Tokens that it may take where not everything fits whole. */
  readonly share: number;
}

/** A layer, its token limit, and the line that names where the rest is. */
export interface Layer {
  readonly title: string;
  readonly lines: readonly LayerLine[];
  readonly budget: number;
  /** The command that shows all of it. */
  readonly more: string;
}

/**
 * A layer within its budget with the least loss (MindSave §Three-Layer Architecture): whole where it fits; else long
 * lines show their beginning and how much is left, and the lowest ranks are left out and counted in one line.
 */
export function fitLayer(
  { title, lines, budget, more }: Layer,
  count: (text: string) => number,
): BudgetedText {
  const head = `## ${title}`;
  const whole = `${head}\n\n${lines.map((line) => candidate(line, line.text).line).join('\n')}\n`;
  const tokens = lines.length === 0 ? 0 : whole.length > budget * SPARSEST ? budget + 1 : count(whole);
  if (tokens <= budget) return { text: whole, tokens, omitted: 0 };
  const ranked = lines.toSorted((a, b) => b.rank - a.rank).slice(0, Math.ceil(budget / LEAST_LINE));
  const shown = lines.filter((line) => ranked.includes(line));
  const short = (line: LayerLine) =>
    candidate(line, truncateToTokens(sanitizeLine(line.text), line.share, more, count));
  return fitToBudget(
    {
      head,
      parts: [''],
      candidates: shown.map(short),
      hidden: lines.length - shown.length,
      count,
      measure: count,
      rest: (omitted) => `${omitted} more left out: ${more}`,
    },
    budget,
  );
}

/** The most characters that one token can have in ordinary text; a longer text is over the limit without counting. */
const SPARSEST = 32;
/** No line takes fewer tokens than this. */
const LEAST_LINE = 4;

const candidate = ({ label, rank }: LayerLine, text: string): BudgetCandidate => ({
  part: '',
  line: `- ${label}: ${sanitizeLine(text)}`,
  rank,
});

/** Characters of the longest token that people write. */
const LONGEST_TOKEN = 16;

/** The beginning of a text within a share of tokens, and how many tokens are left; a text that fits stays whole. */
export function truncateToTokens(
  text: string,
  share: number,
  more: string,
  count: (text: string) => number,
): string {
  const tokens = count(text);
  if (tokens <= share) return text;
  let [low, high] = [0, Math.min(text.length, share * LONGEST_TOKEN)];
  while (low < high) {
    const mid = Math.ceil((low + high) / 2);
    if (count(text.slice(0, mid)) <= share) low = mid;
    else high = mid - 1;
  }
  const start = text.slice(0, low).replace(/[\uD800-\uDBFF]$/, '');
  const word = start.replace(/\s+\S*$/, '');
  const shown = word.length > start.length / 2 ? word : start;
  return `${shown}… ${tokens - count(shown)} tokens more: \`${more}\``;
}
