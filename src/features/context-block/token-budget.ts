import { countEach } from '../../text/group-by.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';

/** One line that may be shown: where it belongs, and how much it matters (higher first). */
export interface BudgetCandidate {
  readonly part: string;
  readonly line: string;
  readonly rank: number;
  /** What it counts as where lines of its part are left out. */
  readonly group?: string;
}

/** What fits a budget, and how many lines it left out. */
export interface BudgetedText {
  readonly text: string;
  readonly tokens: number;
  readonly omitted: number;
}

/** The input of a digest. `hidden` counts what was never a candidate; `count` is exact where the budget is strict. */
interface BudgetInput {
  readonly head: string;
  /** Titles of the parts in the order in which they are shown. */
  readonly parts: readonly string[];
  /** The share of the budget that the lines of a part may take; without one, all of it. */
  readonly shares?: Readonly<Record<string, number>>;
  /** The line that counts what was left out of a part; null where the part has none. */
  readonly leftOut?: (part: string, group: string, count: number) => string | null;
  readonly candidates: readonly BudgetCandidate[];
  readonly hidden: number;
  readonly count: (text: string) => number;
  /** The last line; '' for none. */
  readonly rest?: (omitted: number) => string;
  /** What a line costs when lines are chosen; an estimate where counting would take long. */
  readonly measure?: (text: string) => number;
}

const searchable = (omitted: number): string =>
  omitted === 0 ? '' : `${omitted} more left out: daybook search WORDS`;

/**
 * The one way from many lines to a budget of tokens: the highest ranks that fit, shown part by part, and one line that
 * counts what was left out. When what was chosen by estimate proves too long, it is chosen again with a smaller aim.
 */
export function fitToBudget(material: BudgetInput, budget: number): BudgetedText {
  const { candidates, hidden, count, rest = searchable, measure } = material;
  for (let aim = measure ? budget : budget * LARGEST_AIM; ; aim = Math.floor(aim * AIM_STEP)) {
    const chosen = choose(material, aim);
    const omitted = candidates.length - chosen.size + hidden;
    const text = write(material, chosen, rest(omitted));
    const tokens = count(text);
    if (tokens <= budget || chosen.size === 0) return { text, tokens, omitted };
  }
}

/** Estimates are too high by up to so much; the first aim, in shares of the budget. */
const LARGEST_AIM = 1.5;
/** How much smaller the next aim is where the text proved too long. */
const AIM_STEP = 0.96;
/** Tokens that stay free for the last line, and for each line that names what a part left out. */
const RESERVE = 20;

function choose(
  { head, candidates, shares = {}, leftOut, measure = estimateTokens }: BudgetInput,
  budget: number,
): ReadonlySet<BudgetCandidate> {
  const chosen = new Set<BudgetCandidate>();
  const spent = new Map<string, number>();
  const named = new Set<string>();
  let left = budget - measure(head) - RESERVE;
  const ranked = candidates.map((candidate, at) => ({ candidate, at }));
  ranked.sort((a, b) => b.candidate.rank - a.candidate.rank || a.at - b.at);
  for (const { candidate } of ranked) {
    const { part, group = '', line } = candidate;
    const before = spent.get(part);
    const cost = measure(`${line}\n`) + (before === undefined ? measure(heading(part)) : 0);
    if (cost > left || (before ?? 0) + cost > budget * (shares[part] ?? 1)) {
      const key = `${part}/${group}`;
      if (!named.has(key) && leftOut?.(part, group, 1)) left -= RESERVE;
      named.add(key);
      continue;
    }
    left -= cost;
    spent.set(part, (before ?? 0) + cost);
    chosen.add(candidate);
  }
  return chosen;
}

function write(
  { head, parts, candidates, leftOut }: BudgetInput,
  chosen: ReadonlySet<BudgetCandidate>,
  rest: string,
): string {
  const blocks = parts.flatMap((part) => {
    const own = candidates.filter((candidate) => candidate.part === part);
    const lines = own.filter((candidate) => chosen.has(candidate)).map(({ line }) => line);
    const groups = countEach(own.flatMap((one) => (chosen.has(one) ? [] : (one.group ?? ''))));
    const more = [...groups].flatMap(([group, count]) => leftOut?.(part, group, count) ?? []);
    return lines.length + more.length === 0 ? [] : [`${heading(part)}${[...lines, ...more].join('\n')}`];
  });
  return `${[head, ...blocks, rest].filter(Boolean).join('\n\n')}\n`;
}

/** A part without a title follows the head at once. */
const heading = (part: string): string => (part === '' ? '' : `### ${part}\n\n`);

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
